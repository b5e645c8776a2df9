import { cffStrings, encodingTables } from './encoding-tables.ts';

export type EncodingName = keyof typeof encodingTables;

/** Names of glyphs by code; codes without one are not there. */
export type Encoding = ReadonlyMap<number, string>;

const read = new Map<EncodingName, Encoding>();

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

export function isEncodingName(name: string): name is EncodingName {
  return Object.hasOwn(encodingTables, name);
}

let strings: readonly string[] | undefined;

export const cffStandardStrings = (): readonly string[] => (strings ??= cffStrings.trim().split(/\s+/));
