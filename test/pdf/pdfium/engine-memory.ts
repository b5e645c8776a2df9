import { setTimeout } from 'node:timers/promises';
import { examine } from '../../../src/pdf/forensic/examine.ts';
import { withEngine } from '../../../src/pdf/pdfium/engine.ts';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { AppError } from '../../../src/problems.ts';
import { contractPdf } from '../../support/signed-files.ts';
import { endless } from './endless.ts';

/** What the tests of the engine's memory look at, in a process of its own: memory is the process's. Prints JSON. */
const megabyte = 1024 * 1024;

/** Megabytes that the process has grown by. V8 lets go of memory on a thread of its own, which may take a moment. */
async function grownSince(before: number): Promise<number> {
  const grown = () => (process.memoryUsage.rss() - before) / megabyte;
  for (let tries = 0; grown() >= 256 && tries < 100; tries += 1) await setTimeout(50);
  return grown();
}

// A thread that has examined a document before has more loaded, and more to collect.
await examine({ bytes: contractPdf(), now: new Date() });
const before = process.memoryUsage.rss();
const problem = await extractText(endless()).then(
  () => null,
  (error: unknown) => (error instanceof AppError ? error.slug : String(error)),
);
const afterDocument = await grownSince(before);
const size = await withEngine(({ bytes }) => bytes().length / megabyte);
const error = await withEngine(({ calls, bytes }) => {
  const at = calls.malloc(500 * megabyte);
  bytes().fill(1, at, at + 500 * megabyte);
  throw new Error('later');
}).catch((thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)));
const afterError = await grownSince(before);
process.stdout.write(JSON.stringify({ problem, afterDocument, size, error, afterError }));
