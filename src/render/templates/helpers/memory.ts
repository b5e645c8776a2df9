/** Maximum number of remembered answers. */
const maxCount = 200;

/**
 * A cache of values that are slow to compute and never change, by their key. The oldest entry is removed first, because
 * requests may contain any key.
 */
export class Memory<T> {
  readonly #known = new Map<string, T>();

  recall(question: string, find: () => T): T {
    const known = this.#known.get(question);
    if (known !== undefined) return known;
    const answer = find();
    const [oldest] = this.#known.keys();
    if (this.#known.size >= maxCount && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(question, answer);
    return answer;
  }
}
