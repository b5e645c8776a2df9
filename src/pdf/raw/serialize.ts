import { isSignature } from '../crypt/encryption.ts';
import { classOf, regular } from './characters.ts';
import { Dict, Name, PdfString, Ref, Stream, type Obj } from './objects.ts';

/** Deeper than any parser goes: a value within itself. */
const deepest = 1000;

/** Called for each string but the Contents of signatures (ISO 32000-2, 7.6.2). */
export type StringMap = (string: PdfString) => PdfString;

/**
 * An object as bytes, one character a byte (Latin-1): always the same for the same object, with no space that is not needed.
 * References are written with generation 0. A stream cannot be within another object.
 */
export function serialize(obj: Obj, map: StringMap = (string) => string): string {
  return written(obj, map, 0);
}

function written(obj: Obj, map: StringMap, depth: number): string {
  if (obj === null || typeof obj === 'boolean') return String(obj);
  if (typeof obj === 'number') return writtenNumber(obj);
  if (obj instanceof Name) return writtenName(obj.value);
  if (obj instanceof PdfString) return writtenString(map(obj));
  if (obj instanceof Ref) return `${obj.num} 0 R`;
  if (obj instanceof Stream) throw new Error('a stream is an indirect object');
  if (depth > deepest) throw new Error('an object is within itself');
  if (obj instanceof Dict) return writtenDict(obj, map, depth + 1);
  let text = '[';
  for (const entry of obj) text += (text === '[' ? '' : ' ') + written(entry, map, depth + 1);
  return `${text}]`;
}

function writtenDict(dict: Dict, map: StringMap, depth: number): string {
  const signature = isSignature(dict);
  let text = '<<';
  for (const [key, entry] of dict.map) {
    const value = written(entry, signature && key === 'Contents' ? (string) => string : map, depth);
    text += writtenName(key) + (classOf[value.charCodeAt(0)] === regular ? ' ' : '') + value;
  }
  return `${text}>>`;
}

/** ISO 32000-2, 7.3.3: decimal, without an exponent. */
export function writtenNumber(value: number): string {
  if (!Number.isFinite(value) || value === 0) return '0';
  if (Number.isSafeInteger(value)) return String(value);
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = value < 0 ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

/** Written names by their value: a document has few, and writes them often. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** ISO 32000-2, 7.3.5. */
export function writtenName(value: string): string {
  const before = known.get(value);
  if (before !== undefined) return before;
  const text = escapedName(value);
  if (known.size < mostKnown) known.set(value, text);
  return text;
}

function escapedName(value: string): string {
  let text = '/';
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at) & 0xff;
    const plain = code > 0x20 && code < 0x7f && code !== 0x23 && classOf[code] === regular;
    text += plain ? String.fromCharCode(code) : `#${code.toString(16).padStart(2, '0').toUpperCase()}`;
  }
  return text;
}

const escaped: Readonly<Record<string, string>> = { '(': '\\(', ')': '\\)', '\\': '\\\\', '\r': '\\r', '\n': '\\n' };

function writtenString({ bytes, hex }: PdfString): string {
  if (hex) return `<${bytes.toString('hex').toUpperCase()}>`;
  return `(${bytes.toString('latin1').replace(/[()\\\r\n]/g, (character) => escaped[character] ?? character)})`;
}
