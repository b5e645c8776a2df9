import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import { UniqueNames } from '../../facts/unique-names.ts';
import { pdfDate } from '../../objects/date.ts';
import type { Attachment } from '../../xmp/attachment.ts';
import { readEmbeddedFiles, type EmbeddedFile } from './embedded-files.ts';

/** A file whose name exists in the document already. */
export interface RenamedAttachment {
  readonly name: string;
  readonly given: string;
}

/**
 * Embeds files in a document (ISO 32000-2, 7.11.4) and associates them with it (14.13), in addition to those that it
 * has. `date` is their modification date; `null` omits it. Answers renamed files.
 */
export function addAttachments(
  document: PDFDocument,
  attachments: readonly Attachment[],
  date: Date | null,
): RenamedAttachment[] {
  const { catalog, context } = document;
  const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict) ?? context.obj({});
  const entries = readEmbeddedFiles(names.lookupMaybe(PDFName.of('EmbeddedFiles'), PDFDict));
  const associated = catalog.lookupMaybe(PDFName.of('AF'), PDFArray) ?? context.obj([]);
  const taken = new UniqueNames();
  for (const name of new Set(entries.flatMap((entry) => entry.names))) taken.claim(name);
  const renamed: RenamedAttachment[] = [];
  for (const attachment of attachments) {
    const given = taken.claim(attachment.name);
    if (given !== attachment.name) renamed.push({ name: attachment.name, given });
    const specification = fileSpecification(document, { ...attachment, name: given }, date);
    entries.push({ key: textOf(given), specification, names: [given] });
    associated.push(specification);
  }
  names.set(PDFName.of('EmbeddedFiles'), context.register(leafOf(document, entries)));
  catalog.set(PDFName.of('Names'), names);
  catalog.set(PDFName.of('AF'), associated);
  return renamed;
}

/** ASCII unchanged, so that a name tree is sorted by name; other text as UTF-16BE (ISO 32000-2, 7.9.2.2). */
const textOf = (text: string) =>
  /^[\x20-\x7e]*$/.test(text)
    ? PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'))
    : PDFHexString.fromText(text);

/** One leaf with all names, sorted by their bytes (ISO 32000-2, 7.9.6). */
function leafOf({ context }: PDFDocument, entries: readonly EmbeddedFile[]): PDFDict {
  const sorted = entries
    .map((entry) => ({ ...entry, bytes: Buffer.from(entry.key.asBytes()) }))
    .sort((a, b) => a.bytes.compare(b.bytes));
  return context.obj({ Names: sorted.flatMap(({ key, specification }) => [key, specification]) });
}

function fileSpecification(
  { context }: PDFDocument,
  { name, data, contentType, description, relationship }: Attachment,
  date: Date | null,
): PDFRef {
  const params = context.obj({
    Size: data.byteLength,
    CheckSum: PDFHexString.of(createHash('md5').update(data).digest('hex')),
  });
  if (date !== null)
    params.set(PDFName.of('ModDate'), PDFHexString.of(Buffer.from(pdfDate(date), 'latin1').toString('hex')));
  const packed = deflateSync(data);
  const dict = context.obj({ Type: 'EmbeddedFile', Params: params });
  dict.set(PDFName.of('Subtype'), PDFName.of(contentType));
  if (packed.byteLength < data.byteLength) dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
  const file = context.register(PDFRawStream.of(dict, packed.byteLength < data.byteLength ? packed : data));
  const specification = context.obj({
    Type: 'Filespec',
    F: textOf(name.replace(/[^\x20-\x7e]/g, '_')),
    UF: PDFHexString.fromText(name),
    EF: { F: file, UF: file },
    AFRelationship: relationship,
  });
  if (description !== null) specification.set(PDFName.of('Desc'), PDFHexString.fromText(description));
  return context.register(specification);
}
