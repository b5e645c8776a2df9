import { createHash } from 'node:crypto';

/**
 * The objects of a joined file that several parts may have, each to be written once: their numbers by their content.
 */
export class SharedObjects {
  readonly #numbers = new Map<string, number>();

  /** The number of an object that is the same, references included, else `own`; `stored` is what is in its stream. */
  numberOf(text: string, stored: Uint8Array | null, own: number): number {
    const hash = createHash('sha256').update(text, 'latin1');
    if (stored !== null) hash.update('\nstream\n').update(stored);
    const key = hash.digest('base64');
    const known = this.#numbers.get(key);
    if (known === undefined) this.#numbers.set(key, own);
    return known ?? own;
  }
}
