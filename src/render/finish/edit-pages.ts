import { applyEdits, type EditedFile } from '../../pdf/edit/apply-edits.ts';
import type { AddedFields } from '../../pdf/edit/forms/add-fields.ts';
import { joinForMerging, joinPrinted } from '../../pdf/printed/join/join-printed.ts';
import type { PrintedPart } from '../../pdf/printed/join/part.ts';
import { mergePdfs, type MergeDocument } from '../../pdf/assemble/merge.ts';
import { skeletonOf, type PrintedFrom } from '../../pdf/printed/stripped-copy.ts';
import { updatePrinted } from '../../pdf/printed/update-printed.ts';
import { renamed } from '../model/attachments.ts';
import type { Warning } from '../model/types/warning.ts';
import type { FinishJob, FinishPart } from './finish-job.ts';
import { bytesOf } from '../print/fragments/part-files.ts';

/** Edited pages, in the shape of a printed file. */
export interface Edited {
  readonly pdf: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** The pages of a segment; `mended` where `mendPrinted` has changed them. */
export interface Segment {
  readonly pdf: Uint8Array;
  readonly printed: boolean;
  readonly mended: boolean;
}

/** A part to be joined; its bytes are read on access. */
export const printedPart = ({ pdf, stamps, ...part }: FinishPart): PrintedPart => ({
  ...part,
  read: () => bytesOf(pdf),
  stamps: stamps.map(({ pdf: own, ...each }) => ({ ...each, read: () => bytesOf(own) })),
});

/**
 * Joins the parts of each print. A result that is merged afterwards is packed, because packed files are read with a
 * fraction of the memory.
 */
export function segmentsOf({ parts, order, info }: FinishJob): Segment[] {
  const groups = [...Map.groupBy(parts, ({ segment }) => segment).values()];
  const isMerged = groups.length > 1 || order !== null;
  return groups.map((group) => {
    const [only] = group as [FinishPart];
    if (!only.piece) return { pdf: bytesOf(only.pdf), printed: only.printed, mended: false };
    const all = group.map(printedPart);
    return { pdf: isMerged ? joinForMerging(all, info) : joinPrinted(all), printed: true, mended: true };
  });
}

/** Merges segments into one document, with their links, fields and outlines. */
export async function editSegments(job: FinishJob, segments: readonly Segment[]): Promise<Edited> {
  const { pdf: whole, from } = together(segments, job.order);
  const skeleton = skeletonOf(whole, from);
  const { pdf, warnings } = await edit(skeleton.pdf, job, { highest: skeleton.highest, isMerged: from === 'merging' });
  return { pdf: skeleton.restore(pdf), warnings };
}

/** One file of all segments, with only the requested pages, in the requested order. */
function together(
  segments: readonly Segment[],
  order: FinishJob['order'],
): { readonly pdf: Uint8Array; readonly from: PrintedFrom } {
  const [first] = segments;
  if (first?.printed === true && segments.length === 1 && order === null)
    return { pdf: first.pdf, from: first.mended ? 'parts' : 'browser' };
  const documents = segments.map(({ pdf, printed, mended }) => ({
    bytes: printed && !mended ? updatePrinted(pdf) : pdf,
    isPrinted: printed,
  }));
  const merge = (given: readonly MergeDocument[], compress: boolean) =>
    mergePdfs({
      documents: given,
      outline: 'keep',
      fields: 'rename',
      compress,
      oneDocument: true,
      limits: { pages: Infinity },
    }).pdf;
  if (order === null) return { pdf: merge(documents, false), from: 'merging' };
  const [whole = { bytes: new Uint8Array() }] =
    documents.length === 1 ? documents : [{ bytes: merge(documents, true) }];
  return { pdf: merge([{ ...whole, pages: () => order.map((page) => page + 1) }], false), from: 'merging' };
}

/** Adds bookmarks, fields, stamps and attachments to the stripped copy of a document. */
export async function edit(file: Uint8Array, job: FinishJob, kind: EditedFile): Promise<Edited> {
  const { pdf, renamed: taken, fields } = await applyEdits(file, job, kind);
  const names = taken.map(({ name, given }) => renamed(name, given));
  return { pdf, warnings: [...names, ...(fields ? fieldWarnings(fields, job.fields.partial) : [])] };
}

/** Warnings about changed names and values of fields, one each. */
function fieldWarnings({ renamed: others, missing, unplaced }: AddedFields, partial: boolean): Warning[] {
  const absent = partial
    ? []
    : unplaced.slice(0, 100).map((name): Warning => ({
        code: 'field-not-placed',
        message: `The field '${name}' is on no page: its place is hidden, or lies outside of the page.`,
      }));
  const names = others.slice(0, 100).map(({ name, given }): Warning => ({
    code: 'field-renamed',
    message: `There is a field '${name}' already, or its name can not be had: this one is now '${given}'.`,
  }));
  if (missing.length === 0) return [...names, ...absent];
  return [
    ...names,
    ...absent,
    {
      code: 'glyph-missing',
      message:
        `Values of form fields have characters that no installed font has (${missing.slice(0, 20).join(' ')}), ` +
        'so they are not drawn. The values are in the fields all the same.',
    },
  ];
}
