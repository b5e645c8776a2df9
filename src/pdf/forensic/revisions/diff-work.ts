import type { Obj } from '../../objects/objects.ts';
import type { Permit, Role } from './diff-rules.ts';
import type { Difference, Differences } from './difference.ts';

/** A pair of values to compare, and their role in their documents. */
export interface Pair {
  readonly before: Obj;
  readonly after: Obj;
  readonly role: Role;
  readonly at: Omit<Difference, 'permit'>;
}

/** Differences of one permission that are reported: many allowed ones must not hide the one that is not allowed. */
const maxAlike = 500;
/** Pairs that are compared. */
const maxPairs = 2_000_000;

/** The pairs that wait for their comparison, and the differences that were found. */
export class DiffWork {
  readonly #found: Difference[] = [];
  readonly #counts = new Map<Permit, number>();
  readonly #stack: Pair[] = [];

  /** Adds a pair to compare later; equal scalars are skipped at once. */
  push(pair: Pair): void {
    const { before, after } = pair;
    if (typeof before === 'object' || before !== after) this.#stack.push(pair);
  }

  /** Reports a difference; null for one that needs no permission. */
  report(permit: Permit | null, at: Omit<Difference, 'permit'>): void {
    if (permit === null) return;
    const count = this.#counts.get(permit) ?? 0;
    this.#counts.set(permit, count + 1);
    if (count < maxAlike) this.#found.push({ permit, ...at });
  }

  /** Compares pairs until none is left, or the limit is reached. */
  run(compare: (pair: Pair) => void): Differences {
    for (let count = 0; count < maxPairs; count += 1) {
      const pair = this.#stack.pop();
      if (pair === undefined) break;
      compare(pair);
    }
    return { differences: this.#found, whole: this.#stack.length === 0 };
  }
}
