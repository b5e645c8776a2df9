/** What is remembered at most. */
const maxCount = 200;

/**
 * Answers that are slow to find and always the same, by their question. Oldest out first: requests ask what they like.
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
