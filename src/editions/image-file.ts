import type { FileHandle } from 'node:fs/promises';
import { openNameless } from '../render/print/fragments/part-files.ts';
import type { ImageContent } from './edition.ts';

const pieceBytes = 256 * 1024;

/** Images in a file without a name, which exists until it is closed. Another process of the service writes them. */
export class ImageFile implements ImageContent {
  readonly #file: FileHandle;
  #isClosed = false;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(): Promise<ImageFile> {
    return new ImageFile(await openNameless());
  }

  /** The path by which other processes open the file: proc(5) has it for as long as the file is open. */
  get path(): string {
    return `/proc/${process.pid}/fd/${this.#file.fd}`;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ;) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file.close();
  }
}
