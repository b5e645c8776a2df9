import type { Column, TableLayout } from './table-params.ts';
import { isAggregate } from './totals.ts';

/** The word for a total, by language (BCP 47, lower case). */
const totals: Readonly<Record<string, string>> = {
  ar: 'المجموع',
  bg: 'Общо',
  ca: 'Total',
  cs: 'Celkem',
  da: 'I alt',
  de: 'Summe',
  el: 'Σύνολο',
  en: 'Total',
  es: 'Total',
  et: 'Kokku',
  fa: 'جمع کل',
  fi: 'Yhteensä',
  fr: 'Total',
  he: 'סה״כ',
  hi: 'कुल',
  hr: 'Ukupno',
  hu: 'Összesen',
  id: 'Total',
  is: 'Samtals',
  it: 'Totale',
  ja: '合計',
  ko: '합계',
  lt: 'Iš viso',
  lv: 'Kopā',
  nb: 'Totalt',
  nl: 'Totaal',
  nn: 'Totalt',
  no: 'Totalt',
  pl: 'Razem',
  pt: 'Total',
  ro: 'Total',
  ru: 'Итого',
  sk: 'Spolu',
  sl: 'Skupaj',
  sr: 'Укупно',
  sv: 'Totalt',
  th: 'รวม',
  tr: 'Toplam',
  uk: 'Усього',
  ur: 'کل',
  vi: 'Tổng cộng',
  zh: '合计',
  'zh-hant': '合計',
  'zh-hk': '合計',
  'zh-mo': '合計',
  'zh-tw': '合計',
};

/** The word for a total in a language, else in English. */
function totalIn(lang: string): string {
  const parts = lang.toLowerCase().split('-');
  const names = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  return names.map((name) => totals[name]).find((word) => word !== undefined) ?? 'Total';
}

const footerOf = (column: string | Column | undefined) => (typeof column === 'object' ? column.footer : undefined);
const isText = (footer: string | undefined) => footer !== undefined && footer !== '' && !isAggregate(footer);

/**
 * The label of the total: that of the request, else the word of the language where a column is summed or counted and no
 * column has a text of its own in the footer. '' = none.
 */
function labelOf({ columns, totalLabel }: Labelled, lang: string): string {
  const footers = columns.map(footerOf);
  if (totalLabel !== undefined) return footers.some(isAggregate) ? totalLabel : '';
  return footers.some((footer) => footer === 'sum' || footer === 'count') && !footers.some(isText) ? totalIn(lang) : '';
}

/** The part of a table that its label depends on. */
type Labelled = Pick<TableLayout, 'columns' | 'totalLabel'>;

/** The columns with the label of the total as the footer of the first one that has none. */
export function withTotalLabel(table: Labelled, lang: string): TableLayout['columns'] {
  const { columns } = table;
  const label = labelOf(table, lang);
  const free = columns.findIndex((column) => footerOf(column) === undefined);
  const at = free < 0 ? columns.findIndex((column) => footerOf(column) === '') : free;
  if (label === '' || at < 0) return columns;
  return columns.map((column, index) =>
    index === at ? { ...(typeof column === 'string' ? { header: column } : column), footer: label } : column,
  );
}
