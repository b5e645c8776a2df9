import { dingbatsList, glyphList } from './glyph-list.ts';

let characters: ReadonlyMap<string, string> | undefined;
let dingbats: ReadonlyMap<string, string> | undefined;

/**
 * The text of a glyph of this name (Adobe Glyph List Specification, section 2); null where the name determines none.
 */
export function unicodeOfName(name: string, zapf = false): string | null {
  const known = zapf ? (dingbats ??= read(dingbatsList)).get(name) : undefined;
  return known ?? ofName((characters ??= read(glyphList)), name);
}

function ofName(list: ReadonlyMap<string, string>, written: string): string | null {
  const dot = written.indexOf('.');
  const name = dot > 0 ? written.slice(0, dot) : written;
  const known = list.get(written) ?? list.get(name);
  if (known !== undefined) return known;
  if (name.includes('_')) {
    const parts = name.split('_').map((part) => ofName(list, part));
    return parts.length < 20 && parts.every((part) => part !== null) ? parts.join('') : null;
  }
  const uni = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1];
  if (uni !== undefined)
    return (uni.match(/.{4}/g) ?? [])
      .map((digits) => String.fromCharCode(parseInt(digits, 16)))
      .join('')
      .toWellFormed();
  const code = /^u([0-9A-F]{4,6})$/.exec(name)?.[1];
  const value = code === undefined ? Infinity : parseInt(code, 16);
  return value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? null : String.fromCodePoint(value);
}

function read(list: string): ReadonlyMap<string, string> {
  const words = list.trim().split(/\s+/);
  const map = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2)
    map.set(words[at] ?? '', String.fromCodePoint(parseInt(words[at + 1] ?? '', 16)));
  return map;
}
