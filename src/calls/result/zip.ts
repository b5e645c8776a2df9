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

interface ZippedFile {
  readonly filename: string;
  readonly pdf: Uint8Array;
}

/**
 * An archive of files in their order, stored without compression. Names must be safe and unique. The time for each file
 * does not depend on the number of files; libraries search all files for the next one, which takes seconds for 20,000.
 */
export async function zip(files: readonly ZippedFile[]): Promise<Buffer> {
  const list = files.map(({ filename, pdf }) => ({ name: Buffer.from(filename, 'utf8'), pdf }));
  const listAt = list.reduce((at, { name, pdf }) => at + lengths.file + name.length + pdf.length, 0);
  const endAt = list.reduce((at, { name }) => at + lengths.listed + name.length, listAt);
  if (list.length > maxCount.files || endAt > maxCount.bytes)
    throw new AppError('limit-exceeded', 'The documents are too many, or too large, for one archive.');
  const archive = Buffer.alloc(endAt + lengths.end);
  let [at, nextListed, done, sinceTurn] = [0, listAt, 0, 0];
  for (const { name, pdf } of list) {
    const descriptionAt = writeFile(archive, at, { name, pdf });
    writeListed(archive, nextListed, { name, descriptionAt, offset: at });
    done += 1;
    at += lengths.file + name.length + pdf.length;
    nextListed += lengths.listed + name.length;
    sinceTurn += pdf.length;
    if (sinceTurn < turnAfter.bytes && done % turnAfter.files !== 0) continue;
    sinceTurn = 0;
    await turn();
  }
  writeEnd(archive, endAt, { files: list.length, listAt });
  return archive;
}

/**
 * Writes the record of a file, its name and its data. Returns the position of its description, which the list repeats
 * (4.4.3 to 4.4.11).
 */
function writeFile(
  archive: Buffer,
  at: number,
  { name, pdf }: { readonly name: Buffer; readonly pdf: Uint8Array },
): number {
  archive.writeUInt32LE(signatures.file, at);
  archive.writeUInt16LE(needed, at + 4);
  archive.writeUInt16LE(flags, at + 6);
  archive.writeUInt16LE(day, at + 12);
  archive.writeUInt32LE(crc32(pdf), at + 14);
  archive.writeUInt32LE(pdf.length, at + 18);
  archive.writeUInt32LE(pdf.length, at + 22);
  archive.writeUInt16LE(name.length, at + 26);
  name.copy(archive, at + lengths.file);
  archive.set(pdf, at + lengths.file + name.length);
  return at + 4;
}

interface Listed {
  readonly name: Buffer;
  readonly descriptionAt: number;
  readonly offset: number;
}

function writeListed(archive: Buffer, at: number, { name, descriptionAt, offset }: Listed): void {
  archive.writeUInt32LE(signatures.listed, at);
  archive.writeUInt16LE(madeBy, at + 4);
  archive.copyWithin(at + 6, descriptionAt, descriptionAt + 26);
  archive.writeUInt32LE(attributes, at + 38);
  archive.writeUInt32LE(offset, at + 42);
  name.copy(archive, at + lengths.listed);
}

function writeEnd(
  archive: Buffer,
  at: number,
  { files, listAt }: { readonly files: number; readonly listAt: number },
): void {
  archive.writeUInt32LE(signatures.end, at);
  archive.writeUInt16LE(files, at + 8);
  archive.writeUInt16LE(files, at + 10);
  archive.writeUInt32LE(at - listAt, at + 12);
  archive.writeUInt32LE(listAt, at + 16);
}
