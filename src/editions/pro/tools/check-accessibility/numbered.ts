import type { AccessibilityReport } from '../../../../pdf/conformance/accessibility/check-accessibility.ts';
import type { Occurrence } from '../../../../pdf/conformance/occurrence.ts';
import type { Finding } from '../../../../pdf/edit/mark-findings.ts';

/**
 * A place where a check failed, and the number of its frame on the page; null where it is no place that could be
 * framed.
 */
export interface Numbered extends Occurrence {
  readonly number: number | null;
}

export interface FailedCheck {
  readonly id: string;
  readonly clause: string;
  readonly matterhorn: string | null;
  readonly places: readonly Numbered[];
}

/** Frames of one document. More would hide what they are about. */
const maxCount = 500;

/**
 * The checks that failed, their places numbered in the order in which the report lists them. A box that several are
 * about has one number.
 */
export function numbered({ checks }: AccessibilityReport): FailedCheck[] {
  const numbers = new Map<string, number>();
  const numberOf = ({ page, box }: Occurrence): number | null => {
    if (page === null || box === null) return null;
    const key = `${page} ${box.x} ${box.y} ${box.width} ${box.height}`;
    if (!numbers.has(key) && numbers.size < maxCount) numbers.set(key, numbers.size + 1);
    return numbers.get(key) ?? null;
  };
  return checks.flatMap(({ id, clause, matterhorn, status, occurrences }) =>
    status === 'failed'
      ? [
          {
            id,
            clause,
            matterhorn,
            places: occurrences.map((occurrence) => ({ ...occurrence, number: numberOf(occurrence) })),
          },
        ]
      : [],
  );
}

/** The frames: one for each number, with all that is to be said of it. */
export function frames(failed: readonly FailedCheck[]): Finding[] {
  const notes = new Map<number, Finding>();
  for (const { number, page, box, message, fix } of failed.flatMap(({ places }) => places)) {
    if (number === null || page === null || box === null) continue;
    const earlier = notes.get(number)?.note;
    const note = `${message} ${fix}`;
    notes.set(number, { page, box, label: String(number), note: earlier === undefined ? note : `${earlier}\n${note}` });
  }
  return [...notes.values()];
}
