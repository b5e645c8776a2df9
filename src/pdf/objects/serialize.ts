import { isSignature } from '../crypt/encryption.ts';
import { ByteSink } from './byte-sink.ts';
import { classOf, regular } from './characters.ts';
import { Dict, Name, PdfString, Ref, Stream, type Obj, type PdfArray } from './objects.ts';

/** Deeper than any parser goes: a value within itself. */
const maxDepth = 1000;

/** Called for each string but the Contents of signatures (ISO 32000-2, 7.6.2). */
export type StringMap = (string: PdfString) => PdfString;

const same: StringMap = (string) => string;

/** An object that is made as it is written: in the form of `serialize`, without a stream. */
export abstract class Writable {
  /** `num` is the number that the object has in the file. */
  abstract write(sink: ByteSink, num: number): void;
}

/** How what is within an object is written. */
interface Form {
  readonly map: StringMap;
  /** References retain their generations, as an updated file needs; otherwise they are written with generation 0. */
  readonly generations: boolean;
}

const plain: Form = { map: same, generations: false };

/**
 * An object as bytes, one character a byte (Latin-1): always the same for the same object, with no space that is not
 * needed. References are written with generation 0, unless `generations` is true. A stream cannot be within another
 * object.
 */
export function serialize(obj: Obj, map: StringMap = same, generations = false): string {
  const sink = new ByteSink();
  write(sink, obj, { map, generations }, 0);
  return sink.view.toString('latin1');
}

/** As `serialize`, after what the sink holds. */
export function serializeTo(sink: ByteSink, obj: Obj, map: StringMap = same, generations = false): void {
  write(sink, obj, { map, generations }, 0);
}

function write(sink: ByteSink, obj: Obj, form: Form, depth: number): void {
  if (typeof obj === 'number') writeNumber(sink, obj);
  else if (obj === null || typeof obj === 'boolean') sink.text(String(obj));
  else if (obj instanceof Name) sink.text(writtenName(obj.value));
  else if (obj instanceof Ref) {
    if (form.generations && obj.gen > 0) sink.text(`${obj.num} ${obj.gen} R`);
    else sink.reference(obj.num);
  } else if (obj instanceof PdfString) writeString(sink, form.map(obj));
  else if (obj instanceof Stream) throw new Error('a stream is an indirect object');
  else if (depth > maxDepth) throw new Error('an object is within itself');
  else if (obj instanceof Dict) writeDict(sink, obj, form, depth + 1);
  else writeArray(sink, obj, form, depth + 1);
}

function writeArray(sink: ByteSink, array: PdfArray, form: Form, depth: number): void {
  sink.byte(0x5b);
  for (let at = 0; at < array.length; at += 1) {
    if (at > 0) sink.byte(0x20);
    write(sink, array[at] ?? null, form, depth);
  }
  sink.byte(0x5d);
}

function writeDict(sink: ByteSink, dict: Dict, form: Form, depth: number): void {
  const signature = form.map !== same && isSignature(dict);
  const { slots } = dict;
  sink.text('<<');
  for (let at = 0; at < slots.length; at += 2) {
    const key = slots[at] as string;
    writeKey(sink, key, slots[at + 1] as Obj);
    write(sink, slots[at + 1] as Obj, signature && key === 'Contents' ? { ...form, map: same } : form, depth);
  }
  sink.text('>>');
}

/** A key, and a space before a value that does not begin with a delimiter. */
function writeKey(sink: ByteSink, key: string, value: Obj): void {
  sink.text(writtenName(key));
  if (typeof value !== 'object' || value instanceof Ref) sink.byte(0x20);
}

/** Writes an entry of a dictionary. */
export function writeEntry(sink: ByteSink, key: string, value: Obj): void {
  writeKey(sink, key, value);
  write(sink, value, plain, 1);
}

function writeNumber(sink: ByteSink, value: number): void {
  if (Number.isSafeInteger(value)) sink.integer(value);
  else sink.text(writtenNumber(value));
}

/**
 * ISO 32000-2, 7.3.3: decimal, without an exponent. A number beyond the integers of readers (64 bits at most) is
 * written as a real, because qpdf loses a whole object stream to an integer that overflows.
 */
export function writtenNumber(value: number): string {
  if (!Number.isFinite(value) || value === 0) return '0';
  if (Number.isSafeInteger(value)) return String(value);
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text.includes('.') ? text : `${text}.0`;
  const sign = value < 0 ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}.0` : `${sign}0.${'0'.repeat(-point)}${digits}`;
}

/** A number with three decimals at most, as content that draws has it. */
export const writtenShort = (value: number): string => writtenNumber(Math.round(value * 1000) / 1000);

/** Operands of one operator, separated by spaces. */
export const writtenOperands = (...values: readonly number[]): string => values.map(writtenShort).join(' ');

/** Written names by their value: a document has few, and writes them often. */
const known = new Map<string, string>();
const maxKnown = 10_000;

/** ISO 32000-2, 7.3.5. */
export function writtenName(value: string): string {
  const before = known.get(value);
  if (before !== undefined) return before;
  const text = escapedName(value);
  if (known.size < maxKnown) known.set(value, text);
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

/** ISO 32000-2, 7.3.4.2: what follows the backslash, by the byte that it stands for. */
const escapes: ReadonlyMap<number, number> = new Map([
  [0x28, 0x28],
  [0x29, 0x29],
  [0x5c, 0x5c],
  [13, 0x72],
  [10, 0x6e],
]);

function writeString(sink: ByteSink, { bytes, hex }: PdfString): void {
  if (hex) {
    sink.text(`<${bytes.toString('hex').toUpperCase()}>`);
    return;
  }
  sink.byte(0x28);
  for (const byte of bytes) {
    const escape = escapes.get(byte);
    if (escape !== undefined) sink.byte(0x5c);
    sink.byte(escape ?? byte);
  }
  sink.byte(0x29);
}
