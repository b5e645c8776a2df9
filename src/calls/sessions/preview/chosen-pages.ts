import { pagesOf, parseRange } from '../../../input/range.ts';
import type { SessionLog } from './log/session-log.ts';
import type { Run } from './runs.ts';

/** The pages of a range, by their numbers from 1, or all; empty where the document has none of them. */
export function chosenOf(range: string | undefined, count: number): number[] {
  if (range === undefined) return Array.from({ length: count }, (_, index) => index + 1);
  try {
    return pagesOf(parseRange(range), count);
  } catch {
    return [];
  }
}

/** The pages of a session that stamps are drawn on. */
interface Stamped {
  readonly runs: readonly Run[];
  readonly pages: number;
  /** `output.pages`. */
  readonly range: string | undefined;
}

/** True where the stamps of a session can be drawn: each names pages that are there, and none breaks a signature. */
export function mayStamp({ stamps }: SessionLog, { runs, pages, range }: Stamped): boolean {
  if (range !== undefined || runs.some(({ isSigned }) => isSigned)) return false;
  return stamps.every((stamp) => {
    const { pages: own } = JSON.parse(Buffer.from(stamp).toString('utf8')) as { readonly pages?: string };
    return chosenOf(own, pages).length > 0;
  });
}
