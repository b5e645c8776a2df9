import { AppError } from '../../problems.ts';
import { assemble } from './assemble.ts';
import { closedLayout } from './closed-layout.ts';
import type { Selection } from './selection.ts';
import { writePdf, writePdfInParallel, type WriteOptions } from '../file/writing/write.ts';
import { prepareDrawing, type FieldDrawing } from './form/drawn-fields.ts';
import type { FieldsMode } from './form/form.ts';
import { asksForDrawing } from './form/form-defaults.ts';
import type { Metadata } from './metadata.ts';
import type { OutlineMode } from './outline.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import { Source } from '../facts/source.ts';
import { titleOf } from '../copying/title.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import { openPdf } from '../file/open.ts';
import { defaultLimits, type Limits } from '../objects/limits.ts';

/** Answers the selected 1-based pages of a document of `count` pages, in order, with repeats. */
export type PageSelection = (count: number) => readonly number[];

/** A document to merge. */
export interface MergeDocument {
  readonly bytes: Uint8Array;
  /** All pages unless given. */
  readonly pages?: PageSelection | undefined;
  readonly password?: string | undefined;
  /** Chromium printed it for this document, so that subsets of one font are merged. */
  readonly isPrinted?: boolean | undefined;
  /** For the outline; the title of the document, else `name`, unless given. */
  readonly title?: string | undefined;
  /** File name without `.pdf`. */
  readonly name?: string | undefined;
}

/** Documents to merge, and how. */
export interface MergeOptions {
  readonly documents: readonly MergeDocument[];
  readonly outline: OutlineMode;
  /** Merges fields of one name where type, kind and value allow it, or renames them. */
  readonly fields: FieldsMode;
  /** Replaces metadata of the first document. */
  readonly metadata?: Metadata | undefined;
  /** Removes the encryption of the result. */
  readonly decrypt?: boolean | undefined;
  /**
   * Uses object streams if the version has them; true unless given. Otherwise objects are plain text, with a
   * cross-reference table.
   */
  readonly compress?: boolean | undefined;
  /** The documents are parts of one: one `Document` element has their tags. */
  readonly oneDocument?: boolean | undefined;
  /** Something will be drawn on the pages: their content is made to leave the graphics state as it was. */
  readonly closed?: boolean | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** The merged document. */
export interface MergeResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly report: PlainReport;
}

/**
 * Merges documents: pages with all that belongs to them, outlines, destinations, form, tags, labels, attachments and
 * layers (docs/spec/tools.md). Synchronous: for worker threads. Same input, same bytes.
 * @throws AppError `too-many-pages` for the result, and those of `openPdf` and of the page selections, naming the
 * document
 */
export function mergePdfs(options: MergeOptions): MergeResult {
  const { assembled, ...result } = merged(selectionsOf(options), options, new Map());
  return { ...result, pdf: writePdf(assembled) };
}

/**
 * `mergePdfs`, but draws fields that one document leaves to viewers (NeedAppearances) if another brings drawn fields,
 * because viewers would redraw both.
 */
export async function mergeWithFonts({
  fonts,
  ...options
}: MergeOptions & { readonly fonts: readonly FontFolder[] }): Promise<MergeResult> {
  const selections = selectionsOf(options);
  try {
    return await written(selections, options, await drawingsFor(selections, { fonts, own: true }));
  } catch (error) {
    // A broken font of a form may be detected only when it is embedded.
    if (!(error instanceof AppError) || error.slug !== 'invalid-font') throw error;
    return written(selections, options, await drawingsFor(selections, { fonts, own: false }));
  }
}

/** Drawings of the forms that viewers were to draw, where other documents bring drawn fields. */
export async function drawingsFor(
  selections: readonly Selection[],
  options: { fonts: readonly FontFolder[]; own: boolean },
): Promise<ReadonlyMap<Source, FieldDrawing>> {
  const drawings = new Map<Source, FieldDrawing>();
  const forms = selections.filter(({ source, pages }) => pages.length > 0 && source.form.nodes.length > 0);
  const asking = forms.filter(({ source }) => asksForDrawing(source));
  if (asking.length < forms.length)
    for (const { source } of asking) drawings.set(source, await prepareDrawing(source, options));
  return drawings;
}

/**
 * Opens documents and finds their pages.
 * @throws AppError those of `openPdf` and of the page selections, naming the document
 */
export function selectionsOf({
  documents,
  outline,
  limits,
}: Pick<MergeOptions, 'documents' | 'outline' | 'limits'>): Selection[] {
  return documents.map((document, index) =>
    naming(index + 1, documents.length, () =>
      select(document, index + 1, { titled: outline === 'perDocument', limits }),
    ),
  );
}

async function written(
  selections: readonly Selection[],
  options: MergeOptions,
  drawings: ReadonlyMap<Source, FieldDrawing>,
): Promise<MergeResult> {
  const { assembled, ...result } = merged(selections, options, drawings);
  return { ...result, pdf: await writePdfInParallel(assembled) };
}

/** A merged document that is not written yet. */
interface Merged extends Omit<MergeResult, 'pdf'> {
  readonly assembled: WriteOptions;
}

function merged(
  all: readonly Selection[],
  { outline, fields, metadata, decrypt = false, compress = true, oneDocument, closed, limits }: MergeOptions,
  drawings: ReadonlyMap<Source, FieldDrawing>,
): Merged {
  const report = new Report();
  const selections = all.filter(({ pages }) => pages.length > 0);
  const pages = selections.reduce((sum, selection) => sum + selection.pages.length, 0);
  if (pages === 0) throw new AppError('page-out-of-range', 'The page ranges name no page of the documents.');
  const maxPages = limits?.pages ?? defaultLimits.pages;
  if (pages > maxPages)
    throw new AppError('too-many-pages', `The result would have ${pages} pages, more than ${maxPages}.`);
  for (const { document } of all.filter((one) => one.pages.length === 0))
    report.warn(`The page range of document ${document} names no page of it.`);
  const assembled = assemble({
    selections,
    outline,
    fields,
    drawings,
    attachments: true,
    metadata,
    decrypt,
    compress,
    oneDocument,
    share: all.length > 1,
    layout: closed === true ? closedLayout(selections) : undefined,
    report,
  });
  return { assembled, pages, report: report.toPlain() };
}

function select(
  { bytes, pages, password, title, name, isPrinted = false }: MergeDocument,
  document: number,
  { titled, limits = {} }: { titled: boolean; limits: Partial<Limits> | undefined },
): Selection {
  const source = new Source(openPdf(bytes, { password, limits }));
  const chosen =
    pages === undefined ? source.pages.map((_, index) => index) : pages(source.pages.length).map((page) => page - 1);
  const own = titled && title === undefined ? titleOf(source) : null;
  return { source, pages: chosen, document, isPrinted, title: title ?? own ?? name ?? `Document ${document}` };
}

/** Runs an action for a document, and names the document in its problems. */
function naming<T>(document: number, count: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AppError) || count === 1) throw error;
    throw new AppError(error.slug, `Document ${document}: ${error.message}`, {
      errors:
        error.errors.length > 0 ? error.errors : [{ pointer: `/documents/${document - 1}`, message: error.message }],
      extra: { ...error.extra, document },
      cause: error,
    });
  }
}
