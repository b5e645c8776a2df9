import { setImmediate as pause } from 'node:timers/promises';
import type { Divisions } from '../../../browser/page/typeset/hyphenate.ts';
import { engineFor, type Engine } from './engine.ts';
import { patternsFor } from './languages.ts';

/** Words that are divided before other requests have their turn. */
const atOnce = 2000;
const apostrophe = /['’ʼ]/u;

/** The places where words may be divided; `null` where there are no patterns for their language. */
export async function divisionsOf(language: string, words: readonly string[]): Promise<Divisions | null> {
  const patterns = patternsFor(language);
  if (patterns === null) return null;
  const engine = await engineFor(patterns);
  const places: Record<string, number[]> = Object.create(null) as Record<string, number[]>;
  for (const [index, word] of words.entries()) {
    const found = divisionsIn(word, engine, patterns);
    if (found.length > 0) places[word] = found;
    if (index % atOnce === atOnce - 1) await pause();
  }
  return { before: engine.before, after: engine.after, places };
}

/** Offsets at which a word may be divided. A word with a letter that the language does not know has none. */
function divisionsIn(word: string, engine: Engine, language: string): number[] {
  const whole = word.normalize('NFC').replace(/[’ʼ]/gu, "'");
  const lower = whole.toLocaleLowerCase(language);
  if (lower.length !== whole.length) return [];
  const parts = engine.letters.has("'") ? [lower] : lower.split(apostrophe);
  const offsets: number[] = [];
  let from = 0;
  for (const part of parts) {
    if (!Array.from(part).every((letter) => engine.letters.has(letter))) return [];
    for (const offset of engine.divisions(part)) offsets.push(from + offset);
    from += part.length + 1;
  }
  return whole.length === word.length ? offsets : offsets.map((offset) => decomposed(word, offset));
}

/** The offset in a word with combining marks of their own that is `composed` in its composed form (UAX 15). */
function decomposed(word: string, composed: number): number {
  let at = 0;
  while (at < word.length && word.slice(0, at).normalize('NFC').length < composed) at += 1;
  while (/^\p{M}/u.test(word.slice(at))) at += 1;
  return at;
}
