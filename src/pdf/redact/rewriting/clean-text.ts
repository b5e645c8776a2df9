import { joined } from '../survey/normal-text.ts';
import type { Rule } from '../survey/rules.ts';

/** Characters. */
export const shortestInData = 4;

/** Looks for what is to go in texts that are on no page. */
export class TextCleaner {
  readonly #rules: readonly Rule[];
  /** What stands where something was: never anything that a rule would find. */
  readonly replacement: string;
  /** Names that were changed, and what they are now. */
  readonly #names = new Map<string, string>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.replacement =
      ['***', '___', '#'].find((candidate) =>
        rules.every((rule) => rule.find(candidate).length === 0 && rule.find(` ${candidate} `).length === 0),
      ) ?? '';
  }

  /** Which rules find something. */
  found(text: string): string[] {
    if (this.#rules.length === 0 || text === '') return [];
    const { text: normal } = joined(Array.from(text));
    return this.#rules.filter((rule) => rule.find(normal).length > 0).map(({ pointer }) => pointer);
  }

  /** As `found`, in data that may be anything: chance makes short words, and what a pattern finds, anywhere. */
  foundInData(text: string): string[] {
    const words = this.#rules.filter(({ literal }) => literal !== null && literal.length >= shortestInData);
    if (words.length === 0) return [];
    const { text: normal } = joined(Array.from(text));
    return words.filter((rule) => rule.find(normal).length > 0).map(({ pointer }) => pointer);
  }

  isClean(text: string): boolean {
    return this.found(text).length === 0;
  }

  /** The text without what was found; as it was, where nothing was. */
  cleaned(text: string): string {
    const characters = Array.from(text);
    const { text: normal, origins } = joined(characters);
    const gone = new Set<number>();
    for (const rule of this.#rules) {
      for (const [start, end] of rule.find(normal)) {
        const from = origins[start] ?? 0;
        const to = end < origins.length ? (origins[end] ?? characters.length) : characters.length;
        for (let at = from; at < Math.max(to, from + 1); at += 1) gone.add(at);
      }
    }
    if (gone.size === 0) return text;
    const kept = characters
      .map((character, at) => (!gone.has(at) ? character : gone.has(at - 1) ? '' : this.replacement))
      .join('');
    // What is left may be found anew, now that it stands together.
    return this.isClean(kept) ? kept : this.replacement;
  }

  /** A name in place of one that says too much, always the same for the same: others refer to it. */
  name(name: string): string {
    if (this.isClean(name)) return name;
    const known = this.#names.get(name) ?? `x${this.#names.size + 1}`;
    this.#names.set(name, known);
    return known;
  }
}
