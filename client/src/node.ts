import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileAnswer } from './answer.ts';
import type { Upload } from './bytes.ts';

/** A file of this machine, which is streamed from the disk each time it is sent. */
export async function file(path: string): Promise<Upload> {
  const { size } = await stat(path);
  return {
    name: basename(path),
    size,
    stream: () => Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>,
  };
}

/** Streams an answer into a file. The file is there when all of it is: a broken download leaves none. */
export async function save(answer: FileAnswer, path: string): Promise<void> {
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    await pipeline(Readable.fromWeb(answer.stream() as never), createWriteStream(part, { flags: 'wx' }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
