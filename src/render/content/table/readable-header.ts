/** A name that programs use: `unitPrice`, `unit_price`, `unit-price`, `UNIT_PRICE`, `price`. */
const name = /^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*_?$|^[\p{Ll}\p{N}]{2,}(?:-[\p{Ll}\p{N}]+)+$/u;
/** What people write as a word or several, beginning with a small letter: `first name`, `e-mail`. */
const people = /^\p{Ll}(?:\p{Ll}|-\p{Ll})+(?:\s|$)/u;
/** Between the words of such a name. */
const betweenWords = /[_-]+|(?<=\p{Ll}{2}|\p{Ll}\p{N}|\p{N}{2})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const isAcronym = (word: string) => /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The words of a field's name as a header: `unit_price` and `unitPrice` are "Unit price", `customerID` "Customer ID",
 * `first name` "First name".
 */
export function readableHeader(key: string): string {
  if (!name.test(key)) return people.test(key) ? capitalized(key) : key;
  const words = key.split(betweenWords).filter((word) => word !== '');
  const shouted = words.length > 1 && words.every((word) => word === word.toUpperCase());
  const text = words.map((word) => (isAcronym(word) && !shouted ? word : word.toLowerCase())).join(' ');
  return capitalized(text);
}

/** True for a name of several words without spaces: no author of a table writes it so. */
const isMachineMade = (key: string) => name.test(key) && /_|\p{Ll}{2}\p{Lu}|^\p{Ll}{2,}-\p{Ll}/u.test(key);

/** The headers of CSV as its first line has them; as words where some of them are names that only programs use. */
export const readableHeaders = (headings: readonly string[]): readonly string[] =>
  headings.some(isMachineMade) ? headings.map(readableHeader) : headings;
