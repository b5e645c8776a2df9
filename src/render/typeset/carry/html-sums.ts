import type { CarriedTexts } from '../../../browser/page/typeset/carry/carry.ts';
import { supportedLocale } from '../../../input/supported-locale.ts';
import { numberReader } from '../../content/table/localized-number.ts';
import { withoutEnd } from '../../../without-end.ts';
import { add, negate, plainOf, type Decimal } from '../../templates/decimal.ts';

/** A currency, a unit or a percent sign beside a number. */
const unit = /^[\p{L}\p{Sc}.%\u2030]{0,3}$/u;
/** Longer texts are not numbers. */
const maxCharacters = 64;

/** How the numbers of a column are written. */
interface Look {
  before: string;
  after: string;
  decimals: number;
  isGrouped: boolean;
}

interface ReadText {
  readonly number: Decimal;
  readonly before: string;
  readonly after: string;
  readonly digits: string;
}

function readText(text: string, read: ReturnType<typeof numberReader>): ReadText | null {
  if (text.length > maxCharacters) return null;
  const isNegative = text.startsWith('(') && text.endsWith(')');
  const plain = (isNegative ? text.slice(1, -1) : text).replace('\u2212', '-');
  let start = plain.search(/\p{Nd}/u);
  while (start > 0 && '.,-'.includes(plain.charAt(start - 1))) start -= 1;
  const rest = plain.slice(Math.max(0, start));
  const end = withoutEnd(rest, /\P{Nd}/u).length;
  const [before, digits, after] = [plain.slice(0, Math.max(0, start)), rest.slice(0, end), rest.slice(end)];
  const number = read(digits);
  if (typeof number !== 'object' || ![before, after].every((one) => unit.test(one.trim()))) return null;
  return { number: isNegative ? negate(number) : number, before, after, digits };
}

/** Writes a sum as the cells of its column are written. */
function writerOf({ before, after, decimals, isGrouped }: Look, lang: string): (sum: Decimal) => string {
  const format = new Intl.NumberFormat(supportedLocale(lang), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: isGrouped,
  });
  return (sum) => before + format.format(plainOf(sum) as Intl.StringNumericLiteral | number) + after;
}

/** The sums of one column after each row; `null` where a text is no number. */
function columnSums(texts: readonly string[], lang: string): string[] | null {
  const read = numberReader(lang);
  const group = new Intl.NumberFormat(supportedLocale(lang), { useGrouping: 'always' })
    .formatToParts(1234567)
    .find(({ type }) => type === 'group')?.value;
  const look: Look = { before: '', after: '', decimals: 0, isGrouped: false };
  const sums: Decimal[] = [];
  let sum: Decimal = { units: 0n, scale: 0 };
  for (const text of texts) {
    const found = text === '' ? undefined : readText(text, read);
    if (found === null) return null;
    if (found !== undefined) {
      sum = add(sum, found.number);
      look.before = found.before || look.before;
      look.after = found.after || look.after;
      look.decimals = Math.max(look.decimals, found.number.scale);
      look.isGrouped ||= group !== undefined && plainSpaces(found.digits).includes(plainSpaces(group));
    }
    sums.push(sum);
  }
  return sums.map(writerOf(look, lang));
}

const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\u2019/g, "'");

/** The sums of tables of HTML, and the columns of them that cannot be summed. */
export function htmlSums(
  tables: readonly CarriedTexts[],
  documentLang: string,
  refuse: (message: string) => void,
): readonly (readonly (readonly string[])[] | null)[] {
  return tables.map(({ lang, names, columns, rows }) => {
    const sums = columns.map((column, index) => {
      const name = `'${(names[index] ?? '').slice(0, 64)}'`;
      const found =
        column <= 0
          ? null
          : columnSums(
              rows.map((row) => row[index] ?? ''),
              lang || documentLang,
            );
      if (column < 0) refuse(`A table has no column ${name}, so its sums are not carried from page to page.`);
      else if (column === 0)
        refuse(`The column ${name} is the first of its table, which has the label of carried sums.`);
      else if (found === null)
        refuse(`The column ${name} of a table has texts that are no numbers, so its sums are not carried.`);
      return found;
    });
    if (sums.length === 0 || sums.includes(null)) return null;
    return rows.map((_, row) => sums.map((column) => column?.[row] ?? ''));
  });
}
