import { Dict, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';
import { newLexemes, scanLexemes, type Lexemes } from './usage/lexemes.ts';

/** An indirect object as it is written in the file (ISO 32000-2, 7.3.10). */
export interface RawObject extends Lexemes {
  readonly place: ObjectLocation;
  /** Its number and generation are not those of the cross-reference entry. */
  readonly displaced: boolean;
  /** The fault in the white space of `N G obj ... endobj` (ISO 19005), or null. */
  readonly framing: string | null;
  readonly stream: RawStream | null;
}

/** The syntax of a stream (ISO 32000-2, 7.3.8.1). */
interface RawStream {
  /** `stream` is followed by CR LF or LF. */
  readonly startsLine: boolean;
  /** `endstream` is preceded by an end of line. */
  readonly endsLine: boolean;
  /** Length states the right number of bytes. */
  readonly measured: boolean;
}

/** Reads every object that the cross-reference lists. Of objects in object streams only tokens are read. */
export function readRawObjects(file: PdfFile, numbers: readonly number[]): RawObject[] {
  const objects: RawObject[] = [];
  const members = new Map<number, number>();
  for (const num of numbers) {
    const entry = file.where(num);
    if (entry?.kind === 'object-stream') members.set(entry.container, num);
  }
  for (const num of numbers) {
    const entry = file.where(num);
    if (entry?.kind === 'offset') {
      const object = rawObject(file, num, entry, members);
      if (object !== null) objects.push(object);
    }
  }
  return objects;
}

const stops = (word: string): boolean => word === 'stream' || word === 'endobj' || word === 'obj' || word === 'xref';

/** `members` are the numbers of objects in object streams, by the numbers of these. */
function rawObject(
  file: PdfFile,
  num: number,
  { offset, gen }: { readonly offset: number; readonly gen: number },
  members: ReadonlyMap<number, number>,
): RawObject | null {
  const { bytes } = file;
  const value = file.get(num);
  const head = /^\d{1,10}[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]*obj/.exec(bytes.toString('latin1', offset, offset + 60));
  if (head === null) {
    // The cross-reference may refer to the white space before the number.
    const space = /^[\0\t\n\f\r ]+(?=\d)/.exec(bytes.toString('latin1', offset, offset + 60))?.[0];
    return space === undefined ? null : rawObject(file, num, { offset: offset + space.length, gen }, members);
  }
  const found = newLexemes();
  const start = offset + head[0].length;
  let at = scanLexemes(bytes, { start, end: bytes.length }, found, stops);
  let stream: RawStream | null = null;
  if (value instanceof Stream) {
    stream = rawStream(file, value, at);
    const end = bytes.indexOf('endobj', value.stored.byteOffset - bytes.byteOffset + value.stored.length);
    at = end < 0 ? bytes.length : end;
    if (value.dict.get('Type') !== null && file.name(value.dict.get('Type')) === 'ObjStm')
      scanPacked(file, value, members.get(num), found);
  }
  const [own = -1, generation = -1] = head[0].split(/\s+/).map((part) => Number.parseInt(part, 10));
  return {
    ...found,
    place: { object: num },
    displaced: own !== num || generation !== gen,
    framing: framingOf(bytes, offset, head[0], at),
    stream,
  };
}

/** The object stream was decoded already, for any `member` of it. */
function scanPacked(file: PdfFile, container: Stream, member: number | undefined, found: Lexemes): void {
  const first = file.number(container.dict.get('First')) ?? 0;
  const bytes = (member === undefined ? null : file.scan(member, ({ lexer }) => lexer.bytes)) ?? container.decode();
  scanLexemes(bytes, { start: Math.max(0, first), end: bytes.length }, found, null);
}

/** `at` is the offset of `stream`. */
function rawStream(file: PdfFile, { dict, stored }: Stream, at: number): RawStream {
  const { bytes } = file;
  const after = at + 6;
  const crlf = bytes[after] === 13 && bytes[after + 1] === 10;
  const startsLine = crlf || bytes[after] === 10;
  const start = after + (crlf ? 2 : bytes[after] === 10 || bytes[after] === 13 ? 1 : 0);
  const length = file.number(dict.get('Length')) ?? -1;
  const word = bytes.indexOf('endstream', start + Math.max(0, Math.min(length, stored.length)));
  const before = word < 0 ? 0 : (bytes[word - 1] ?? 0);
  const endsLine = before === 10 || before === 13;
  return { startsLine, endsLine, measured: word >= 0 && isMeasured(bytes, start + length, word, endsLine) };
}

/** Between the data and `endstream` is at most one end-of-line, which Length does not count. */
function isMeasured(bytes: Buffer, dataEnd: number, word: number, endsLine: boolean): boolean {
  const gap = bytes.toString('latin1', Math.max(0, dataEnd), word);
  return dataEnd <= word && ((gap === '' && !endsLine) || gap === '\n' || gap === '\r' || gap === '\r\n');
}

const isEol = (byte: number | undefined): boolean => byte === 10 || byte === 13;

function framingOf(bytes: Buffer, offset: number, head: string, end: number): string | null {
  if (offset > 0 && !isEol(bytes[offset - 1])) return 'the object number does not start a line';
  if (!/^\d+[\0\t\n\f\r ]\d+[\0\t\n\f\r ]obj$/.test(head))
    return 'the numbers and obj are not separated by a single white-space character';
  if (!isEol(bytes[offset + head.length])) return 'obj is not followed by an end of line';
  if (!bytes.subarray(end, end + 6).equals(endobj)) return 'there is no endobj';
  if (!isEol(bytes[end - 1])) return 'endobj does not start a line';
  if (end + 6 < bytes.length && !isEol(bytes[end + 6])) return 'endobj is not followed by an end of line';
  return null;
}

const endobj = Buffer.from('endobj');

/** The dictionary of a dictionary or stream object; null for others. */
export function dictOf(value: unknown): Dict | null {
  if (value instanceof Stream) return value.dict;
  return value instanceof Dict ? value : null;
}
