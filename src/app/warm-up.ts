import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../render/model/operation.ts';

/** Sends the body of a request to a tool, as a client does; resolves to the body of its answer, and rejects any other. */
export type SendRequest = (tool: 'render' | 'merge' | 'split', body: unknown) => Promise<Buffer>;

/** True where there are the operations of the documents below. */
export const canWarmUp = (operations: readonly Operation[]) =>
  ['add_html', 'add_heading', 'add_text', 'add_table'].every((used) => operations.some(({ name }) => name === used));

const line = '<h1>Warm</h1><p>A line of <b>text</b>.</p>';
const rowsOf = (count: number) =>
  `<table>${Array.from({ length: count }, (_, row) => `<tr><td>${row}</td><td>Item ${row}</td></tr>`).join('')}</table>`;
/** Style sheets as clients send them: the browser loads the fonts that it names. */
const css = [
  'body { font: 11pt/1.4 sans-serif; margin: 0; color: #222 }',
  'h1 { font-family: Arial, Helvetica, sans-serif }',
  'table { border-collapse: collapse } td, th { border: 1px solid #999; padding: 2pt 5pt }',
].join('');
const bodyOf = (html: string) => ({
  operations: [{ op: 'add_html', html, css }],
  document: { size: 'A4', margin: '20mm', title: 'Warm', lang: 'en' },
});
/** The same with `output`. */
const outputOf = (html: string) => ({ ...bodyOf(html), output: { tagged: true, outline: false } });
/** A document of several operations. */
const builtOf = (rows: number) => ({
  document: { title: 'Warm', lang: 'en' },
  operations: [
    { op: 'add_heading', text: 'Warm', level: 1 },
    { op: 'add_text', text: 'A line of text.' },
    {
      op: 'add_table',
      columns: ['Item', { header: 'Price', align: 'right' }],
      rows: Array.from({ length: rows }, (_, row) => [`Item ${row}`, row]),
    },
  ],
});

/**
 * Renders a document with a table on every worker. So a service that reports that it is ready has printed, and its
 * first client does not wait for modules to load.
 */
export async function warmUp(send: SendRequest, operations: readonly Operation[], workers: number): Promise<void> {
  if (!canWarmUp(operations)) return;
  await Promise.all(Array.from({ length: workers }, () => send('render', bodyOf(line + rowsOf(20)))));
}

/** Sentences with all letters and with digits, so that the browser has loaded their glyphs. */
const sentences = [
  'Pack my box with five dozen liquor jugs, 0123456789.',
  'Sphinx of black quartz, judge my vow.',
  'How vexingly quick daft zebras jump!',
  'The five boxing wizards jump quickly.',
];

/**
 * Renders lines of text, which is what a first client often sends, on a page and with code that have printed before.
 * Each has another style sheet, because one that was read is not read again.
 */
export async function warmRequests(send: SendRequest): Promise<void> {
  for (const [index, text] of sentences.entries()) {
    const css = `p { font: ${10 + index}pt/1.3 sans-serif; color: #333 }`;
    await send('render', { operations: [{ op: 'add_html', html: `<p>${text}</p>`, css }] });
  }
}

/**
 * Number of documents after which V8 has compiled the code of a render. Some are large, because a first table
 * of 1,000 rows takes a second longer than later ones.
 */
const warmDocuments = { all: 720, perLarge: 60 };
/** How often a large document is merged with itself. */
const copies = 8;
/**
 * Milliseconds before the first of them, without requests before each of them (a client that sends one request after the
 * other does not wait for them), and between two looks at a service that has requests.
 */
const pauseMs = { first: 500, quiet: 100, look: 50 };

/** The service, as warming up in the background sees it. */
export interface Background {
  readonly send: SendRequest;
  /** Milliseconds since a request was under way; 0 while one is. */
  readonly quietMs: () => number;
  /** Starts the threads: four processes, which would slow down the first requests of a service that is just ready. */
  readonly startThreads: () => void;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
}

/**
 * Renders documents one after the other while there are no requests, until the code of a render is compiled: small
 * ones, which this process composes and finishes, and large ones among them, which threads do. Large ones are merged,
 * and the result is split, for the code that copies tagged documents.
 */
export async function keepWarming({ send, quietMs, startThreads, stopping }: Background): Promise<void> {
  await sleep(pauseMs.first, undefined, { ref: false });
  const isStopping = () => stopping.aborted;
  if (isStopping()) return;
  startThreads();
  const quiet = async (): Promise<void> => {
    while (quietMs() < pauseMs.quiet && !isStopping()) await sleep(pauseMs.look, undefined, { ref: false });
  };
  for (let count = 1; count <= warmDocuments.all; count += 1) {
    await quiet();
    if (isStopping()) return;
    const isLarge = count % warmDocuments.perLarge === 0;
    const pdf = await send('render', backgroundBody(count, isLarge));
    if (isLarge) await mergeAndSplit(send, pdf, quiet);
  }
}

function backgroundBody(count: number, isLarge: boolean): unknown {
  const html = line + rowsOf(isLarge ? 600 : count % 2 === 0 ? 0 : 20);
  return count % 5 === 0 && !isLarge ? builtOf(20) : count % 3 === 0 ? outputOf(html) : bodyOf(html);
}

async function mergeAndSplit(send: SendRequest, pdf: Buffer, quiet: () => Promise<void>): Promise<void> {
  const fileOf = (bytes: Buffer) => ({ data: bytes.toString('base64') });
  await quiet();
  const merged = await send('merge', { documents: Array.from({ length: copies }, () => fileOf(pdf)) });
  await quiet();
  await send('split', { document: fileOf(merged), every: 2 });
}
