import type { OptimizeOptions } from './optimize-options.ts';
import { AppError } from '../../problems.ts';
import { ContentBudget } from '../content/budget.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import { openPdf } from '../file/open.ts';
import { append } from '../objects/large-arrays.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { asReported } from './reported-options.ts';
import { bytesByCategory, type Bytes } from './categories.ts';
import { claimsOf, type Claims } from './claims.ts';
import { faultsOf, holds, type Faults } from './verify-output.ts';
import type { LeftAlone } from './streams/unchanged-streams.ts';
import { levels, type Level } from './levels.ts';
import { linearized } from './streams/linearize.ts';
import { makeSmaller, nothingDone, type Input } from './make-smaller.ts';
import type { Done, Made } from './made.ts';
import { firstPlan, leavesMore, nextPlan, type Plan } from './plan.ts';
import { respectSigned } from './signed.ts';
import { survey, type Survey } from './survey.ts';

export interface OptimizeResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly report: PlainReport;
  readonly before: Bytes;
  readonly after: Bytes;
  readonly done: Done;
  readonly left: readonly LeftAlone[];
  /** The input came back: nothing that holds is smaller. */
  readonly unchanged: boolean;
  readonly linearized: boolean;
  /** Of the page that changed most, 0 to 1. */
  readonly lowestSimilarity: number;
  /** The document had a C2PA manifest store, which spoke of other bytes and is gone. */
  readonly manifestDropped: boolean;
}

/** How long pictures are made and pages are looked at. Past it what was not looked at is left as it was. */
const patienceMilliseconds = 60_000;

/**
 * Makes a document smaller (docs/spec/tools.md). What was asked for by name to go is gone in any case. Every page of
 * the result is looked at and read by another reader (PDFium) beside the same page of the input; what does not hold is
 * left as it was, down to the input itself. Same input, same bytes, but for documents that take too long. For worker
 * threads.
 * @throws AppError `signature-would-break`, `limit-exceeded`, and those of `openPdf`
 */
export async function optimizePdf(options: OptimizeOptions): Promise<OptimizeResult> {
  const file = openPdf(options.bytes, { password: options.password });
  const before = bytesByCategory(file);
  respectSigned(file, options.breakSignatures);
  const deadline = performance.now() + patienceMilliseconds;
  const notes: string[] = [];
  const input: Input = {
    file,
    options,
    level: levelOf(options),
    claims: claimsSafely(options),
    found: surveySafely(file, notes),
    isLate: () => performance.now() > deadline,
  };
  const { made, faults } = await attempt(input, firstPlan, notes);
  const smaller = made === null ? null : await delivered(made, input, notes);
  const own = { pages: file.pages().length, before };
  if (made !== null && smaller !== null) {
    const after = bytesByCategory(openPdf(smaller.bytes, { password: options.password }));
    return {
      ...own,
      ...told(made.report, notes),
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
  const asked = asReported(input);
  const unlike = { ...own, done: nothingDone, left: [], linearized: false, lowestSimilarity: 1 };
  if (asked === null) {
    notes.push('The document comes back as it is: nothing that leaves it what it is makes it smaller.');
    return {
      ...unlike,
      ...told(new Report(), notes),
      pdf: options.bytes,
      after: before,
      unchanged: true,
      manifestDropped: false,
    };
  }
  const more = asked.bytes.length - options.bytes.length;
  notes.push(
    more > 0
      ? `Nothing makes the document smaller: without what was to go it takes ${more} bytes more than before.`
      : 'Beside what was to go the document is as it was: nothing else makes it smaller.',
  );
  return {
    ...unlike,
    ...told(asked.report, notes),
    pdf: asked.bytes,
    after: bytesByCategory(openPdf(asked.bytes, { password: options.password })),
    unchanged: false,
    manifestDropped: asked.manifestDropped,
  };
}

/** Pages that colours were asked to go from. */
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

function told(report: Report, notes: readonly string[]): { report: PlainReport } {
  for (const note of notes) report.warn(note);
  return { report: report.toPlain() };
}

function levelOf({ level, maxImagePpi, imageQuality, subsetFonts, grayscale }: OptimizeOptions): Level {
  const own = levels[level];
  const asked = maxImagePpi !== undefined || imageQuality !== undefined || grayscale;
  return {
    ...own,
    lossless: own.lossless && !asked,
    maxImagePpi: maxImagePpi ?? own.maxImagePpi,
    imageQuality: imageQuality ?? (own.lossless ? levels.archive.imageQuality : own.imageQuality),
    subsetFonts: subsetFonts ?? own.subsetFonts,
    similarity: Math.min(
      grayscale ? greySimilarity : 1,
      own.lossless && asked ? levels.archive.similarity : own.similarity,
    ),
  };
}

/** Of a page without its colours: how light inks look is not the same to all readers. */
const greySimilarity = 0.95;

/** What can not be checked is not known to conform. */
function claimsSafely({ bytes, password }: OptimizeOptions): Claims {
  return orElse(() => claimsOf(bytes, password), { claimed: [], kept: [] });
}

function surveySafely(file: PdfFile, notes: string[]): Survey | null {
  return orElse(
    () => survey(file, new ContentBudget({ milliseconds: patienceMilliseconds / 3 })),
    null,
    (error) =>
      notes.push(
        `Pictures and fonts are left as they are, because the content could not be gone through: ${error.message}`,
      ),
  );
}

function orElse<T>(make: () => T, otherwise: T, told: (error: AppError) => void = () => undefined): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    told(error);
    return otherwise;
  }
}

/** The first plan that holds; null where none does. */
async function attempt(
  input: Input,
  plan: Plan,
  notes: string[],
): Promise<{ readonly made: Made | null; readonly faults: Faults }> {
  const { options, file, level, claims, isLate } = input;
  const made = await makeSmaller(input, plan);
  const faults = await faultsOf({
    before: options.bytes,
    after: made.bytes,
    password: options.password,
    count: file.pages().length,
    similarity: level.similarity,
    grey: options.grayscale,
    claims,
    isLate,
  });
  if (holds(faults)) return { made, faults };
  const next = faults.blind ? null : nextPlan(plan, made, faults);
  if (next !== null) {
    if (leavesMore(plan, next)) append(notes, whyNot(faults));
    return attempt(input, next, notes);
  }
  // Storing the same data anew shows nothing else; where there was no time to look, that has to do.
  if (faults.late) return { made, faults };
  notes.push(
    faults.blind
      ? 'No other reader can show this document, so nothing could be looked at.'
      : 'Pages did not look or read the same however little was changed.',
  );
  return { made: null, faults };
}

function whyNot({ pages, claims, late }: Faults): string[] {
  const numbers = [...pages]
    .slice(0, 10)
    .map((page) => page + 1)
    .join(', ');
  return [
    ...(pages.size > 0
      ? [
          `Fonts or pictures on ${pages.size === 1 ? 'page' : 'pages'} ` +
            `${numbers}${pages.size > 10 ? ` and ${pages.size - 10} more` : ''} are better than the level asks ` +
            'for, or as they were: changed, the pages did not look or read the same.',
        ]
      : []),
    ...(claims ? ['Some of the document was left as it was, so that it still conforms to what it says.'] : []),
    ...(late
      ? ['The document takes too long to be looked at page by page: pictures and fonts are left as they are.']
      : []),
  ];
}

interface Delivered {
  readonly bytes: Uint8Array;
  readonly linear: boolean;
}

/** What leaves, if it is smaller than what came. */
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
      : 'The document is not linearized: it would be larger than what came.',
  );
  return { bytes, linear: false };
}
