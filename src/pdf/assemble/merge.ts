import { AppError } from '../../problems.ts';
import { assemble, type Selection } from './assemble.ts';
import { prepareDrawing, type FieldDrawing } from './drawn-fields.ts';
import type { FieldsMode } from './form.ts';
import { asksForDrawing } from './form-defaults.ts';
import type { Metadata } from './metadata.ts';
import type { OutlineMode } from './outline.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import { Source } from '../facts/source.ts';
import { titleOf } from '../copying/title.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import { openPdf } from '../file/open.ts';
import { defaultLimits, type Limits } from '../objects/limits.ts';

/**
 * The 1-based pages that are meant of a document of `count` pages, in order, repeats kept:
 * `pagesOf(parseRange(text), count)`.
 */
export type PageSelection = (count: number) => readonly number[];

export interface MergeDocument {
  readonly bytes: Uint8Array;
  /** All of them by default. */
  readonly pages?: PageSelection | undefined;
  readonly password?: string | undefined;
  /** Chromium printed it for the document that is made: of its fonts, the subsets of one become one. */
  readonly isPrinted?: boolean | undefined;
  /** For the outline. By default the title that the document itself has, else `name`. */
  readonly title?: string | undefined;
  /** That of its file, without `.pdf`. */
  readonly name?: string | undefined;
}

export interface MergeOptions {
  readonly documents: readonly MergeDocument[];
  readonly outline: OutlineMode;
  /** What becomes of fields of one name: one field where type, kind and value allow it, or two. */
  readonly fields: FieldsMode;
  /** Instead of what the first document says of itself. */
  readonly metadata?: Metadata | undefined;
  /** Leave an encrypted document's result unencrypted. */
  readonly decrypt?: boolean | undefined;
  /**
   * Objects in compressed streams where the version has them, as by default; else as plain text, with a table that says
   * where.
   */
  readonly compress?: boolean | undefined;
  /** The documents are parts of one: their tags stand below one `Document`. */
  readonly oneDocument?: boolean | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

export interface MergeResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly report: PlainReport;
}

/**
 * Makes one document of several: pages with all that belongs to them, outlines, destinations, form, tags, labels,
 * attachments and layers as one (docs/spec/tools.md). Synchronous: for worker threads. Same input, same bytes.
 * @throws AppError `too-many-pages` when the result has, and those of `openPdf` and of the page selections, their
 * sentences naming the document
 */
export function mergePdfs(options: MergeOptions): MergeResult {
  return write(choose(options), options, new Map());
}

/**
 * As `mergePdfs`. Where one document has viewers draw its fields (NeedAppearances) and another brings them drawn, the
 * fields of the first are drawn here: viewers would draw those of both.
 */
export async function mergeWithFonts({
  fonts,
  ...options
}: MergeOptions & { readonly fonts: readonly FontFolder[] }): Promise<MergeResult> {
  const selections = choose(options);
  try {
    return write(selections, options, await drawingsFor(selections, { fonts, own: true }));
  } catch (error) {
    // A font of a form may turn out to be broken as late as it is embedded.
    if (!(error instanceof AppError) || error.slug !== 'invalid-font') throw error;
    return write(selections, options, await drawingsFor(selections, { fonts, own: false }));
  }
}

async function drawingsFor(
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

function choose({ documents, outline, limits }: MergeOptions): Selection[] {
  return documents.map((document, index) =>
    naming(index + 1, documents.length, () =>
      select(document, index + 1, { titled: outline === 'perDocument', limits }),
    ),
  );
}

function write(
  all: readonly Selection[],
  { outline, fields, metadata, decrypt = false, compress = true, oneDocument, limits }: MergeOptions,
  drawings: ReadonlyMap<Source, FieldDrawing>,
): MergeResult {
  const report = new Report();
  const selections = all.filter(({ pages }) => pages.length > 0);
  const pages = selections.reduce((sum, selection) => sum + selection.pages.length, 0);
  if (pages === 0) throw new AppError('page-out-of-range', 'The page ranges name no page of the documents.');
  const most = limits?.pages ?? defaultLimits.pages;
  if (pages > most) throw new AppError('too-many-pages', `The result would have ${pages} pages, more than ${most}.`);
  for (const { document } of all.filter((one) => one.pages.length === 0))
    report.warn(`The page range of document ${document} names no page of it.`);
  const pdf = assemble({
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
    report,
  });
  return { pdf, pages, report: report.toPlain() };
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

/** Says which of several documents a problem is about. */
function naming<T>(document: number, count: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof AppError) || count === 1) throw error;
    throw new AppError(error.slug, `Document ${document}: ${error.message}`, {
      errors: error.errors,
      extra: { ...error.extra, document },
      cause: error,
    });
  }
}
