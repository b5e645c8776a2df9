import { cards } from './cards.ts';
import { digitsOf, eitherOf, finder, type Candidate, type Finder } from './finder.ts';
import { ibans } from './ibans.ts';

const isApart = ({ before, after }: Candidate): boolean => !/[\p{L}\p{N}]/u.test(before + after);

const months = [
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[eé]vrier|mar(?:ch|s|zo)?|m[aä]rz|apr(?:il|ile)?|avril',
  'abril|may|mai|mayo|maggio|jun[ei]?|juin|junio|giugno|jul[iy]?|juillet|julio|luglio|aug(?:ust)?',
  'ao[uû]t|agosto|sep(?:t|tember|tembre)?|septiembre|settembre|o[ck]t(?:ober|obre)?|octubre|ottobre',
  'nov(?:ember|embre)?|noviembre|de[cz](?:ember|embre)?|d[eé]cembre|diciembre|dicembre|enero|gennaio',
  'febrero|febbraio',
].join('|');

const datePattern = [
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
  String.raw`\d{1,2}[-/.] ?\d{1,2}[-/.] ?(?:\d{4}|\d{2})`,
  String.raw`\d{1,2}(?:st|nd|rd|th|\.|er|º)?(?: of| de)? (?:${months})\.?,?(?: de)? \d{4}`,
  String.raw`(?:${months})\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
].join('|');

const internationalPhone = String.raw`(?:\+|00)\d{1,3}[ .\-/]?(?:\(\d{1,5}\)[ .\-/]?)?\d{1,5}(?:[ .\-/]?\d{1,5}){1,6}`;
const nationalPhone = [
  String.raw`\(0?\d{2,5}\)[ .\-/]?\d{2,5}(?:[ .\-/]?\d{2,5}){1,4}`,
  String.raw`0\d{1,4}[ .\-/]\d{2,5}(?:[ .\-/]?\d{2,5}){1,4}`,
  String.raw`\d{3}[ .\-]\d{3}[ .\-]\d{4}`,
].join('|');

/** Digits of a phone number (ITU-T E.164). */
const phoneDigits = { min: 7, max: 15 };

const ipVersion4 = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}\b`;
const ipVersion6 = [
  '(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}',
  '(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}',
  '(?:[0-9a-f]{1,4}:){1,7}:',
  '::(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4}',
].join('|');
const macAddress = String.raw`\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b|\b[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}\b`;
const anySocialNumber = String.raw`\d{3} ?[-. ] ?\d{2} ?[-. ] ?\d{4}`;
const certainSocialNumber = String.raw`\b\d{3}[ -]\d{2}[ -]\d{4}\b`;

const vatIds = [
  String.raw`ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\d{9}|DK\d{8}|EE\d{9}|EL\d{9}`,
  String.raw`ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR[A-Z0-9]{2}\d{9}|GB\d{9}(?:\d{3})?|HR\d{11}|HU\d{8}`,
  String.raw`IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\d{11}|LT\d{9}(?:\d{3})?|LU\d{8}|LV\d{11}|MT\d{8}|NL\d{9}B\d{2}`,
  String.raw`PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}`,
].join('|');

/** Kinds of text that presets find. */
export const presetNames = [
  'email',
  'phone',
  'iban',
  'credit-card',
  'ssn',
  'ip',
  'mac-address',
  'date',
  'url',
  'vat-id',
] as const;

/** A kind of text that a preset finds. */
export type PresetName = (typeof presetNames)[number];

/** Kinds whose check digits tell a number from digits that stand together by chance. */
export const withCheckDigits: ReadonlySet<PresetName> = new Set(['iban', 'credit-card']);

/**
 * Finders by kind of text. By default anything that may be such a number is redacted; `strict` requires it to be valid.
 */
export const presetFinders: Readonly<Record<PresetName, Finder>> = {
  email: finder(String.raw`[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}`),
  phone: finder(`${internationalPhone}|${nationalPhone}`, isPhone),
  iban: ibans,
  'credit-card': cards,
  ssn: eitherOf(finder(anySocialNumber), finder(certainSocialNumber, isAssigned)),
  ip: finder(`${ipVersion4}|${ipVersion6}`, isAddress),
  'mac-address': finder(macAddress, ({ before, after }) => !/[:-]/.test(before + after)),
  date: finder(datePattern, isDateAlone),
  url: finder(String.raw`(?:https?|ftp)://[^\s<>"')\]]+|www\.[\p{L}\p{N}-]+\.[^\s<>"')\]]+`),
  'vat-id': eitherOf(finder(String.raw`\b(?:${separable(vatIds)})`, isVatId), finder(String.raw`\b(?:${vatIds})\b`)),
};

/** The same pattern with room for a separator behind each digit and behind the country. */
function separable(pattern: string): string {
  const grouped = (_: string, least: string, greatest?: string) =>
    String.raw`(?:[ .\-]?\d){${greatest === undefined ? least : `${least},${greatest}`}}`;
  return pattern.replace(/\\d\{(\d+)(?:,(\d+))?\}/g, grouped);
}

/** Digits of a VAT number that is written in groups: with fewer, words such as `ro 12` would be one. */
const minGroupedDigits = 7;

function isVatId({ match, after }: Candidate): boolean {
  return !/\d/.test(after) && (!/[ .-]/.test(match) || digitsOf(match).length >= minGroupedDigits);
}

function isPhone({ match, before, after }: Candidate, strict: boolean): boolean {
  const { length } = digitsOf(match);
  if (length < phoneDigits.min || /[.,]/.test(before)) return false;
  return !strict || (length <= phoneDigits.max && !/\d/.test(before) && !/\d/.test(after));
}

/** Parts that no social security or taxpayer number has. Numbers from 900 belong to persons, too. */
function isAssigned({ match, before, after }: Candidate): boolean {
  const [area = '', group = '', serial = ''] = match.split(/[ -]/);
  return !['000', '666'].includes(area) && group !== '00' && serial !== '0000' && !/[\d-]/.test(before + after);
}

/** A port may follow, a label such as `IP:` may stand before. */
function isAddress({ match, before, after }: Candidate, strict: boolean): boolean {
  const beside = strict && !match.includes('.') ? /[\p{L}\p{N}:]/u : /[\p{L}\p{N}]/u;
  return !beside.test(before) && before !== '.' && !beside.test(after);
}

/** A date with a year of four digits is one by default, whatever stands beside it: a time, another date. */
function isDateAlone(candidate: Candidate, strict: boolean): boolean {
  return isDate(candidate.match) && (isApart(candidate) || (!strict && /\d{4}/.test(candidate.match)));
}

function isDate(match: string): boolean {
  const numbers = (match.match(/\d+/g) ?? []).map(Number);
  if (numbers.length < 3) return (numbers[0] ?? 0) <= 31 || (numbers[1] ?? 0) <= 31;
  const [first = 0, second = 0, third = 0] = numbers;
  const [day, month] = first > 31 ? [third, second] : [first, second];
  return day >= 1 && month >= 1 && ((day <= 31 && month <= 12) || (day <= 12 && month <= 31));
}
