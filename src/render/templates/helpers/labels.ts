import type { Label } from './label-texts.ts';
import { supportedLocale } from '../../../input/supported-locale.ts';
import { formatter, numberOf } from '../format.ts';
import { fieldOf, shown, type Call, type Helper } from './call.ts';

/** The languages to ask, the closest first: de-at, de, en. */
function languages(lang: string): string[] {
  const parts = lang.toLowerCase().split('-');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('-')), 'en'];
}

function find(call: Call, key: string): { readonly label: Label; readonly lang: string } {
  const { table, lang } = call.filling.labels;
  const own = fieldOf(fieldOf(call.root, 'labels'), key);
  if (typeof own === 'string') return { label: own, lang };
  const known =
    languages(lang).find((one) => fieldOf(fieldOf(table, one), key) !== undefined) ??
    call.refuse(`has no label ${shown(key)}, in no language and not in \`labels\` of the data`);
  return { label: fieldOf(table[known], key) as Label, lang: known };
}

function textOf(call: Call, { label, lang }: { readonly label: Label; readonly lang: string }): string {
  if (typeof label === 'string') return label;
  const count = numberOf(call.options.count) ?? call.refuse('needs `count` for this label');
  return label[new Intl.PluralRules(lang).select(count)] ?? label.other ?? '';
}

/**
 * `{{t "payBy" date=(date due)}}`: a label of the template in the language of the document. An option whose value is
 * missing in the data writes nothing.
 */
function translate(call: Call): string {
  const [key] = call.values;
  if (typeof key !== 'string') return call.refuse(`wants the key of a label, not ${shown(key)}`);
  return textOf(call, find(call, key)).replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) => {
    const value = call.options[name];
    if (name === 'count' && typeof value === 'number')
      return formatter({ kind: 'number', decimals: undefined }, supportedLocale(call.filling.locale))(value);
    if (value === undefined || value === null) return Object.hasOwn(call.options, name) ? '' : whole;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
}

/** The helper for labels in the language of the document, by its name. */
export const labels: Readonly<Record<string, Helper>> = { t: { values: [1, 1], options: null, run: translate } };
