import { joined } from '../survey/reading/normal-text.ts';
import type { Rule } from '../survey/rules.ts';

/** Characters of the shortest match that counts in binary data. */
export const shortestInData = 4;

/** Searches texts outside the pages for what is to be redacted, and cleans them. */
export class TextCleaner {
  readonly #rules: readonly Rule[];
  /** The text in place of a match; no rule finds it. */
  readonly replacement: string;
  /** Changed names, and their replacements. */
  readonly #names = new Map<string, string>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.replacement =
      ['***', '___', '#'].find((candidate) =>
        rules.every((rule) => rule.find(candidate).length === 0 && rule.find(` ${candidate} `).length === 0),
      ) ?? '';
  }

  /** The pointers of the rules that find something. */
  found(text: string): string[] {
    if (this.#rules.length === 0 || text === '') return [];
    const { text: normal } = joined(Array.from(text));
    return this.#rules.filter((rule) => rule.find(normal).length > 0).map(({ pointer }) => pointer);
  }

  /** `found` for binary data, where short words and matches of patterns occur by chance. */
  foundInData(text: string): string[] {
    const words = this.#rules.filter(({ literal }) => literal !== null && literal.length >= shortestInData);
    if (words.length === 0) return [];
    const { text: normal } = joined(Array.from(text));
    return words.filter((rule) => rule.find(normal).length > 0).map(({ pointer }) => pointer);
  }

  isClean(text: string): boolean {
    return this.found(text).length === 0;
  }

  /** The text without its matches; unchanged where there are none. */
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
    const remaining = characters
      .map((character, at) => (!gone.has(at) ? character : gone.has(at - 1) ? '' : this.replacement))
      .join('');
    // Removing a match may join text to a new one.
    return this.isClean(remaining) ? remaining : this.replacement;
  }

  /**
   * A replacement for a name that a rule finds. Equal names get equal replacements, because other objects refer to
   * them.
   */
  name(name: string): string {
    if (this.isClean(name)) return name;
    const known = this.#names.get(name) ?? `x${this.#names.size + 1}`;
    this.#names.set(name, known);
    return known;
  }
}
