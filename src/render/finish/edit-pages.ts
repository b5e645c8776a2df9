import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import { addBookmarks } from '../../pdf/edit/add-bookmarks.ts';
import { addAttachments } from '../../pdf/edit/attachments/add-attachments.ts';
import { addFields, type AddedFields } from '../../pdf/edit/forms/add-fields.ts';
import { joinForMerging, joinPrinted } from '../../pdf/printed/join/join-printed.ts';
import type { PrintedPart } from '../../pdf/printed/join/part.ts';
import { joinParts } from '../../pdf/edit/join-parts.ts';
import { mergePdfs, type MergeDocument } from '../../pdf/assemble/merge.ts';
import { dropAbsentItems, pruneOutline } from '../../pdf/edit/prune-outline.ts';
import { skeletonOf, type PrintedFrom } from '../../pdf/printed/stripped-copy.ts';
import { stamp, type Stamp } from '../../pdf/edit/stamp.ts';
import { updatePrinted } from '../../pdf/printed/update-printed.ts';
import { renamed } from '../model/attachments.ts';
import type { Warning } from '../model/document.ts';
import type { FinishJob, FinishPart } from './finish-job.ts';
import { bytesOf } from '../print/fragments/part-files.ts';

/** Pages with what was done to them: in the shape of a printed file. */
export interface Edited {
  readonly pdf: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** The pages of a segment; `mended` where `mendPrinted` has been at them. */
export interface Segment {
  readonly pdf: Uint8Array;
  readonly printed: boolean;
  readonly mended: boolean;
}

/** A part to be joined: its bytes are there when they are asked for. */
export const printedPart = ({ pdf, stamps, ...part }: FinishPart): PrintedPart => ({
  ...part,
  read: () => bytesOf(pdf),
  stamps: stamps.map(({ pdf: own, ...each }) => ({ ...each, read: () => bytesOf(own) })),
});

/**
 * Parts of one print are joined to what that print would have been: packed, where it is to be merged, as that reads
 * packed files in a fraction of the memory.
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

/** Segments become one document with all that belongs to them. */
export async function editSegments(job: FinishJob, segments: readonly Segment[]): Promise<Edited> {
  const { pdf: whole, from } = together(segments, job.order);
  const skeleton = skeletonOf(whole, from);
  const { pdf, warnings } = await edit(skeleton.pdf, job, { highest: skeleton.highest, isMerged: from === 'merging' });
  return { pdf: skeleton.restore(pdf), warnings };
}

/** One file of all segments, with its pages in the order asked for, and nothing of the others. */
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

/** What is known of a skeleton: the highest number of an object, and whether it was merged. */
interface SkeletonKind {
  readonly highest: number;
  readonly isMerged?: boolean;
}

/**
 * Adds what is no print to the skeleton of a document (see `Skeleton`). Its thread has nothing else to do: pdf-lib need
 * not pause between objects.
 */
export async function edit(
  skeleton: Uint8Array,
  { bookmarks, fields, stamps, order, unbookmarked, attachments, info }: FinishJob,
  { highest, isMerged = false }: SkeletonKind,
): Promise<Edited> {
  const document = await PDFDocument.load(skeleton, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  document.context.largestObjectNumber = highest;
  if (isMerged) joinParts(document, info.lang);
  if (order !== null) dropAbsentItems(document);
  if (bookmarks.length > 0) addBookmarks(document, bookmarks, order);
  const added = fields.widgets.length === 0 ? null : await addFields(document, { ...fields, order });
  for (const each of inOrder(stamps))
    await stamp(document, order === null ? each : { ...each, pages: order.map((page) => each.pages[page] ?? null) });
  if (unbookmarked.length > 0) pruneOutline(document, unbookmarked);
  const taken = attachments.length === 0 ? [] : addAttachments(document, attachments, info.date);
  const pdf = await document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  });
  return {
    pdf,
    warnings: [
      ...taken.map(({ name, given }) => renamed(name, given)),
      ...(added ? fieldWarnings(added, fields.partial) : []),
    ],
  };
}

/** What became of names and values of fields, one warning each. */
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

/**
 * Lowest first as they are given: what lies under is put beneath what is there already, so the highest of those comes
 * first.
 */
function inOrder(stamps: readonly Stamp[]): Stamp[] {
  return [
    ...stamps.filter(({ layer }) => layer === 'under').reverse(),
    ...stamps.filter(({ layer }) => layer === 'over'),
  ];
}
