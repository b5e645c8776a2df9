import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import type { DocumentInfo } from '../xmp/info.ts';
import { addBookmarks } from './add-bookmarks.ts';
import { addAttachments } from './attachments/add-attachments.ts';
import { drawStamps } from './draw-stamps.ts';
import { addFields, type AddedFields } from './forms/add-fields.ts';
import { labelPages, type PageLabel } from './label-pages.ts';
import { joinParts } from './join-parts.ts';
import { dropAbsentItems, pruneOutline } from './prune-outline.ts';
import type { Stamp } from './stamp.ts';
import type { StampPlaces } from './stamp-shown-pages.ts';

/** Additions to a document, and removals from its outline. */
export interface Edits {
  readonly bookmarks: Parameters<typeof addBookmarks>[1];
  readonly fields: Omit<Parameters<typeof addFields>[1], 'order'>;
  readonly stamps: readonly Stamp[];
  /** Where stamps lie on each page; empty where all pages were printed here. */
  readonly places: StampPlaces;
  /** Indexes of the pages of the result; `null` for all in their order. */
  readonly order: readonly number[] | null;
  /** Labels of the pages of the result; `null` = it has none. */
  readonly labels: readonly PageLabel[] | null;
  readonly unbookmarked: Parameters<typeof pruneOutline>[1];
  readonly attachments: Parameters<typeof addAttachments>[1];
  readonly info: DocumentInfo;
}

/** A file for editing. */
export interface EditedFile {
  /** The highest object number of the whole document. */
  readonly highest: number;
  /** It was merged from several documents. */
  readonly isMerged?: boolean;
}

/** The edited document, and what changed. */
export interface AppliedEdits {
  readonly pdf: Uint8Array;
  /** Attachments whose name existed already, with their new names. */
  readonly renamed: ReturnType<typeof addAttachments>;
  /** `null` if there were no fields to add. */
  readonly fields: AddedFields | null;
}

/**
 * Applies the edits to a document without its streams (see `stripped-copy.ts`). pdf-lib need not pause between objects,
 * because its thread has no other work.
 */
export async function applyEdits(
  file: Uint8Array,
  edits: Edits,
  { highest, isMerged }: EditedFile,
): Promise<AppliedEdits> {
  const { order, fields, info } = edits;
  const document = await PDFDocument.load(file, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  document.context.largestObjectNumber = highest;
  if (isMerged === true) joinParts(document, info.lang);
  if (order !== null) dropAbsentItems(document);
  if (edits.bookmarks.length > 0) addBookmarks(document, edits.bookmarks, order);
  const added = fields.widgets.length === 0 ? null : await addFields(document, { ...fields, order });
  const ordered = <T>(all: readonly (T | null)[]) => order?.map((page) => all[page] ?? null) ?? all;
  const stamps = edits.stamps.map((stamp) => ({ ...stamp, pages: ordered(stamp.pages) }));
  await drawStamps(document, stamps, ordered(edits.places));
  labelPages(document, edits.labels);
  if (edits.unbookmarked.length > 0) pruneOutline(document, edits.unbookmarked);
  const renamed = edits.attachments.length === 0 ? [] : addAttachments(document, edits.attachments, info.date);
  const pdf = await document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  });
  return { pdf, renamed, fields: added };
}
