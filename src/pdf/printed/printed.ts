import { AppError } from '../../problems.ts';
import { Dict, Ref, type Obj } from '../objects/objects.ts';
import { parseBody } from '../objects/parse-body.ts';
import { reference } from './model/body.ts';
import { digits, entryLength, inUse, offsetDigits, sectionsOf, type Section } from './printed-table.ts';

/** An indirect object of a printed file: its number and where its body stands. */
export interface PrintedObject {
  readonly number: number;
  /** Offset of the first byte after `N 0 obj`. */
  readonly start: number;
  /** Offset of `endobj`. */
  readonly end: number;
  readonly stream: boolean;
}

/**
 * A PDF as Chromium (Skia) prints it: one revision, a classic cross-reference table (ISO 32000-2, 7.5.4), generation 0
 * throughout.
 */
export interface PrintedFile {
  readonly bytes: Buffer;
  /** In the order of the file. */
  readonly objects: readonly PrintedObject[];
  /** One more than the highest object number. */
  readonly size: number;
  readonly root: number;
  readonly info: number | null;
  /** Offset of the cross-reference table. */
  readonly table: number;
  readonly pages: number;
}

/**
 * Reads the frame of a printed file without parsing its objects. Not for PDFs from outside: those go through `open`.
 */
export function readPrinted(pdf: Uint8Array): PrintedFile {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const { table, trailer } = frameOf(bytes);
  const offsets = readTable(bytes, table);
  const objects = offsets.map(({ number, offset }, index) =>
    readObject(bytes, number, offset, offsets[index + 1]?.offset ?? table),
  );
  const file = {
    bytes,
    objects,
    size: Number(/\/Size (\d+)/.exec(trailer)?.[1]),
    root: rootOf(trailer),
    info: reference(trailer, 'Info'),
    table,
  };
  return { ...file, pages: countPages(file.root, (number) => bodyOf(file, number)) };
}

/** Root and Info for the trailer of a file that is written of a printed one, as text. */
export const trailerOf = ({ root, info }: Pick<PrintedFile, 'root' | 'info'>): string =>
  `/Root ${root} 0 R${info === null ? '' : ` /Info ${info} 0 R`}`;

/** How many pages a printed file has, found without reading more of it than that takes. */
export function printedPages(pdf: Uint8Array): number {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const { table, trailer } = frameOf(bytes);
  return countPages(rootOf(trailer), (number) => {
    const offset = offsetOf(bytes, table, number);
    return bytes.toString('latin1', offset, bytes.indexOf('endobj', offset));
  });
}

/**
 * The frame of a printed file: its bytes, catalog and cross-reference table. Offsets count from the start of `bytes`.
 */
export interface PrintedFrame {
  readonly bytes: Buffer;
  /** Offset of the cross-reference table. */
  readonly table: number;
  readonly root: number;
  /** Number of the Info dictionary. */
  readonly info: number | null;
  /** Offset of `N 0 obj`. */
  readonly offsetOf: (number: number) => number;
}

/** The catalog of a printed file, and where each of its objects stands, without reading any of them. */
export function printedFrame(pdf: Uint8Array): PrintedFrame {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const { table, trailer } = frameOf(bytes);
  const sections = sectionsOf(bytes, table);
  return {
    bytes,
    table,
    root: rootOf(trailer),
    info: reference(trailer, 'Info'),
    offsetOf: (number) => offsetIn(bytes, sections, number),
  };
}

/** Where the cross-reference table starts, and the trailer as text. */
function frameOf(bytes: Buffer): { table: number; trailer: string } {
  const table = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1', Math.max(0, bytes.length - 64)))?.[1],
  );
  if (!Number.isSafeInteger(table) || bytes.toString('latin1', table, table + 4) !== 'xref')
    throw broken('no cross-reference table');
  return { table, trailer: bytes.toString('latin1', bytes.indexOf('trailer', table)) };
}

function rootOf(trailer: string): number {
  const root = reference(trailer, 'Root');
  if (root === null) throw broken('no Root');
  return root;
}

/** The body of an object as text, one character a byte. */
export function bodyOf(file: Pick<PrintedFile, 'bytes' | 'objects'>, number: number): string {
  const object = file.objects.find((candidate) => candidate.number === number);
  if (object === undefined) throw broken(`no object ${number}`);
  return file.bytes.toString('latin1', object.start, object.end);
}

/** In-use entries, by offset. */
function readTable(bytes: Buffer, table: number): { number: number; offset: number }[] {
  const offsets: { number: number; offset: number }[] = [];
  for (const { first, count, start } of sectionsOf(bytes, table)) {
    for (let index = 0; index < count; index += 1) {
      const at = start + index * entryLength;
      if (bytes[at + 17] !== inUse) continue;
      const offset = digits(bytes, at, offsetDigits);
      if (offset < table) offsets.push({ number: first + index, offset });
    }
  }
  return offsets.sort((a, b) => a.offset - b.offset);
}

function offsetOf(bytes: Buffer, table: number, number: number): number {
  return offsetIn(bytes, sectionsOf(bytes, table), number);
}

function offsetIn(bytes: Buffer, sections: readonly Section[], number: number): number {
  const section = sections.find(({ first, count }) => number >= first && number < first + count);
  if (section === undefined) throw broken(`no object ${number}`);
  return digits(bytes, section.start + (number - section.first) * entryLength, offsetDigits);
}

function readObject(bytes: Buffer, number: number, offset: number, next: number): PrintedObject {
  const head = `${number} 0 obj`;
  if (bytes.toString('latin1', offset, offset + head.length) !== head)
    throw broken(`object ${number} is not at its place in the table`);
  const end = bytes.lastIndexOf('endobj', next - 1);
  if (end < offset) throw broken(`object ${number} has no end`);
  return {
    number,
    start: offset + head.length,
    end,
    stream: bytes
      .toString('latin1', Math.max(offset, end - 10), end)
      .trimEnd()
      .endsWith('endstream'),
  };
}

function countPages(root: number, body: (number: number) => string): number {
  const pages = entry(body(root), 'Pages');
  const count = pages instanceof Ref ? Number(entry(body(pages.num), 'Count') ?? Number.NaN) : Number.NaN;
  if (!Number.isSafeInteger(count)) throw broken('no page count');
  return count;
}

/** An entry of an object that is a dictionary, which may have the words of one within it. */
function entry(object: string, key: string): Obj {
  const read = parseBody(object.slice(object.indexOf('<<')), maxDepth);
  return read instanceof Dict ? read.get(key) : null;
}

/** Deeper than values of other PDFs are read (see limits.ts). */
const maxDepth = 1000;

function broken(what: string): AppError {
  return new AppError('render-failed', 'The browser did not print a readable PDF.', {
    cause: new Error(`printed file: ${what}`),
  });
}
