import { decimalOf, type Decimal } from '../../templates/decimal.ts';
import { numberOf, supportedLocale } from '../../templates/format.ts';

/**
 * The number in a cell; `ambiguous` where a text is one number to a program and another to a reader of its language.
 */
export type Reading = Decimal | 'none' | 'ambiguous';

/** Longer texts are no numbers. */
const maxCharacters = 64;

/** Signs that stand for each other: minus and hyphen, apostrophes, and the spaces between groups of digits. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[\u2212\u2010\u2011]/g, '-'],
  [/[\u2019\u02bc]/g, "'"],
  [/[\u00a0\u202f\u2009]/g, ' '],
  [/[\u200e\u200f\u061c]/g, ''],
];
const plainSigns = (text: string) => alike.reduce((plain, [signs, sign]) => plain.replace(signs, sign), text).trim();

/** How a language writes numbers (CLDR). */
interface Writing {
  readonly group: string;
  readonly decimal: string;
  /** Its own digits, from 0 to 9. */
  readonly digits: readonly string[];
  /** Digits in groups. */
  readonly grouped: (digits: string) => string;
}

function writingOf(lang: string): Writing {
  const intl = new Intl.NumberFormat(supportedLocale(lang), { useGrouping: 'always', maximumFractionDigits: 1 });
  const parts = intl.formatToParts(1_234_567.5);
  const sign = (wanted: string) =>
    plainSigns(`|${parts.find(({ type }) => type === wanted)?.value ?? ''}|`).slice(1, -1);
  return {
    group: sign('group'),
    decimal: sign('decimal'),
    digits: Array.from({ length: 10 }, (_, digit) => intl.format(digit)),
    grouped: (digits) => plainSigns(intl.format(BigInt(digits))),
  };
}

/**
 * The text with digits and decimal point as programs write them; `undefined` where the language does not write numbers
 * so.
 */
function plainText(text: string, { group, decimal, digits, grouped }: Writing): string | undefined {
  const plain = Array.from(plainSigns(text), (character) =>
    digits.includes(character) ? String(digits.indexOf(character)) : character,
  ).join('');
  const [, sign = '', number = ''] = /^([+-]?)(.*)$/s.exec(plain) ?? [];
  const [whole = '', ...fractions] = number.split(decimal);
  const [fraction = ''] = fractions;
  const joined = group === '' ? whole : whole.replaceAll(group, '');
  if (
    fractions.length > 1 ||
    !/^\d+$/.test(joined) ||
    !/^\d*$/.test(fraction) ||
    (fractions.length === 1 && fraction === '')
  )
    return undefined;
  const own = Array.from(grouped(joined), (character) =>
    digits.includes(character) ? String(digits.indexOf(character)) : character,
  ).join('');
  return whole === joined || whole === own ? `${sign}${joined}${fraction === '' ? '' : `.${fraction}`}` : undefined;
}

/**
 * A function that reads numbers: those of JSON, texts that are nothing but one, and texts as the language writes
 * numbers.
 */
export function numberReader(lang: string): (value: unknown) => Reading {
  let writing: Writing | null = null;
  return (value) => {
    const number = decimalOf(value);
    if (typeof value !== 'string' || value.length > maxCharacters) return number ?? 'none';
    if (number !== undefined && !value.includes('.')) return number;
    writing ??= writingOf(lang);
    const local = number !== undefined && writing.decimal === '.' ? undefined : plainText(value, writing);
    if (local === undefined) return number ?? 'none';
    return number === undefined || numberOf(local) === numberOf(value) ? (decimalOf(local) ?? 'none') : 'ambiguous';
  };
}
