import { withoutEnd } from '../../../without-end.ts';

const softHyphen = '\u00AD';
const hyphens = ['-', '\u2010', softHyphen];
const maxWordCharacters = 100;
/** A word with a hyphen at the end of a line (UAX #14: HY, BA). */
const cutWord = /(?<!\S)(\S*[\p{L}\p{N}\p{M}])([-\u2010\u00AD])$/u;
const firstWord = /^\S+/u;

/**
 * Joins a text with the next line at a hyphen; `null` without one. A soft hyphen is dropped. A hard one is dropped
 * before a small letter, unless the text has the word with the hyphen elsewhere, or the word has another hyphen; it
 * stays before capitals and digits.
 */
export function joinedByHyphen(text: string, next: string, vocabulary: ReadonlySet<string>): string | null {
  if (!hyphens.includes(text.at(-1) ?? '')) return null;
  const [, word, hyphen] = cutWord.exec(text.slice(-maxWordCharacters)) ?? [];
  const [continuation] = firstWord.exec(next) ?? [];
  if (word === undefined || hyphen === undefined || continuation === undefined) return null;
  const without = text.slice(0, -1) + next;
  if (hyphen === softHyphen) return without;
  if (!/^\p{L}/u.test(continuation)) return /^\p{N}/u.test(continuation) ? text + next : null;
  return keepsHyphen(word, continuation, vocabulary) ? text + next : without;
}

function keepsHyphen(word: string, continuation: string, vocabulary: ReadonlySet<string>): boolean {
  if (!/^\p{Ll}/u.test(continuation) || !/\p{Ll}$/u.test(word)) return true;
  const [start, end] = [bare(word), bare(continuation)];
  if (vocabulary.has(`${start}${end}`)) return false;
  return word.includes('-') || withoutEnd(continuation, /\P{L}/u).includes('-') || vocabulary.has(`${start}-${end}`);
}

/** A word without punctuation around it, for comparisons. */
export const bare = (word: string): string =>
  word.toLowerCase().replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
