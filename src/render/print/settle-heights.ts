import type { Composed, Passes } from '../compose/compose-job.ts';
import type { RunningContent } from '../model/document.ts';
import { runningContentHeights, runningContentProbe } from '../running/measure-running-content.ts';
import { overlayJob, type OverlayPrint } from '../running/print-overlays.ts';
import { longestStrings } from '../running/strings/page-strings.ts';
import { hasStrings } from '../running/strings/placeholder.ts';
import { supply } from './print-job.ts';
import type { Warn } from './print-one.ts';
import type { Part } from './printed-part.ts';

/** Everything that the prints of one document have in common. */
export interface DocumentPrint extends OverlayPrint {
  readonly composed: Composed;
  /** Composes the document again, with results of earlier passes. */
  readonly compose: (passes: Passes) => Promise<Composed>;
}

/**
 * Measures headers and footers that may need more room than their margins have, in a print of their own. Where one
 * does, the document is composed again with margins that hold it.
 */
export async function settleHeights(
  job: DocumentPrint,
  warn: Warn,
  strings?: ReadonlyMap<string, string>,
): Promise<DocumentPrint> {
  const { base, baseCss, measured } = job;
  const probe = runningContentProbe(job.composed, { base, baseCss, all: measured !== null, strings });
  if (probe === null) return job;
  const pdf = await job.print(
    overlayJob(job, job.composed, probe.html, probe.cases.length),
    supply(job, job.composed, null, () => undefined),
  );
  const { heights, grows, warnings } = runningContentHeights(job.composed.document, probe.cases, pdf);
  for (const { code, message } of warnings) warn(code, message);
  if (!grows) return job;
  const compose: DocumentPrint['compose'] = (passes) => job.compose({ ...passes, runningHeights: heights });
  return { ...job, compose, composed: await compose({ resolved: null, contents: null }) };
}

/** Headers and footers that show headings or named strings, which only a print of the document finds. */
export interface LateHeights {
  /** The document before any of them was measured. */
  readonly given: DocumentPrint;
  /** The longest strings with which they were measured; `null` before that. */
  readonly strings: ReadonlyMap<string, string> | null;
}

/** Headers and footers that are measured after a print of the document; `null` where there are none. */
export const lateHeights = (given: DocumentPrint): LateHeights | null =>
  given.composed.document.runningContent.some(showsString) ? { given, strings: null } : null;

const showsString = ({ content }: RunningContent) => Object.values(content).some(hasStrings);

/** Headers and footers as a print shows them. */
interface MeasuredLate {
  readonly late: LateHeights;
  /** The document with margins that hold them; `null` where they have room in the printed ones. */
  readonly taller: DocumentPrint | null;
}

/** Measures late headers and footers with the longest strings of a print. Strings no longer than before are skipped. */
export async function measureLate(
  late: LateHeights,
  { job, parts }: { readonly job: DocumentPrint; readonly parts: readonly Pick<Part, 'pages' | 'strings'>[] },
  warn: Warn,
): Promise<MeasuredLate> {
  const { given, strings: before } = late;
  const found = longestStrings(parts);
  const isLonger = ([key, { length }]: [string, string]) => length > (before?.get(key)?.length ?? 0);
  if (before !== null && ![...found].some(isLonger)) return { late, taller: null };
  const strings = new Map([...(before ?? []), ...[...found].filter(isLonger)]);
  const settled = await settleHeights(given, warn, strings);
  const printed = job.composed.document.runningContent;
  const isTaller = ({ height }: RunningContent, index: number) => (height ?? 0) > (printed[index]?.height ?? 0);
  const grows = settled.composed.document.runningContent.some(isTaller);
  return { late: { given, strings }, taller: grows ? settled : null };
}
