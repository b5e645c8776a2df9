import { setImmediate as turn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { AppError } from '../../problems.ts';

/** Records of an archive (APPNOTE 6.3.10, 4.3.7, 4.3.12, 4.3.16). Numbers are little-endian. */
const signatures = { file: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 } as const;
const lengths = { file: 30, listed: 46, end: 22 } as const;

/** Names are UTF-8 (4.4.4). */
const flags = 0x0800;
/** PKZIP 2.0, on Unix (4.4.2). */
const madeBy = (3 << 8) | 20;
const needed = 20;
/** 1980-01-01 at midnight, the first moment that a ZIP can name (4.4.6): equal files make an equal archive. */
const day = (1 << 5) | 1;
/** A regular file for everybody to read. */
const attributes = (0o100644 << 16) >>> 0;

/** An archive with 4-byte offsets and 2-byte counts. */
const maxCount = { files: 0xfffe, bytes: 0xfffffffe } as const;

/** Other work has its turn after so many files or bytes. */
const turnAfter = { files: 200, bytes: 8 * 1024 * 1024 } as const;

/** A file of an archive, by the facts that its records state. */
interface ZippedFile {
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  readonly crc32: number;
}

/** The records of an archive, between which the data of its files stands. */
interface ZipRecords {
  /** What precedes the data of each file. */
  readonly heads: readonly Buffer[];
  /** What follows the data of the last file. */
  readonly tail: Buffer;
  /** Bytes of the whole archive. */
  readonly size: number;
}

/**
 * The records of an archive of files in their order, stored without compression. Names must be safe and unique. The
 * time for each file does not depend on the number of files; libraries search all files for the next one, which takes
 * seconds for 20,000. Throws AppError `limit-exceeded`.
 */
export function zipRecords(files: readonly ZippedFile[]): ZipRecords {
  const names = files.map(({ filename }) => Buffer.from(filename, 'utf8'));
  const listLength = names.reduce((sum, name) => sum + lengths.listed + name.length, 0);
  const listAt = files.reduce((at, { size }, index) => at + lengths.file + (names[index]?.length ?? 0) + size, 0);
  const endAt = listAt + listLength;
  if (files.length > maxCount.files || endAt > maxCount.bytes)
    throw new AppError('limit-exceeded', 'The files of the answer are too many, or too large, for one archive.');
  const tail = Buffer.alloc(listLength + lengths.end);
  const heads: Buffer[] = [];
  let [offset, nextListed] = [0, 0];
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? Buffer.alloc(0);
    const head = headOf(file, name);
    writeListed(tail, nextListed, { name, head, offset });
    heads.push(head);
    offset += head.length + file.size;
    nextListed += lengths.listed + name.length;
  }
  writeEnd(tail, listLength, { files: files.length, listAt });
  return { heads, tail, size: endAt + lengths.end };
}

/** An archive of files in memory, in their order. Throws AppError `limit-exceeded`. */
export async function zip(files: readonly { readonly filename: string; readonly pdf: Uint8Array }[]): Promise<Buffer> {
  const turns = new Turns();
  const facts: ZippedFile[] = [];
  for (const { filename, pdf } of files) {
    facts.push({ filename, size: pdf.length, crc32: crc32(pdf) });
    await turns.after(pdf.length);
  }
  const { heads, tail, size } = zipRecords(facts);
  const archive = Buffer.alloc(size);
  let at = 0;
  for (const [index, { pdf }] of files.entries()) {
    for (const piece of [heads[index] ?? [], pdf]) {
      archive.set(piece, at);
      at += piece.length;
    }
    await turns.after(pdf.length);
  }
  archive.set(tail, at);
  return archive;
}

/** Gives other work its turn, now and then. */
class Turns {
  #files = 0;
  #bytes = 0;

  /** Call this after each file of so many bytes. */
  async after(bytes: number): Promise<void> {
    this.#files += 1;
    this.#bytes += bytes;
    if (this.#files < turnAfter.files && this.#bytes < turnAfter.bytes) return;
    [this.#files, this.#bytes] = [0, 0];
    await turn();
  }
}

/** The record of a file and its name. Its description, from byte 4 on, is repeated in the list (4.4.3 to 4.4.11). */
function headOf({ size, crc32: checksum }: ZippedFile, name: Buffer): Buffer {
  const head = Buffer.alloc(lengths.file + name.length);
  head.writeUInt32LE(signatures.file, 0);
  head.writeUInt16LE(needed, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(day, 12);
  head.writeUInt32LE(checksum, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt32LE(size, 22);
  head.writeUInt16LE(name.length, 26);
  name.copy(head, lengths.file);
  return head;
}

interface Listed {
  readonly name: Buffer;
  readonly head: Buffer;
  readonly offset: number;
}

function writeListed(list: Buffer, at: number, { name, head, offset }: Listed): void {
  list.writeUInt32LE(signatures.listed, at);
  list.writeUInt16LE(madeBy, at + 4);
  head.copy(list, at + 6, 4, 30);
  list.writeUInt32LE(attributes, at + 38);
  list.writeUInt32LE(offset, at + 42);
  name.copy(list, at + lengths.listed);
}

function writeEnd(
  list: Buffer,
  at: number,
  { files, listAt }: { readonly files: number; readonly listAt: number },
): void {
  list.writeUInt32LE(signatures.end, at);
  list.writeUInt16LE(files, at + 8);
  list.writeUInt16LE(files, at + 10);
  list.writeUInt32LE(at, at + 12);
  list.writeUInt32LE(listAt, at + 16);
}
