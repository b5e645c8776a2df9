import { parentPort } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import type { DeflateJob, Deflated } from './deflate-thread.ts';

/** The thread of `DeflateThread`. */
parentPort?.on('message', ({ id, bytes, options }: DeflateJob) => {
  const deflated = new Uint8Array(deflateSync(bytes, options));
  parentPort?.postMessage({ id, bytes: deflated } satisfies Deflated, [deflated.buffer]);
});
