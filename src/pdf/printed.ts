import { AppError } from '../problems.ts';

/** An indirect object of a printed file: its number and where its body stands. */
export interface PrintedObject {
  readonly number: number;
  /** Offset of the first byte after `N 0 obj`. */
  readonly start: number;
  /** Offset of `endobj`. */
  readonly end: number;
  readonly stream: boolean;
}

/** A PDF as Chromium (Skia) prints it: one revision, a classic cross-reference table (ISO 32000-2, 7.5.4), generation 0 throughout. */
export interface PrintedFile {
  readonly bytes: Buffer;
  /** In the order of the file. */
  readonly objects: readonly PrintedObject[];
  /** One more than the highest object number. */
  readonly size: number;
  readonly root: number;
  readonly info: number | null;
  readonly pages: number;
}

/** Reads the frame of a printed file without parsing its objects. Not for PDFs from outside: those go through `open`. */
export function readPrinted(pdf: Uint8Array): PrintedFile {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1', Math.max(0, bytes.length - 64)))?.[1]);
  if (!Number.isSafeInteger(at) || bytes.toString('latin1', at, at + 4) !== 'xref') throw broken('no cross-reference table');
  const trailerAt = bytes.indexOf('trailer', at);
  const trailer = bytes.toString('latin1', trailerAt);
  const offsets = readTable(bytes.toString('latin1', at + 4, trailerAt), at);
  const objects = offsets.map(({ number, offset }, index) => readObject(bytes, number, offset, offsets[index + 1]?.offset ?? at));
  const root = reference(trailer, 'Root');
  if (root === null) throw broken('no Root');
  const file = { bytes, objects, size: Number(/\/Size (\d+)/.exec(trailer)?.[1]), root, info: reference(trailer, 'Info') };
  return { ...file, pages: countPages(file) };
}

/** The body of an object as text, one character a byte. */
export function bodyOf(file: Pick<PrintedFile, 'bytes' | 'objects'>, number: number): string {
  const object = file.objects.find((candidate) => candidate.number === number);
  if (object === undefined) throw broken(`no object ${number}`);
  return file.bytes.toString('latin1', object.start, object.end);
}

/** In-use entries, by offset. */
function readTable(table: string, end: number): { number: number; offset: number }[] {
  const offsets: { number: number; offset: number }[] = [];
  let number = 0;
  for (const line of table.trim().split(/\r?\n/)) {
    const parts = line.trim().split(' ');
    if (parts.length === 2) number = Number(parts[0]);
    else {
      const offset = Number(parts[0]);
      if (parts[2] === 'n' && offset < end) offsets.push({ number, offset });
      number += 1;
    }
  }
  return offsets.sort((a, b) => a.offset - b.offset);
}

function readObject(bytes: Buffer, number: number, offset: number, next: number): PrintedObject {
  const head = `${number} 0 obj`;
  if (bytes.toString('latin1', offset, offset + head.length) !== head) throw broken(`object ${number} is not where the table says`);
  const end = bytes.lastIndexOf('endobj', next - 1);
  if (end < offset) throw broken(`object ${number} has no end`);
  const tail = bytes.toString('latin1', Math.max(offset, end - 12), end);
  return { number, start: offset + head.length, end, stream: /endstream\s*$/.test(tail) };
}

function countPages(file: Pick<PrintedFile, 'bytes' | 'objects' | 'root'>): number {
  const pages = reference(bodyOf(file, file.root), 'Pages');
  const count = pages === null ? Number.NaN : Number(/\/Count (\d+)/.exec(bodyOf(file, pages))?.[1]);
  if (!Number.isSafeInteger(count)) throw broken('no page count');
  return count;
}

function reference(dictionary: string, key: string): number | null {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1];
  return found === undefined ? null : Number(found);
}

function broken(what: string): AppError {
  return new AppError('render-failed', 'The browser did not print a readable PDF.', { cause: new Error(`printed file: ${what}`) });
}
