import { isSpace } from '../objects/characters.ts';
import { end, Keyword } from '../objects/lexer.ts';
import { Dict, Name, PdfString, type Obj } from '../objects/objects.ts';
import type { Parser } from '../objects/parser.ts';
import type { InlineImage } from './operation.ts';

/** Full names of the keys of inline images (ISO 32000-2, table 91). */
const keys: Readonly<Record<string, string>> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  L: 'Length',
  W: 'Width',
};

/** Full names of colour spaces in inline images (table 92). */
export const inlineColorSpaces: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
  I: 'Indexed',
};

const fullKey = (key: string): string => keys[key] ?? key;

/** The dictionary with the keys of an image XObject. */
export function fullImageDict(dict: Dict): Dict {
  const full = new Dict();
  for (const [key, value] of dict) full.set(fullKey(key), value);
  return full;
}

/** Reads an inline image (ISO 32000-2, 8.9.7) from after `BI` to after `EI`, or to the end without one. */
export function inlineImage(parser: Parser): InlineImage {
  const { lexer } = parser;
  const dict = new Dict();
  for (;;) {
    const key = parser.next();
    if (key === end || (key instanceof Keyword && (key.value === 'ID' || key.value === 'EI'))) {
      if (key === end || key.value === 'EI') return { dict, data: Buffer.alloc(0) };
      break;
    }
    if (!(key instanceof Name)) continue;
    const before = lexer.position;
    const value = parser.next();
    if (value === end || value instanceof Keyword) lexer.position = before;
    else dict.set(key.value, value);
    if (value === end) return { dict, data: Buffer.alloc(0) };
  }
  const { bytes } = lexer;
  const start = isSpace(bytes[lexer.position] ?? 0) ? lexer.position + 1 : lexer.position;
  const stop = endOfData(bytes, start, fullImageDict(dict));
  lexer.position = stop.next;
  return { dict, data: bytes.subarray(start, stop.end) };
}

interface Stop {
  /** End of the data. */
  readonly end: number;
  /** Offset after `EI`. */
  readonly next: number;
}

function endOfData(bytes: Buffer, start: number, dict: Dict): Stop {
  const known = knownLength(dict);
  if (known !== null) {
    const stop = marker(bytes, start + known, 3);
    if (stop !== null) return { end: start + known, next: stop + 2 };
  }
  for (let at = bytes.indexOf('EI', start); at >= 0; at = bytes.indexOf('EI', at + 1)) {
    if (isMarker(bytes, at, start) && looksLikeContent(bytes, at + 2))
      return { end: at > start && isSpace(bytes[at - 1] ?? 0) ? at - 1 : at, next: at + 2 };
  }
  return { end: bytes.length, next: bytes.length };
}

/** Offset of `EI` after at most `room` bytes of white space from `from`; -1 without one. */
function marker(bytes: Buffer, from: number, room: number): number | null {
  let at = from;
  while (at < from + room && isSpace(bytes[at] ?? 0x21)) at += 1;
  return bytes[at] === 0x45 && bytes[at + 1] === 0x49 && (at + 2 >= bytes.length || isSpace(bytes[at + 2] ?? 0))
    ? at
    : null;
}

const isMarker = (bytes: Buffer, at: number, start: number): boolean =>
  (at === start || isSpace(bytes[at - 1] ?? 0)) && (at + 2 >= bytes.length || isSpace(bytes[at + 2] ?? 0));

/** True for text, which follows a real `EI`; after the same two bytes within image data there is more data. */
function looksLikeContent(bytes: Buffer, from: number): boolean {
  const until = Math.min(bytes.length, from + 24);
  for (let at = from; at < until; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x7e || (byte < 0x20 && !isSpace(byte))) return false;
  }
  return true;
}

/** Length of the data, if stated (Length, PDF 2.0) or implied by the absence of filters. */
function knownLength(dict: Dict): number | null {
  const length = number(dict.get('Length'));
  if (length !== null && length >= 0) return length;
  const [width, height] = [number(dict.get('Width')), number(dict.get('Height'))];
  if (dict.has('Filter') || width === null || height === null || width < 1 || height < 1) return null;
  if (dict.get('ImageMask') === true) return Math.ceil(width / 8) * height;
  const components = componentsOf(dict.get('ColorSpace'));
  return components === null
    ? null
    : Math.ceil((width * components * (number(dict.get('BitsPerComponent')) ?? 8)) / 8) * height;
}

const number = (obj: Obj): number | null => (typeof obj === 'number' && Number.isSafeInteger(obj) ? obj : null);

function componentsOf(space: Obj): number | null {
  if (Array.isArray(space)) return space.length === 4 && space[3] instanceof PdfString ? 1 : null;
  const name = space instanceof Name ? (inlineColorSpaces[space.value] ?? space.value) : '';
  return (
    ({ DeviceGray: 1, CalGray: 1, DeviceRGB: 3, CalRGB: 3, DeviceCMYK: 4 } as Readonly<Record<string, number>>)[name] ??
    null
  );
}
