/** Maximum number of remembered answers. */
const maxCount = 200;

/**
 * Answers that are slow to find and always the same, by their question. The oldest one is removed first, because
 * requests may contain any question.
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
