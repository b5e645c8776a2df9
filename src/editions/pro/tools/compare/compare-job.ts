import { compareStructure, type StructureCompared } from '../../../../pdf/compare/compare-structure.ts';
import { compareText } from '../../../../pdf/compare/words/compare-text.ts';
import {
  compareVisual,
  type SizedPair,
  type VisualDifference,
  type VisualOptions,
} from '../../../../pdf/compare/pages/compare-visual.ts';
import type { Names } from '../../../../pdf/compare/marked/findings.ts';
import { markedPdf } from '../../../../pdf/compare/marked/marked-pdf.ts';
import { pageLooks } from '../../../../pdf/compare/pages/page-looks.ts';
import { plainPairs, type PlainPair } from '../../../../pdf/compare/words/plain-changes.ts';
import { displaced } from '../../../../pdf/compare/pages/same-places.ts';
import { readDocuments, type IgnoredBox } from '../../../../pdf/compare/read-document.ts';
import { reportOf, type CompareMode } from '../../../../pdf/compare/report.ts';
import { mendedOf } from '../../../../pdf/pdfium/document.ts';
import type { FontFolder } from '../../../../pdf/fonts/installed-fonts.ts';
import { jsonBytes } from '../../../json-bytes.ts';
import { pageSelector } from '../../../wanted-pages.ts';
import type { Mended, Side, Sides } from './sides.ts';

/** The first step of a comparison, as it is sent to a thread. */
export interface AlignJob {
  readonly sides: Sides;
  readonly ignore: readonly IgnoredBox[];
  /** True when the looks of the pages are compared, too. */
  readonly looks: boolean;
}

/** The pages of both documents in pairs. */
export interface AlignResult {
  /** All pairs with their changes, as JSON in UTF-8, because they are too many objects to send. */
  readonly pairs: Uint8Array;
  /** The pairs with a page on both sides; `pairs` below has all. */
  readonly both: readonly SizedPair[];
  readonly numbers: readonly { readonly before: number | null; readonly after: number | null }[];
  /**
   * The repaired documents, when the renderer refuses the original ones. They are repaired once, and not for every few
   * pages. `null` = the renderer accepts the original.
   */
  readonly mended: Mended;
}

/** Reads both documents and matches their pages and words. */
export async function runAlign({ sides, ignore, looks }: AlignJob): Promise<AlignResult> {
  const wanted = pageSelector();
  const read = ({ bytes, password, pages, pointer }: Side) => ({ bytes, password, pages: wanted(pages, pointer) });
  const [before, after] = [read(sides[0]), read(sides[1])];
  const documents = await readDocuments([before, after], ignore);
  const text = compareText(documents, [await pageLooks(before, documents[0]), await pageLooks(after, documents[1])]);
  const pairs = plainPairs(text, documents);
  const explained = (index: number) =>
    displaced(
      documents[0].pages[text.pairs[index]?.before ?? -1]?.words ?? [],
      documents[1].pages[text.pairs[index]?.after ?? -1]?.words ?? [],
    );
  return {
    pairs: jsonBytes(pairs),
    both: pairs.flatMap((pair, index) =>
      pair.before && pair.after
        ? [{ before: pair.before, after: pair.after, explained: looks ? explained(index) : [] }]
        : [],
    ),
    numbers: pairs.map((pair) => ({ before: pair.before?.number ?? null, after: pair.after?.number ?? null })),
    mended: [mendedOf(before)?.bytes ?? null, mendedOf(after)?.bytes ?? null],
  };
}

/** The comparison of rendered pages, as it is sent to a thread. */
export type LooksJob = Omit<VisualOptions, 'before' | 'after'> & { readonly sides: Sides };

/** Compares the looks of pages. */
export const runLooks = ({ sides: [before, after], ...options }: LooksJob): Promise<VisualDifference[]> =>
  compareVisual({ before, after, ...options });

/** The comparison of structure, as it is sent to a thread. `pairs` are page numbers. */
export interface StructureJob {
  readonly sides: Sides;
  readonly pairs: AlignResult['numbers'];
}

/** Compares the parts outside the pages. */
export const runStructure = ({ sides: [before, after], pairs }: StructureJob): Promise<StructureCompared> =>
  compareStructure({ before, after, pairs });

/** The last step of a comparison, as it is sent to a thread. `null` = that part was not compared. */
export interface ResultJob {
  readonly sides: Sides;
  readonly mode: CompareMode;
  readonly pairs: Uint8Array;
  readonly visual: readonly VisualDifference[] | null;
  readonly structure: StructureCompared | null;
  readonly names: Names;
  readonly fonts: readonly FontFolder[];
  /** The forms of the result that the request needs. */
  readonly wanted: { readonly report: boolean; readonly pdf: boolean };
}

/** The result in the requested forms; `null` = not requested. `json` is UTF-8. */
export interface CompareResult {
  readonly json: Uint8Array | null;
  readonly pdf: { readonly pdf: Uint8Array; readonly pages: number } | null;
}

/** Makes the report as JSON in UTF-8, and as a marked-up PDF. */
export async function runResult({
  sides: [before, after],
  pairs,
  mode,
  visual,
  structure,
  names,
  fonts,
  wanted,
}: ResultJob): Promise<CompareResult> {
  const compared = { mode, visual, structure, pairs: JSON.parse(Buffer.from(pairs).toString('utf8')) as PlainPair[] };
  const pdf = wanted.pdf ? await markedPdf({ before, after, compared, names, fonts }) : null;
  return { json: wanted.report ? jsonBytes(reportOf(compared)) : null, pdf };
}
