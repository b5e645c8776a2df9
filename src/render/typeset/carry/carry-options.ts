import { joi, type Report } from '../../../input/fields.ts';

/** Sums that a table carries from page to page. */
export interface Carry {
  /** Keys of the columns. */
  readonly columns: readonly string[];
  /** Label of the sums at the end of a page. */
  readonly forward?: string;
  /** Label of the sums at the beginning of the next page. */
  readonly brought?: string;
}

/** Sums to be carried, with the indexes of their columns. */
export interface CarriedColumns {
  readonly columns: readonly number[];
  readonly forward: string;
  readonly brought: string;
}

const label = (which: string) =>
  joi
    .string()
    .max(2000)
    .description(`Label of ${which}, in the first column; by the language of the operation unless given.`);

/** The field `carry` of a table. */
export const carrySchema = () =>
  joi
    .object({
      columns: joi
        .array()
        .items(joi.string().max(255))
        .min(1)
        .max(100)
        .unique()
        .required()
        .description('Keys of columns of numbers; the first column has the label, and cannot be one of them.'),
      forward: label('the last line of a page on which the table goes on'),
      brought: label('the first line of the page after it'),
    })
    .description(
      'Where a page ends within the table, its last line is the sum so far, and the first line of the next page ' +
        'repeats it. Sums are exact, and in the format of their columns.',
    );

/** The words of the two labels, by language (BCP 47, lower case). */
const words: Readonly<Record<string, readonly [forward: string, brought: string]>> = {
  cs: ['Převod na další stranu', 'Převod z předchozí strany'],
  da: ['Overføres', 'Overført'],
  de: ['Übertrag auf die nächste Seite', 'Übertrag von der vorigen Seite'],
  en: ['Carried forward', 'Brought forward'],
  es: ['Suma y sigue', 'Suma anterior'],
  fi: ['Siirretään seuraavalle sivulle', 'Siirretty edelliseltä sivulta'],
  fr: ['À reporter', 'Report'],
  hu: ['Átvitel', 'Áthozat'],
  it: ['A riportare', 'Riporto'],
  nb: ['Overføres', 'Overført'],
  nl: ['Transporteren', 'Transport'],
  nn: ['Overførast', 'Overført'],
  no: ['Overføres', 'Overført'],
  pl: ['Do przeniesienia', 'Z przeniesienia'],
  pt: ['A transportar', 'Transporte'],
  ru: ['К переносу', 'Перенесено'],
  sl: ['Prenos naprej', 'Prenos'],
  sv: ['Transport till nästa sida', 'Transport från föregående sida'],
  tr: ['Nakli yekûn', 'Devreden'],
  uk: ['До перенесення', 'Перенесено'],
};

/** The labels of carried sums in a language, else in English. */
export function carryLabels(lang: string): readonly [forward: string, brought: string] {
  const [primary = ''] = lang.toLowerCase().split('-');
  return words[primary] ?? ['Carried forward', 'Brought forward'];
}

/** The columns of a table with these keys whose sums are carried; `null` where there are none. */
export function carriedColumns(carry: Carry | undefined, keys: readonly string[], lang: string): CarriedColumns | null {
  if (carry === undefined) return null;
  const [forward, brought] = carryLabels(lang);
  return { forward, brought, ...carry, columns: carry.columns.map((key) => keys.indexOf(key)) };
}

/** Reports carried columns that a table does not have, or that have no room for their label. */
export function checkCarry(keys: readonly string[], given: unknown, report: Report): void {
  const { columns } = typeof given === 'object' && given !== null ? (given as { readonly columns?: unknown }) : {};
  if (!Array.isArray(columns)) return;
  for (const [index, key] of columns.entries()) {
    const at = typeof key === 'string' ? keys.indexOf(key) : 0;
    if (typeof key !== 'string' || at > 0) continue;
    const name = key.slice(0, 64);
    report(
      ['carry', 'columns', index],
      at < 0
        ? `the table has no column '${name}'`
        : `'${name}' is the first column, which has the label: put another column before it`,
    );
  }
}
