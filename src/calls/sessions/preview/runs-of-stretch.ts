import type { PrintedStretch } from '../../../render/preview/printed-stretch.ts';
import { keyOf, lowestLevel, type NumbersAt, type RunNumbers } from './numbers-of-runs.ts';
import type { Run } from './runs.ts';
import type { SessionLog } from './log/session-log.ts';

/** A stretch that was printed. */
interface Stretch {
  readonly log: SessionLog;
  readonly at: number;
  readonly end: number;
  /** The operations of the steps that were printed. */
  readonly indexes: readonly number[];
  readonly file: Run['file'];
  /** The numbers before it; `null` where the session has none. */
  readonly numbers: NumbersAt | null;
}

/**
 * The runs of a stretch whose ends are certain, by their first operations. Where a page ends by itself, this follows
 * from what the page after it contains, so that has to be whole.
 */
export function runsOf(printed: PrintedStretch, { log, at, end, indexes, file, numbers }: Stretch): Map<number, Run> {
  const { starts, sizes, highlighted, pages } = printed;
  const isLast = log.segments.endsBefore(end);
  const runs = new Map<number, Run>();
  const placeOf = (index: number): number => {
    const step = starts[index]?.step;
    return step === undefined ? end : index === 0 ? at : (indexes[step - 1] ?? 0) + 1;
  };
  const until = (index: number): number | null => {
    const start = starts[index];
    if (start === undefined) return isLast ? end : null;
    return start.isForced ? (indexes[start.content] ?? 0) + 1 : null;
  };
  let before = numbers;
  const count = Math.max(1, starts.length); // operations that fill no page are a run too
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [placeOf(index), placeOf(index + 1)];
    const next = starts[index + 1];
    const certain =
      until(index + 1) ?? until(index + 2) ?? (starts[index + 2] === undefined ? null : placeOf(index + 2));
    if (certain === null) break;
    const page = starts[index]?.page ?? 0;
    const isOwn = (step: number): boolean => (indexes[step] ?? -1) >= from && (indexes[step] ?? Infinity) < to;
    const own = indexes.flatMap((_, step) => (isOwn(step) ? [step] : []));
    const ofRun = before === null ? null : numbersOf(printed, own, before);
    if (before !== null && ofRun !== null) before = { ...before, state: ofRun.after };
    runs.set(from, {
      ...{ file, page, pages: (next?.page ?? pages.length) - page },
      ...{ operations: to - from, until: certain - from, isEnd: isLast && certain === end && next?.isForced !== true },
      isForced: starts[index]?.isForced ?? true,
      digest: log.digestOf(from, certain),
      size: sizes[index]?.size ?? 0,
      characters: sizes[index]?.characters ?? 0,
      highlighted: own.reduce((sum, step) => sum + (highlighted[step] ?? 0), 0),
      listed: listedInRun(
        printed.listed.filter(({ step }) => isOwn(step)),
        page,
      ),
      headings: own.flatMap((step) => printed.headings[step] ?? []),
      styles: own.flatMap((step) => stylesOf(printed, step, (indexes[step] ?? from) - from)),
      isSigned: false,
      numbers: ofRun,
      ids: own.flatMap((step) => printed.ids[step] ?? []),
    });
  }
  return runs;
}

/** What may be listed of a run; `first` is the index of its first page in its file. */
export const listedInRun = (listed: PrintedStretch['listed'], first: number): Run['listed'] =>
  listed.map(({ of, level, number, text, id, hasOwnId, page }) => ({
    ...{ of, level, number, text, ownId: hasOwnId ? id : null },
    page: page === null ? null : page - first,
  }));

/** The styles of a step, where it adds any. */
function stylesOf({ styles }: PrintedStretch, step: number, operation: number): Run['styles'] {
  const own = styles[step];
  return own === undefined || own.sheets.length + own.elements.length === 0 ? [] : [{ ...own, operation }];
}

/** The numbers of a run with these steps. */
function numbersOf({ numbers }: PrintedStretch, steps: readonly number[], before: NumbersAt): RunNumbers {
  const after = steps.flatMap((step) => numbers[step] ?? []);
  return {
    ...{ key: keyOf(before), before, after: after.at(-1)?.state ?? before.state },
    top: Math.min(lowestLevel, ...after.map(({ top }) => top)),
  };
}
