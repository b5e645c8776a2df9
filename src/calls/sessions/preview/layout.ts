import type { NumberedFrom } from '../../../render/numbering/page-numbers-options.ts';
import type { PrintedStretch } from '../../../render/preview/printed-stretch.ts';
import type { Stretches } from '../../../render/preview/stretches.ts';
import type { NumbersAt } from './numbers-of-runs.ts';
import type { Run } from './runs.ts';
import type { SessionLog } from './log/session-log.ts';

/** The pages of a session as runs, in order. */
export interface Layout {
  readonly log: SessionLog;
  readonly runs: readonly PlacedRun[];
  readonly pages: number;
  /** The pages that `output.pages` chooses, by their numbers, from 1. */
  readonly chosen: readonly number[];
  /** True where a render prints any segment in parts. */
  readonly inParts: boolean;
  /** Where page numbers begin anew; `segment` is the index of the page. */
  readonly numberedFrom: readonly NumberedFrom[];
}

/** A run, and the index of its first operation. */
export interface PlacedRun {
  readonly at: number;
  readonly run: Run;
}

/** A place without printed pages. */
export interface Gap {
  readonly log: SessionLog;
  readonly at: number;
  /** Bytes of operations to print. */
  readonly bytes: number;
  readonly before: readonly Run[];
  /** The numbers before it; `null` where the session has none. */
  readonly numbers: NumbersAt | null;
}

/** The runs of the segment of an operation. */
export const ofSegment = (runs: readonly PlacedRun[], log: SessionLog, at: number): Run[] =>
  runs.filter((one) => log.segments.startOf(one.at) === log.segments.startOf(at)).map(({ run }) => run);

/** Adds up a number of each run. */
export const sumOf = (runs: readonly Run[], of: (run: Run) => number): number =>
  runs.reduce((all, run) => all + of(run), 0);

/** True where a render prints these runs of a segment in parts. */
export function isLong(stretches: Pick<Stretches, 'isLong'>, runs: readonly Run[]): boolean {
  const [size, characters] = [sumOf(runs, (run) => run.size), sumOf(runs, (run) => run.characters)];
  return stretches.isLong({ size, characters });
}

/** The pages of runs. */
export const pagesOf = (runs: readonly Run[]): PrintedStretch['pages'] =>
  runs.flatMap(({ file, page, pages }) => file.pages.slice(page, page + pages));
