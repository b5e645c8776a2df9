import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';

/**
 * A printed file that waits for the others of its document: compressed, in memory or in an open file. Plain data, which
 * other processes of the service can read too.
 */
export interface StoredFile {
  readonly packed: Uint8Array | StoredPlace;
  /** Size of the printed file in bytes. */
  readonly size: number;
}

/** A range of bytes in an open file without a name; proc(5) gives it a path for as long as it is open. */
interface StoredPlace {
  readonly path: string;
  readonly at: number;
  readonly length: number;
}

/** Maximum number of bytes of one document in memory; further files go to disk. */
const storedBytes = 16 * 1024 * 1024;
/**
 * Compression level. Prints repeat few different words: they shrink to a fifth, in a hundredth of the time of the
 * print.
 */
const level = 1;
const pieceBytes = 256 * 1024;

const pack = promisify<Uint8Array, { level: number; chunkSize: number }, Buffer>(deflateRaw);

/** Stores files for the duration of `work`, whether it succeeds or fails. */
export async function withStoredFiles<T>(
  work: (files: {
    /** Stores the file, and frees its own memory. */ readonly keep: (pdf: Uint8Array) => Promise<StoredFile>;
  }) => Promise<T>,
): Promise<T> {
  const files = new StoredFiles();
  try {
    return await work({ keep: (pdf) => files.keep(pdf) });
  } finally {
    await files.close();
  }
}

/**
 * Stores the parts of one document until all of them are printed. The file is unlinked as soon as it is open, so
 * nothing of it outlives the document. Until then its name is that of a run, whose leftovers are removed after a crash
 * (see run-folder.ts).
 */
class StoredFiles {
  #file: Promise<FileHandle> | null = null;
  #memoryBytes = 0;
  /** Length of the file in bytes. */
  #end = 0;
  #closed = false;

  async keep(pdf: Uint8Array): Promise<StoredFile> {
    const size = pdf.byteLength;
    const packed = await pack(pdf, { level, chunkSize: pieceBytes });
    letGo(pdf);
    if (this.#memoryBytes + packed.byteLength <= storedBytes) {
      this.#memoryBytes += packed.byteLength;
      return { packed, size };
    }
    const at = this.#end;
    this.#end += packed.byteLength;
    const file = await this.#open();
    for (let done = 0; done < packed.byteLength;)
      done += (await file.write(packed, done, packed.byteLength - done, at + done)).bytesWritten;
    return { packed: { path: `/proc/${process.pid}/fd/${file.fd}`, at, length: packed.byteLength }, size };
  }

  /** Closes the file: it cannot be read any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#file?.catch(() => null))?.close();
  }

  #open(): Promise<FileHandle> {
    if (this.#closed) throw new Error('The document is over, and its parts are gone.');
    this.#file ??= openNameless();
    return this.#file;
  }
}

/**
 * Frees the memory of a file at once. The garbage collector would free it later, and much later where a race with the
 * end of the browser holds the print (https://github.com/nodejs/node/issues/17469).
 */
export function letGo(pdf: Uint8Array): void {
  const { buffer } = pdf;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === pdf.byteLength && buffer.byteLength > 0)
    structuredClone(buffer, { transfer: [buffer] });
}

/** Opens a file without a name, which exists until it is closed. */
export async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `colophon-${process.pid}-${randomBytes(8).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  return file;
}

/** The bytes of a file, stored or not. */
export function bytesOf(file: Uint8Array | StoredFile): Uint8Array {
  if (file instanceof Uint8Array) return file;
  return inflateRawSync(file.packed instanceof Uint8Array ? file.packed : readAt(file.packed), {
    chunkSize: Math.max(file.size, 64),
  });
}

function readAt({ path, at, length }: StoredPlace): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  const file = openSync(path, 'r');
  try {
    for (let done = 0; done < length;) {
      const read = readSync(file, bytes, done, length - done, at + done);
      if (read === 0) throw new Error('The file of printed parts is shorter than the data written to it.');
      done += read;
    }
  } finally {
    closeSync(file);
  }
  return bytes;
}
