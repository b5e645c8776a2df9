import type { AccessibilityReport } from '../../../../pdf/conformance/accessibility/check-accessibility.ts';
import type { FailedPlace } from '../../../../pdf/conformance/accessibility/accessibility-check.ts';
import type { Finding } from '../../../../pdf/edit/mark-findings.ts';

/** A place of a failed check, with the number of its frame on the page; `null` = it can't be framed. */
export interface Numbered extends FailedPlace {
  readonly number: number | null;
}

/**
 * A failed check with its places. `matterhorn` is a checkpoint of the Matterhorn Protocol, `null` where it has none.
 */
export interface FailedCheck {
  readonly id: string;
  readonly clause: string;
  readonly matterhorn: string | null;
  readonly places: readonly Numbered[];
}

/** The number of frames in one document. More would hide the content. */
const maxCount = 500;

/**
 * The failed checks. Their places are numbered in the order of the report; a box that several checks share has one
 * number.
 */
export function numbered({ checks }: AccessibilityReport): FailedCheck[] {
  const numbers = new Map<string, number>();
  const numberOf = ({ page, box }: FailedPlace): number | null => {
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

/** The frames, one for each number, with all messages about it. */
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
