import { digitsOf, finder, type Finder, type Span } from './finder.ts';

/** ISO 13616: lengths by country. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 26,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
};

const beginnings = finder(String.raw`[A-Z]{2}[ -]?\d{2}`);

/** The share of digits that tells an account whose check digits are wrong from words. */
const minDigitShare = 0.6;

/** IBANs of the length of their country. `strict` needs valid check digits (mod 97) and no letter before. */
export const ibans: Finder = (text, strict) => {
  const found: Span[] = [];
  for (const [start] of beginnings(text, strict)) {
    const last = found.at(-1)?.[1] ?? 0;
    const account = start < last ? null : accountAt(text, start);
    if (account === null) continue;
    const isApart = start === last || !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '');
    const isChecked = hasCheckDigits(account.characters);
    if (strict ? isChecked && isApart : isChecked || (isApart && looksLikeAccount(account.characters)))
      found.push([start, account.end]);
  }
  return found;
};

/** As many letters and digits as the country has, with at most one separator between two of them. */
function accountAt(text: string, start: number): { readonly characters: string; readonly end: number } | null {
  const length = lengths[text.slice(start, start + 2).toUpperCase()] ?? 0;
  let characters = '';
  let separated = false;
  for (let at = start; at < text.length && characters.length < length; at += 1) {
    const character = text[at] ?? '';
    if (/[A-Z0-9]/i.test(character)) characters += character.toUpperCase();
    else if (separated || !/[ -]/.test(character)) return null;
    separated = !/[A-Z0-9]/i.test(character);
    if (characters.length === length) return { characters, end: at + 1 };
  }
  return null;
}

const looksLikeAccount = (iban: string): boolean => digitsOf(iban.slice(4)).length >= minDigitShare * (iban.length - 4);

function hasCheckDigits(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}
