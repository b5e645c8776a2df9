import { supportedLocale } from '../../../input/supported-locale.ts';
import { collapsed } from '../../compose/headings.ts';

/** How deep entries stand below one another. */
const maxLevels = 3;
/** Longer parts of a term are cut off. */
const maxCharacters = 500;

/**
 * The entries of a term from the outermost: `fruit!apple` is `apple` below `fruit`. A `!` without text on both sides, and
 * one after a backslash, is a character of the term.
 */
export function entriesOf(term: string): string[] {
  const parts = [''];
  for (const [piece] of term.matchAll(/\\!|!|[^!\\]+|\\/g)) {
    const isBetween = piece === '!' && collapsed(parts.at(-1) ?? '') !== '' && parts.length < maxLevels;
    if (isBetween) parts.push('');
    else parts.push((parts.pop() ?? '') + (piece === '\\!' ? '!' : piece));
  }
  const [last = ''] = parts.slice(-1);
  if (parts.length > 1 && collapsed(last) === '') {
    parts.pop();
    parts.push(`${parts.pop() ?? ''}!`);
  }
  return parts.map((part) => collapsed(part).normalize('NFC').slice(0, maxCharacters)).filter((part) => part !== '');
}

/** An entry of an index. */
export interface Entry<Mark> {
  readonly text: string;
  readonly marks: Mark[];
  readonly below: Map<string, Entry<Mark>>;
}

/** The entries of marks, in the order in which the terms first appear. */
export function entriesOfMarks<Mark extends { readonly term: string }>(
  marks: readonly Mark[],
): Map<string, Entry<Mark>> {
  const top = new Map<string, Entry<Mark>>();
  for (const mark of marks) {
    let [at, entry]: [Map<string, Entry<Mark>>, Entry<Mark> | null] = [top, null];
    for (const text of entriesOf(mark.term)) {
      entry = at.get(text) ?? { text, marks: [], below: new Map() };
      at.set(text, entry);
      at = entry.below;
    }
    entry?.marks.push(mark);
  }
  return top;
}

/** How a language orders entries, and groups them by letters. */
export interface Order {
  readonly compare: (one: string, other: string) => number;
  /** The letter that an entry stands under; `''` for what begins with no letter of an alphabet. */
  readonly letterOf: (text: string) => string;
}

/** The order of a language. */
export function orderOf(lang: string): Order {
  const locale = supportedLocale(lang);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const base = new Intl.Collator(locale, { sensitivity: 'base' });
  return {
    compare,
    letterOf(text) {
      const [first = ''] = text;
      if (!/^\p{L}$/u.test(first) || /^[\p{Script=Han}]$/u.test(first)) return '';
      const [plain = first] = first.normalize('NFD');
      return (base.compare(plain, first) === 0 ? plain : first).toLocaleUpperCase(locale);
    },
  };
}
