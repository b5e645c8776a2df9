import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Stored } from '../../editions/input-document.ts';

/** Bytes in a spool, to be read as a whole or as a stream. */
export interface Spooled extends Stored {
  /** All of it, a piece at a time. Rejects once the request is over. */
  stream(): AsyncIterable<Uint8Array>;
}

/** Bytes that one request may have in memory before its parts go to disk. */
const maxMemoryBytes = 256 * 1024;
/** Bytes that a stream reads at once. */
const pieceBytes = 256 * 1024;

/**
 * Stores the parts of one request until it ends: small ones in memory, the others one after the other in a file. The
 * file is unlinked as soon as it is open, so nothing of it outlives the request, not even after a kill.
 */
export class Spool {
  readonly #folder: string;
  #file: FileHandle | null = null;
  #memoryBytes = 0;
  /** Bytes in the file. */
  #end = 0;
  #closed = false;
  /** A parser that reads ahead may deliver parts at the same time. In the file they must not overlap. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores a stream and hashes it on its way. Rejects with the error of the stream or the disk. */
  receive(stream: AsyncIterable<Buffer>): Promise<Spooled> {
    const received = this.#last.then(() => this.#receive(stream));
    this.#last = received.catch(() => undefined);
    return received;
  }

  /** Holds a stream in memory, whatever its size: the limit of bodies bounds it. */
  async hold(stream: AsyncIterable<Buffer>): Promise<Spooled> {
    const bytes = await buffer(stream);
    return {
      size: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: () => Promise.resolve(new Uint8Array(bytes)),
      stream: () => Readable.from([bytes]),
    };
  }

  /** Deletes everything. Reads and writes that are under way fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#file?.close();
  }

  async #receive(stream: AsyncIterable<Buffer>): Promise<Spooled> {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    const start = this.#end;
    let size = 0;
    for await (const chunk of stream) {
      hash.update(chunk);
      size += chunk.byteLength;
      chunks.push(chunk);
      this.#memoryBytes += chunk.byteLength;
      if (this.#memoryBytes > maxMemoryBytes) this.#memoryBytes -= await this.#append(chunks.splice(0));
    }
    if (this.#end > start) this.#memoryBytes -= await this.#append(chunks.splice(0));
    const facts = { size, sha256: hash.digest('hex') };
    if (this.#end > start)
      return { ...facts, bytes: () => this.#read(start, size), stream: () => this.#stream(start, size) };
    return {
      ...facts,
      bytes: () => Promise.resolve(new Uint8Array(Buffer.concat(chunks))),
      stream: () => Readable.from(chunks),
    };
  }

  /** Writes at the end; returns how many bytes. */
  async #append(chunks: readonly Buffer[]): Promise<number> {
    const file = await this.#open();
    const bytes = Buffer.concat(chunks);
    for (let done = 0; done < bytes.byteLength;)
      done += (await file.write(bytes, done, bytes.byteLength - done, this.#end + done)).bytesWritten;
    this.#end += bytes.byteLength;
    return bytes.byteLength;
  }

  async #read(start: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = await this.#open();
    const bytes = new Uint8Array(size);
    for (let done = 0; done < size;) {
      const { bytesRead } = await file.read(bytes, done, size - done, start + done);
      if (bytesRead === 0) throw new Error('The spool file is shorter than the data written to it.');
      done += bytesRead;
    }
    return bytes;
  }

  async *#stream(start: number, size: number): AsyncGenerator<Uint8Array> {
    for (let done = 0; done < size; done += pieceBytes)
      yield await this.#read(start + done, Math.min(pieceBytes, size - done));
  }

  async #open(): Promise<FileHandle> {
    if (this.#closed) throw new Error('The request is over, and its documents are gone.');
    if (this.#file) return this.#file;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    await rm(path, { force: true }); // a sweep may have removed it already
    this.#file = file;
    if (this.#closed as boolean) await this.close();
    return file;
  }
}

/**
 * Removes the files of processes that were killed between opening a file and removing its name; files in use have no
 * name.
 */
export async function sweepSpool(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    await rm(join(folder, name), { recursive: true, force: true });
}
