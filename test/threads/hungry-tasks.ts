import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { ScanThread } from '../../src/pdf/facts/structure/ahead/scan-thread.ts';
import { deflateInBackground } from '../../src/pdf/filters/deflate.ts';
import { defaultLimits } from '../../src/pdf/objects/limits.ts';
import { readWithPdfjs } from '../../src/pdf/pdfjs/read-text.ts';
import { memoryOf } from '../../src/threads/process-memory.ts';
import { task } from '../../src/threads/threads.ts';

/** Ways to fill memory: V8 ends a whole process in most of them. */
const ways: Readonly<Record<string, () => unknown>> = {
  objects: () => {
    const all: object[] = [];
    for (;;) all.push({ a: 1 });
  },
  'one array that grows': () => {
    const all: number[] = [];
    for (;;) all.push(1.5);
  },
  'one large array': () => {
    const all: unknown[] = [];
    for (;;) all.push(new Array(20_000_000).fill(1.5));
  },
  'a text that is split': () => 'a,'.repeat(50_000_000).split(','),
  JSON: () => JSON.parse(`[${'{"a":1},'.repeat(5_000_000)}1]`) as unknown,
  Buffers: () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(20_000_000, 1));
  },
};

/** Fills memory in the way of that name. */
export const fill = task((way: string) => {
  ways[way]?.();
});

/** Takes so many megabytes, and answers how many; they are garbage afterwards. */
export const use = task((megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 1).byteLength / 1024 / 1024);

const held: Buffer[] = [];

/** Takes so many megabytes, and answers how many; they stay in use. */
export const hold = task(
  (megabytes: number) => held.push(Buffer.alloc(megabytes * 1024 * 1024, 1)) && held[0]!.byteLength / 1024 / 1024,
);

export const identify = task(() => process.pid);

/** Waits, so that others run at the same time. */
export const wait = task(async (milliseconds: number) => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return 'waited';
});

/** What it can read of the environment. */
export const environment = task(() => Object.keys(process.env));

/** Scans one object stream on the thread that scans structure elements. */
async function scanOnThread(): Promise<void> {
  const stored = new Uint8Array(deflateSync('1 0 <</Type/StructElem>>'));
  const thread = new ScanThread();
  const claims = new Int32Array(new SharedArrayBuffer(4));
  const scanned: object[] = [];
  const job = { claims, stored, starts: [0, stored.length], firsts: [4], limits: defaultLimits };
  thread.begin(job, (stream) => scanned.push(stream));
  while (scanned.length === 0) {
    await sleep(10);
    thread.collect();
  }
}

/** MiB that the kernel counts as data of this process, and that it does not use. */
export const reserved = task(async () => {
  const { reservedBytes, residentBytes } = await memoryOf(process.pid);
  return Math.round((reservedBytes - residentBytes) / 2 ** 20);
});

/** Starts both threads that work on documents use, and reads a text with pdf.js. Answers the number of its pages. */
export const reserve = task(async () => {
  const document = await PDFDocument.create();
  document.addPage().drawText('reserved');
  const bytes = await document.save();
  await Promise.all([scanOnThread(), deflateInBackground(Buffer.alloc(1_000_000))]);
  const read = await readWithPdfjs({ bytes, password: undefined, wanted: [true] });
  return 'pages' in read ? read.pages : 0;
});
