import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { ScanThread } from '../../src/pdf/facts/structure/ahead/scan-thread.ts';
import { deflateInBackground } from '../../src/pdf/filters/deflate.ts';
import { defaultLimits } from '../../src/pdf/objects/limits.ts';
import { OpenFile } from '../../src/pdf/typeset/harfbuzz.ts';
import { subsetFace } from '../../src/pdf/typeset/subsetter.ts';
import { memoryOf } from '../../src/threads/process-memory.ts';
import { task } from '../../src/threads/threads.ts';

const held: Buffer[] = [];

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
  'fewer Buffers than the kernel allows': () => {
    held.push(Buffer.alloc(450 * 1024 * 1024, 1));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
  },
};

/** Fills memory in the way of that name. */
export const fill = task((way: string) => {
  ways[way]?.();
});

/** Takes so many megabytes, and answers how many; they are garbage afterwards. */
export const use = task((megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 1).byteLength / 1024 / 1024);

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

/** Is killed each time. */
export const killItself = task(() => process.kill(process.pid, 'SIGKILL'));

/** What it can read of the environment. */
export const environment = task(() => Object.keys(process.env));

const scanThread = new ScanThread();

/** Scans one object stream on the thread that scans structure elements. */
async function scanOnThread(): Promise<void> {
  const stored = new Uint8Array(deflateSync('1 0 <</Type/StructElem>>'));
  const claims = new Int32Array(new SharedArrayBuffer(4));
  const scanned: object[] = [];
  const job = { claims, stored, starts: [0, stored.length], firsts: [4], limits: defaultLimits };
  scanThread.begin(job, (stream) => scanned.push(stream));
  while (scanned.length === 0) {
    await sleep(10);
    scanThread.collect();
  }
}

/** MiB that the kernel counts as data of this process, and that it does not use. */
export const unusedMebibytes = task(async () => {
  const { reservedBytes, residentBytes } = await memoryOf(process.pid);
  return Math.round((reservedBytes - residentBytes) / 2 ** 20);
});

/** Uses the threads and libraries of work on documents; makes so many subsets of each font, and answers their number. */
export const startLibraries = task(async ({ fonts, times }: { fonts: readonly Uint8Array[]; times: number }) => {
  const { readWithPdfjs } = await import('../../src/pdf/pdfjs/read-text.ts');
  const document = await PDFDocument.create();
  document.addPage().drawText('some text');
  const bytes = await document.save();
  await Promise.all([scanOnThread(), deflateInBackground(Buffer.alloc(1_000_000))]);
  const read = await readWithPdfjs({ bytes, password: undefined, wanted: [true] });
  if ('refused' in read) throw new Error(read.refused);
  const faces = fonts
    .map((font) => new OpenFile(font).face(0))
    .flatMap((face) => Array.from({ length: times }, () => face));
  return faces.filter((face) => subsetFace(face, { glyphs: [1, 2, 3], retain: true }).length > 0).length;
});
