import type { NumberedFrom, PageNumbersOptions } from '../../../render/numbering/page-numbers-options.ts';
import type { PlacedRun } from './layout.ts';
import type { SessionLog } from './log/session-log.ts';

/**
 * Where page numbers begin anew: `segment` is the index of the page. `null` where the operations do not show the page.
 */
export function pageNumbersOf(log: SessionLog, runs: readonly PlacedRun[]): NumberedFrom[] | null {
  const found: NumberedFrom[] = [];
  for (const index of log.numbers) {
    const page = pageOf(log, runs, index);
    if (page === null) return null;
    const { style, start = 1, prefix = '' } = optionsOf(log, index);
    found.push({ style, start, prefix, segment: page, id: null });
  }
  return found;
}

const optionsOf = (log: SessionLog, index: number): PageNumbersOptions =>
  JSON.parse(Buffer.from(log.log[index] ?? []).toString('utf8')) as PageNumbersOptions;

/** Index of the page that follows an operation; `null` where it is not known. */
function pageOf(log: SessionLog, runs: readonly PlacedRun[], index: number): number | null {
  const kindsIn = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => log.segments.kindOf(from + at));
  const begins = (from: number, to: number): boolean =>
    kindsIn(from, to).some((kind) => kind === 'page' || kind === 'break');
  let before = 0;
  for (const { at, run } of runs) {
    const end = at + run.operations;
    if (index >= end) {
      before += run.pages;
      continue;
    }
    const content = kindsIn(index, end).indexOf('content');
    // An anchor at the end of a segment may have a page of its own.
    if (content < 0 && kindsIn(index, end).includes('anchor')) return null;
    if (content < 0) return end === log.segments.endOf(index) && !begins(index, end) ? before + run.pages : null;
    const isLeading = !kindsIn(at, index).includes('content') && !begins(index, index + content);
    return isLeading && kindsIn(at, index).filter((kind) => kind === 'page' || kind === 'break').length < 2
      ? before
      : null;
  }
  return before;
}
