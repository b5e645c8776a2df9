import { cffStrings, encodingTables } from './encoding-tables.ts';

/** Name of an encoding in the tables of this folder. */
export type EncodingName = keyof typeof encodingTables;

/** Names of glyphs by code; codes without one are not there. */
export type Encoding = ReadonlyMap<number, string>;

const read = new Map<EncodingName, Encoding>();

/** The encoding of that name, parsed at its first use. */
export function encodingOf(name: EncodingName): Encoding {
  const known = read.get(name);
  if (known !== undefined) return known;
  const encoding = new Map<number, string>();
  let code = 0;
  for (const word of encodingTables[name].trim().split(/\s+/)) {
    if (/^\d+$/.test(word)) code = Number(word);
    else encoding.set(code++, word);
  }
  read.set(name, encoding);
  return encoding;
}

/** True for a name that `encodingOf` accepts. */
export function isEncodingName(name: string): name is EncodingName {
  return Object.hasOwn(encodingTables, name);
}

let strings: readonly string[] | undefined;

/** The standard strings of CFF, by their string identifiers (Adobe Technical Note 5176, appendix A). */
export const cffStandardStrings = (): readonly string[] => (strings ??= cffStrings.trim().split(/\s+/));
