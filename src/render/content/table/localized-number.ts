import { decimalOf, type Decimal } from '../../templates/decimal.ts';
import { supportedLocale } from '../../../input/supported-locale.ts';
import { numberOf } from '../../templates/format.ts';

/**
 * The number in a cell; `ambiguous` for a text that a program and a reader of its language read as different numbers.
 */
export type Reading = Decimal | 'none' | 'ambiguous';

/** Longer texts are not numbers. */
const maxCharacters = 64;

/** Interchangeable characters: minus and hyphen, apostrophes, and the spaces between groups of digits. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[\u2212\u2010\u2011]/g, '-'],
  [/[\u2019\u02bc]/g, "'"],
  [/[\u00a0\u202f\u2009]/g, ' '],
  [/[\u200e\u200f\u061c]/g, ''],
];
const plainSigns = (text: string) => alike.reduce((plain, [signs, sign]) => plain.replace(signs, sign), text).trim();

/** Number format of a language (CLDR). */
interface Writing {
  readonly group: string;
  readonly decimal: string;
  /** Its digits, from 0 to 9. */
  readonly digits: readonly string[];
  /** Pattern of digits in groups. */
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
 * The text with ASCII digits and a decimal point; `undefined` where the language does not write numbers in that way.
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
 * Returns a function that reads numbers: JSON numbers, texts in their syntax, and texts in the format of the language.
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
