import { digitsOf, finder, type Finder, type Span } from './finder.ts';

const digitRuns = finder(String.raw`\d(?:[ -]?\d){12,}`);

/** Digits of a card number (ISO/IEC 7812-1). */
const digitCounts = { min: 13, max: 19, usual: 16 };

/** Characters of a number with a separator between all digits. */
const maxCharacters = 2 * digitCounts.max;

/** The first digits of issuers: without 2000 to 2199, so that a row of years is no card. */
const issuer = /^(?:1\d{14}$|2(?:2|[3-6]|7[0-2])|[3-689])/;

interface Ending {
  readonly end: number;
  readonly rank: number;
}

/**
 * Card numbers in runs of digits. A number begins where a group begins or where another number ends. By default, the
 * end with a valid check digit or at a gap is preferred, and any number of 16 digits counts. `strict` needs a valid
 * check digit and gaps on both sides.
 */
export const cards: Finder = (text, strict) => digitRuns(text, strict).flatMap((run) => cardsInRun(text, run, strict));

function cardsInRun(text: string, [start, end]: Span, strict: boolean): Span[] {
  const found: Span[] = [];
  const isGap = (at: number) => at === start || at === end || !isDigit(text, at - 1) || !isDigit(text, at);
  for (let from = start; from < end;) {
    const begins = isDigit(text, from) && (isGap(from) || (!strict && found.at(-1)?.[1] === from));
    const card = begins ? bestEnding(text, { from, end, isGap, strict }) : null;
    if (card !== null) found.push([from, card]);
    from = card ?? from + 1;
  }
  return found;
}

interface Beginning {
  readonly from: number;
  /** Of the run. */
  readonly end: number;
  readonly isGap: (at: number) => boolean;
  readonly strict: boolean;
}

function bestEnding(text: string, { from, end, isGap, strict }: Beginning): number | null {
  let best: Ending | null = null;
  for (let to = from + digitCounts.min; to <= Math.min(end, from + maxCharacters); to += 1) {
    const digits = digitsOf(text.slice(from, to));
    if (digits.length > digitCounts.max) break;
    if (digits.length < digitCounts.min || !isDigit(text, to - 1) || !issuer.test(digits)) continue;
    const [checked, gap] = [hasCheckDigit(digits), isGap(to)];
    if (strict && !(checked && gap)) continue;
    const rank = (checked ? 2 : 0) + (gap ? 2 : 0) + (digits.length === digitCounts.usual ? 1 : 0);
    if (rank > 0 && rank >= (best?.rank ?? 0)) best = { end: to, rank };
  }
  return best?.end ?? null;
}

const isDigit = (text: string, at: number): boolean => /\d/.test(text[at] ?? '');

/** The algorithm of Luhn (ISO/IEC 7812-1, annex B). A row of one digit is no number. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}
