import { isAbbreviation, nearName } from '../../near-names.ts';

/** Words that people use for fields of invoices, letters and the like, by the fields that they mean. */
const synonyms: Readonly<Record<string, string>> = {
  quantity: 'count pieces hours',
  price: 'cost',
  vat: 'tax taxrate',
  net: 'amount total sum linetotal',
  description: 'name title item product text service',
  lines: 'items positions rows products',
  buyer: 'customer client billto to',
  seller: 'from sender issuer vendor supplier',
  issued: 'date invoicedate',
  due: 'payby deadline',
  number: 'no id',
  recipient: 'name to',
  issuer: 'from organisation organization',
  text: 'body content',
};

/** The furthest that a misspelled field is from the one that is meant, in letters. */
const maxTypos = 2;

/** `unitPrice`, `unit_price` and `unit-price` as their words. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, 64)
    .split(/(?<=[a-z])(?=[A-Z])|[_\s-]/)
    .map((word) => word.toLowerCase());

/**
 * The one of the `missing` fields that a field which the template does not have probably means: it is misspelled
 * (`quantitiy`), abbreviated (`qty`), described (`unitPrice`) or called otherwise (`tax`); `null` = none.
 */
export function meantField(name: string, missing: readonly string[]): string | null {
  const near = nearName(name, missing, Math.min(maxTypos, name.length - 2));
  if (near !== null) return near;
  const words = wordsOf(name);
  const bare = words.join('');
  return (
    missing.find((field) => isAbbreviation(bare, field)) ??
    missing.find((field) => Object.hasOwn(synonyms, field) && synonyms[field]?.split(' ').includes(bare)) ??
    missing.find((field) => field.toLowerCase() === words.at(-1)) ??
    missing.find((field) => field.toLowerCase() === words[0]) ??
    null
  );
}
