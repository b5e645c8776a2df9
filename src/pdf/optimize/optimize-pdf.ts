import type { OptimizeOptions } from './optimize-options.ts';
import { AppError } from '../../problems.ts';
import { ContentBudget } from '../content/budget.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import { openPdf } from '../file/open.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { asReported } from './reported-options.ts';
import { bytesByCategory, type Bytes } from './categories.ts';
import { claimsOf, type Claims } from './claims.ts';
import type { Faults } from './verify-output.ts';
import type { LeftAlone } from './streams/unchanged-streams.ts';
import { levels, type Level } from './levels.ts';
import { linearized } from './streams/linearize.ts';
import { nothingDone, type Input } from './make-smaller.ts';
import type { Done, Made } from './made.ts';
import { firstPlan } from './plan.ts';
import { respectSigned } from './signed.ts';
import { survey, type Survey } from './survey.ts';
import { attemptPlans } from './attempts.ts';

/** An optimized document, and what was done. */
export interface OptimizeResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly report: PlainReport;
  readonly before: Bytes;
  readonly after: Bytes;
  readonly done: Done;
  readonly left: readonly LeftAlone[];
  /** The result is the input: no smaller document was verified. */
  readonly unchanged: boolean;
  readonly linearized: boolean;
  /** Similarity of the page that changed most, 0 to 1. */
  readonly lowestSimilarity: number;
  /** The document had a C2PA manifest store for other bytes, which was removed. */
  readonly manifestDropped: boolean;
}

/** Time for making pictures and comparing pages. Later, anything that was not compared stays as it was. */
const timeLimitMs = 60_000;

/**
 * Makes a document smaller (docs/spec/tools.md). Explicitly requested removals are done in any case. Another reader
 * (PDFium) compares look and text of every page with the input. Changes that fail are undone, if need be all of them.
 * Same input, same bytes, except for documents that exceed the time limit. For worker threads.
 * @throws AppError `signature-would-break`, `limit-exceeded`, and those of `openPdf`
 */
export async function optimizePdf(options: OptimizeOptions): Promise<OptimizeResult> {
  const file = openPdf(options.bytes, { password: options.password });
  const before = bytesByCategory(file);
  respectSigned(file, options.breakSignatures);
  const deadline = performance.now() + timeLimitMs;
  const notes: string[] = [];
  const input: Input = {
    file,
    options,
    level: levelOf(options),
    claims: claimsSafely(options),
    found: surveySafely(file, notes),
    isLate: () => performance.now() > deadline,
  };
  const { made, faults } = await attemptPlans(input, firstPlan, notes);
  const smaller = made === null ? null : await delivered(made, input, notes);
  const own = { pages: file.pages().length, before };
  if (made !== null && smaller !== null) {
    const after = bytesByCategory(openPdf(smaller.bytes, { password: options.password }));
    return {
      ...own,
      ...withNotes(made.report, notes),
      pdf: smaller.bytes,
      after,
      done: made.done,
      left: [...made.left, ...stillColoured(options, faults)],
      unchanged: false,
      linearized: smaller.linear,
      lowestSimilarity: faults.lowest ?? 1,
      manifestDropped: made.manifestDropped,
    };
  }
  const requested = asReported(input);
  const unlike = { ...own, done: nothingDone, left: [], linearized: false, lowestSimilarity: 1 };
  if (requested === null) {
    notes.push('The document is returned unchanged: no change that preserves its look and its text makes it smaller.');
    return {
      ...unlike,
      ...withNotes(new Report(), notes),
      pdf: options.bytes,
      after: before,
      unchanged: true,
      manifestDropped: false,
    };
  }
  const more = requested.bytes.length - options.bytes.length;
  notes.push(
    more > 0
      ? `Nothing makes the document smaller: after the requested removals it takes ${more} bytes more than before.`
      : 'Only the requested removals were made: nothing else makes the document smaller.',
  );
  return {
    ...unlike,
    ...withNotes(requested.report, notes),
    pdf: requested.bytes,
    after: bytesByCategory(openPdf(requested.bytes, { password: options.password })),
    unchanged: false,
    manifestDropped: requested.manifestDropped,
  };
}

/** Pages that still show colours, though the request asks for greyscale. */
function stillColoured({ grayscale }: OptimizeOptions, { coloured }: Faults): LeftAlone[] {
  const numbers = coloured
    .slice(0, 10)
    .map((page) => page + 1)
    .join(', ');
  return !grayscale || coloured.length === 0
    ? []
    : [
        {
          what: 'colour',
          count: coloured.length,
          reason:
            `${coloured.length === 1 ? 'a page that still shows' : 'pages that still show'} colours ` +
            `(${numbers}${coloured.length > 10 ? ' and more' : ''})`,
        },
      ];
}

function withNotes(report: Report, notes: readonly string[]): { report: PlainReport } {
  for (const note of notes) report.warn(note);
  return { report: report.toPlain() };
}

function levelOf({ level, maxImagePpi, imageQuality, subsetFonts, grayscale }: OptimizeOptions): Level {
  const own = levels[level];
  const requested = maxImagePpi !== undefined || imageQuality !== undefined || grayscale;
  return {
    ...own,
    lossless: own.lossless && !requested,
    maxImagePpi: maxImagePpi ?? own.maxImagePpi,
    imageQuality: imageQuality ?? (own.lossless ? levels.archive.imageQuality : own.imageQuality),
    subsetFonts: subsetFonts ?? own.subsetFonts,
    similarity: Math.min(
      grayscale ? greySimilarity : 1,
      own.lossless && requested ? levels.archive.similarity : own.similarity,
    ),
  };
}

/** Least similarity of pages in greyscale: readers differ in the lightness of inks. */
const greySimilarity = 0.95;

/** Claims that can not be checked do not count. */
function claimsSafely({ bytes, password }: OptimizeOptions): Claims {
  return orElse(() => claimsOf(bytes, password), { claimed: [], reached: [] });
}

function surveySafely(file: PdfFile, notes: string[]): Survey | null {
  return orElse(
    () => survey(file, new ContentBudget({ milliseconds: timeLimitMs / 3 })),
    null,
    (error) =>
      notes.push(`Pictures and fonts are not changed, because the content could not be read: ${error.message}`),
  );
}

function orElse<T>(make: () => T, otherwise: T, onError: (error: AppError) => void = () => undefined): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    onError(error);
    return otherwise;
  }
}

interface Delivered {
  readonly bytes: Uint8Array;
  readonly linear: boolean;
}

/** The document to deliver; null if it is not smaller than the input. */
async function delivered(
  { bytes: quick, squeezed }: Made,
  { file, options: { bytes: input, password, linearize, decrypt, grayscale } }: Input,
  notes: string[],
): Promise<Delivered | null> {
  const slow = squeezed();
  const bytes = slow.length < quick.length ? slow : quick;
  if (bytes.length >= input.length && !grayscale) return null;
  if (bytes.length > input.length)
    notes.push(`Without colours the document takes ${bytes.length - input.length} bytes more than before.`);
  if (!linearize) return { bytes, linear: false };
  const encrypted = file.encryption !== null && !decrypt;
  const linear = await linearized(bytes, { password, encrypted });
  if (linear !== null && linear.length <= input.length) {
    if (linear.length > bytes.length) notes.push(`The order for the web takes ${linear.length - bytes.length} bytes.`);
    return { bytes: linear, linear: true };
  }
  notes.push(
    linear === null
      ? 'The document could not be linearized.'
      : 'The document is not linearized: it would be larger than the input.',
  );
  return { bytes, linear: false };
}
