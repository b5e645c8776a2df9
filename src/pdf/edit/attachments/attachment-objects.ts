import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { addAttachments, type RenamedAttachment } from './add-attachments.ts';
import type { Attachment } from '../../xmp/attachment.ts';

/** Attachments as objects for a document that is being written. */
export interface AttachmentObjects {
  /** Objects numbered from 1, to be offset: a value as text, or the dictionary and the data of a stream. */
  readonly objects: readonly { readonly number: number; readonly text: string; readonly content: Uint8Array | null }[];
  /** Their catalog entries, as text. */
  readonly catalog: string;
  readonly renamed: readonly RenamedAttachment[];
}

/** The objects that `addAttachments` adds to a document without attachments. */
export async function attachmentObjects(
  attachments: readonly Attachment[],
  date: Date | null,
): Promise<AttachmentObjects> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { catalog, context } = document;
  const before = new Set(context.enumerateIndirectObjects().map(([ref]) => ref));
  const renamed = addAttachments(document, attachments, date);
  const objects = context
    .enumerateIndirectObjects()
    .flatMap(([ref, object]): AttachmentObjects['objects'][number][] => {
      if (before.has(ref)) return [];
      const number = ref.objectNumber;
      if (!(object instanceof PDFRawStream)) return [{ number, text: object.toString(), content: null }];
      return [
        {
          number,
          text: object.dict.toString().replace(/>>$/, `/Length ${object.contents.byteLength}>>`),
          content: object.contents,
        },
      ];
    });
  return {
    objects,
    catalog:
      `/Names ${catalog.lookup(PDFName.of('Names'), PDFDict).toString()} /AF ` +
      catalog.lookup(PDFName.of('AF'), PDFArray).toString(),
    renamed,
  };
}
