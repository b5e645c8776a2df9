import { mergeWithFonts, type MergeDocument, type MergeOptions } from '../../../pdf/assemble/merge.ts';
import { arrangePdfs } from '../../../pdf/assemble/arrange/arrange.ts';
import type { Report } from '../../../pdf/facts/report.ts';
import { fillForm } from '../../../pdf/fill/fill-form.ts';
import { flattenMarks } from '../../../pdf/fill/flatten-marks.ts';
import type { ArrangeStep, Flatten } from '../../../pdf/assemble/arrange/arrange-steps.ts';
import type { PlainStep } from './arrange/plain-step.ts';
import { planSplit, type SplitOptions } from '../../../pdf/assemble/split.ts';
import type { SplitBy } from '../../../pdf/assemble/split/pieces.ts';
import type { FontFolder } from '../../../pdf/fonts/installed-fonts.ts';
import { extractText, type ExtractOptions } from '../../../pdf/text/extract-text.ts';
import { plainText } from '../../../pdf/text/layout/plain-text.ts';
import { task } from '../../../threads/threads.ts';
import { jsonBytes } from '../../json-bytes.ts';
import { pageSelector } from '../../wanted-pages.ts';
import { runRasterize } from './rasterize/rasterize-job.ts';

/**
 * An extraction as plain data, which is sent to a thread. Page ranges are still text, and become pages once the
 * document is open.
 */
export interface ExtractJob {
  readonly bytes: Uint8Array;
  readonly options: Omit<ExtractOptions, 'pages'> & { readonly pages?: string };
}

/**
 * The extracted text as JSON and as plain text, both in UTF-8, because the words of a long document are too many
 * objects to send.
 */
export interface ExtractResult {
  readonly json: Uint8Array;
  readonly text: Uint8Array;
}

/** Extracts text. */
export const extract = task(async ({ bytes, options: { pages, ...options } }: ExtractJob): Promise<ExtractResult> => {
  const extracted = await extractText(bytes, {
    ...options,
    pages: pages === undefined ? null : pageSelector()(pages, '/pages'),
  });
  return { json: jsonBytes(extracted), text: Buffer.from(plainText(extracted)) };
});

/** Draws pages as images. */
export const rasterize = task(runRasterize);

/** A merge as plain data, which is sent to a thread: page ranges are still text. */
export interface MergeJob extends Omit<MergeOptions, 'documents'> {
  readonly documents: readonly (Omit<MergeDocument, 'pages'> & { readonly pages: string | undefined })[];
  readonly fonts: readonly FontFolder[];
}

/** Merges documents. */
export const merge = task(({ documents, ...options }: MergeJob) => {
  const wanted = pageSelector();
  return mergeWithFonts({
    ...options,
    documents: documents.map(({ pages, ...document }, index) => ({
      ...document,
      pages: wanted(pages, `/documents/${index}/pages`),
    })),
  });
});

/** An arrangement as plain data, which is sent to a thread: page ranges are still text. */
export interface ArrangeJob extends Pick<MergeJob, 'documents' | 'fonts' | 'outline' | 'fields'> {
  readonly steps: readonly PlainStep[];
}

/** Arranges the pages of documents. */
export const arrange = task(({ documents, steps, ...options }: ArrangeJob) => {
  const wanted = pageSelector();
  return arrangePdfs({
    ...options,
    flatten: (bytes, what, report) => flattened(bytes, what, { report, fonts: options.fonts }),
    documents: documents.map(({ pages, ...document }, index) => ({
      ...document,
      pages: wanted(pages, `/documents/${index}/pages`),
    })),
    // a selector of its own for each step, because a selector counts the pages of all its ranges
    steps: steps.map((step, index): ArrangeStep => {
      const pointer = `/steps/${index}`;
      const pages = 'pages' in step ? { pages: pageSelector()(step.pages, `${pointer}/pages`) } : {};
      return { ...step, ...pages, pointer } as ArrangeStep;
    }),
  });
});

async function flattened(
  bytes: Uint8Array,
  { annotations, forms }: Flatten,
  { report, fonts }: { readonly report: Report; readonly fonts: readonly FontFolder[] },
): Promise<Uint8Array> {
  const { pdf, left } = annotations ? flattenMarks(bytes) : { pdf: bytes, left: 0 };
  if (left > 0) report.warn(`Annotations without an appearance can not become content: ${left} of them stay.`);
  if (!forms) return pdf;
  const options = { values: {}, strict: true, flatten: true, breakSignatures: true, decrypt: false, fonts };
  const filled = await fillForm({ bytes: pdf, ...options });
  report.add({ ...filled.report, signed: [] });
  return filled.pdf;
}

/** The places of a split; a request has exactly one of these. */
export interface SplitAt {
  readonly ranges?: readonly string[];
  readonly every?: number;
  readonly atBookmarks?: number;
  readonly maxBytes?: number;
  readonly atBlankPages?: true;
  readonly atText?: string;
}

/** A split as plain data, which is sent to a thread: ranges and texts are still unread. */
export interface SplitJob extends Omit<SplitOptions, 'by'> {
  readonly at: SplitAt;
}

/** Splits a document. */
export const split = task(async ({ at, ...options }: SplitJob) => {
  const plan = planSplit({ ...options, by: await splitBy(at, options) });
  return plan.write(options.nameText === undefined ? undefined : await textsOf(options, plan.firstPages));
});

async function splitBy(
  { ranges, atText, ...others }: SplitAt,
  { bytes, password }: Omit<SplitJob, 'at'>,
): Promise<SplitBy> {
  const wanted = pageSelector();
  if (ranges !== undefined) return { ranges: ranges.map((range, index) => wanted(range, `/ranges/${index}`)) };
  if (atText === undefined) return others as SplitBy;
  return { atText, textOf: await textsOf({ bytes, password }) };
}

/** The text of these pages (1-based), or of all, by their number. */
async function textsOf(
  { bytes, password }: Pick<SplitJob, 'bytes' | 'password'>,
  wanted?: readonly number[],
): Promise<(page: number) => string> {
  const options = { ...(password !== undefined && { password }), ...(wanted && { pages: [...new Set(wanted)] }) };
  const { pages } = await extractText(bytes, options);
  const texts = new Map(pages.map(({ number, text }) => [number, text]));
  return (page) => texts.get(page) ?? '';
}
