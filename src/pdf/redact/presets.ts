import { RE2JS } from 're2js';

type Span = readonly [start: number, end: number];
type Finder = (text: string) => Span[];

/** Patterns are made once, when they are first looked for: most requests need none of them. */
function finder(pattern: string, accept: (match: string, before: string, after: string) => boolean = () => true, flags = RE2JS.CASE_INSENSITIVE): Finder {
  let expression: RE2JS | undefined;
  return (text) => {
    const matcher = (expression ??= RE2JS.compile(pattern, flags)).matcher(text);
    const spans: Span[] = [];
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      if (accept(text.slice(start, end), text.slice(Math.max(0, start - 1), start), text.slice(end, end + 1))) spans.push([start, end]);
    }
    return spans;
  };
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const apart = (_match: string, before: string, after: string): boolean => !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
const months = 'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[eé]vrier|mar(?:ch|s|zo)?|m[aä]rz|apr(?:il|ile)?|avril|abril|may|mai|mayo|maggio|jun[ei]?|juin|junio|giugno|jul[iy]?|juillet|julio|luglio|aug(?:ust)?|ao[uû]t|agosto|sep(?:t|tember|tembre)?|septiembre|settembre|o[ck]t(?:ober|obre)?|octubre|ottobre|nov(?:ember|embre)?|noviembre|de[cz](?:ember|embre)?|d[eé]cembre|diciembre|dicembre|enero|gennaio|febrero|febbraio';

export const presetNames = ['email', 'phone', 'iban', 'credit-card', 'ssn', 'ip', 'mac-address', 'date', 'url', 'vat-id'] as const;
export type PresetName = (typeof presetNames)[number];

/** What each preset finds. Where a number has a check digit it must be right: an account, not any row of digits. */
export const presetFinders: Readonly<Record<PresetName, Finder>> = {
  email: finder(String.raw`[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}`),
  phone: finder(
    String.raw`(?:\+|00)\d{1,3}[ .\-/]?(?:\(\d{1,5}\)[ .\-/]?)?\d{1,5}(?:[ .\-/]?\d{1,5}){1,6}|\(0?\d{2,5}\)[ .\-/]?\d{2,5}(?:[ .\-/]?\d{2,5}){1,4}|0\d{1,4}[ .\-/]\d{2,5}(?:[ .\-/]?\d{2,5}){1,4}|\b\d{3}[ .\-]\d{3}[ .\-]\d{4}\b`,
    (match, before, after) => { const { length } = digitsOf(match); return length >= 7 && length <= 15 && !/[\d.,]/.test(before) && !/\d/.test(after); },
  ),
  iban: (text) => ibans(text),
  'credit-card': (text) => cards(text),
  ssn: finder(String.raw`\b\d{3}[ -]\d{2}[ -]\d{4}\b`, (match, before, after) => {
    const [area = '', group = '', serial = ''] = match.split(/[ -]/);
    return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000' && !/[\d-]/.test(before) && !/[\d-]/.test(after);
  }),
  ip: finder(
    String.raw`\b(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}\b|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}|(?:[0-9a-f]{1,4}:){1,7}:|::(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4}`,
    (_match, before, after) => !/[\p{L}\p{N}.:]/u.test(before) && !/[\p{L}\p{N}:]/u.test(after),
  ),
  'mac-address': finder(String.raw`\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b`, (_match, before, after) => !/[:-]/.test(before) && !/[:-]/.test(after)),
  date: finder(
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.] ?\d{1,2}[-/.] ?(?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th|\.|er|º)?(?: of| de)? (?:${months})\.?,?(?: de)? \d{4}|(?:${months})\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
    (match, before, after) => isDate(match) && apart(match, before, after),
  ),
  url: finder(String.raw`(?:https?|ftp)://[^\s<>"')\]]+|www\.[\p{L}\p{N}-]+\.[^\s<>"')\]]+`),
  'vat-id': finder(String.raw`\b(?:ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|EE\d{9}|EL\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR[A-Z0-9]{2}\d{9}|GB\d{9}(?:\d{3})?|HR\d{11}|HU\d{8}|IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\d{11}|LT\d{9}(?:\d{3})?|LU\d{8}|LV\d{11}|MT\d{8}|NL\d{9}B\d{2}|PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10})\b`),
};

function isDate(match: string): boolean {
  const numbers = (match.match(/\d+/g) ?? []).map(Number);
  if (numbers.length < 3) return (numbers[0] ?? 0) <= 31 || (numbers[1] ?? 0) <= 31;
  const [first = 0, second = 0, third = 0] = numbers;
  const [day, month] = first > 31 ? [third, second] : [first, second];
  return day >= 1 && month >= 1 && ((day <= 31 && month <= 12) || (day <= 12 && month <= 31));
}

/** ISO 13616: lengths by country. */
const ibanLengths: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FO: 18, FR: 27,
  GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HR: 26, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20, LU: 20, LV: 21, LY: 25, MC: 27,
  MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, SA: 24, SC: 31, SE: 24, SI: 19, SK: 24, SM: 27, ST: 25, SV: 28, TL: 23,
  TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, XK: 20,
};

const ibanStart = finder(String.raw`\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,32}`);

/** What follows an IBAN may look like more of it: its country tells its length, and the check (mod 97) whether it is one. */
function ibans(text: string): Span[] {
  return ibanStart(text).flatMap(([start, end]): Span[] => {
    const length = ibanLengths[text.slice(start, start + 2).toUpperCase()];
    if (length === undefined) return [];
    let [at, characters] = [start, ''];
    for (; at < end && characters.length < length; at += 1) if (/[A-Z0-9]/i.test(text[at] ?? '')) characters += (text[at] ?? '').toUpperCase();
    return characters.length === length && mod97(characters) ? [[start, at]] : [];
  });
}

function mod97(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) for (const digit of String(parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const digitRun = finder(String.raw`\d(?:[ -]?\d){12,40}`);

/** Runs of 13 to 19 digits, from one gap to another, that begin as cards do and pass Luhn's check. */
function cards(text: string): Span[] {
  return digitRun(text).flatMap(([start, end]) => {
    if (/\d/.test(text[start - 1] ?? '') || /\d/.test(text[end] ?? '')) return [];
    const found: Span[] = [];
    const isEdge = (at: number) => at === start || at === end || /\D/.test(text[at - 1] ?? '') || /\D/.test(text[at] ?? '');
    for (let from = start; from < end; from += 1) {
      if (!/\d/.test(text[from] ?? '') || !isEdge(from)) continue;
      for (let to = end; to > from; to -= 1) {
        const digits = digitsOf(text.slice(from, to));
        if (digits.length < 13) break;
        if (digits.length > 19 || !/\d/.test(text[to - 1] ?? '') || !isEdge(to) || !/^[2-6]/.test(digits) || !luhn(digits)) continue;
        found.push([from, to]);
        break;
      }
    }
    return found;
  });
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits);
}
