import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from './service.ts';

/**
 * How long `/healthz` takes while the service reads input that is hard to read: `node bench/liveness.ts`. The probe
 * runs in another process than the service; the longest answer is how long the main thread was held up.
 */
const probeEveryMs = 20;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const html = (text: string): object => ({ operations: [{ op: 'add_html', html: text }] });
const cell = (text: string): object => ({
  operations: [{ op: 'add_table', columns: [{ header: 'A', key: 'a', format: 'number' }], rows: [{ a: text }] }],
});

const inputs: Readonly<Record<string, () => string>> = {
  'asset of 60 comments': () =>
    JSON.stringify({ ...html('<p>x'), document: { assets: { 'a.bin': base64(`${'<!---->'.repeat(60)}x`) } } }),
  'cell of 300,000 digits and a letter': () => JSON.stringify(cell(`${'1'.repeat(300_000)}x`)),
  'a million open tags': () => JSON.stringify(html('<b>'.repeat(1_000_000))),
  'HTML nested 100,000 deep': () => JSON.stringify(html(`${'<div>'.repeat(100_000)}x`)),
  'a million "<"': () => JSON.stringify(html('<'.repeat(1_000_000))),
  '100,000 open style elements': () => JSON.stringify(html('<style>'.repeat(100_000))),
  'Markdown of 100,000 brackets': () =>
    JSON.stringify({ operations: [{ op: 'add_markdown', markdown: '['.repeat(100_000) }] }),
  'Markdown of 100,000 quotes': () =>
    JSON.stringify({ operations: [{ op: 'add_markdown', markdown: '>'.repeat(100_000) }] }),
  '15 MiB of objects as template data': () =>
    `{"operations":[{"op":"add_template","template":"report","data":{"items":[${'{"a":1},'.repeat(1_900_000)}{"a":1}]}}]}`,
  '15 MiB of nested arrays': () => `{"operations":${'['.repeat(7_500_000)}${']'.repeat(7_500_000)}}`,
  '15 million "["': () => '['.repeat(15_000_000),
  '15 MiB of empty arrays as template data': () =>
    `{"operations":[{"op":"add_template","template":"report","data":{"items":[${'[[]],'.repeat(3_200_000)}[]]}}]}`,
  'an object of 100,000 keys': () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, 1]))),
  'an object of 400,000 keys': () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`key${index}`, 1]))),
  'template data of 400,000 keys': () =>
    JSON.stringify({
      operations: [
        {
          op: 'add_template',
          source: '<p>x</p>',
          data: Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`key${index}`, 1])),
        },
      ],
    }),
  'template data of 299,000 keys': () =>
    JSON.stringify({
      operations: [
        {
          op: 'add_template',
          source: '<p>x</p>',
          data: Object.fromEntries(Array.from({ length: 299_000 }, (_, index) => [`key${index}`, 1])),
        },
      ],
    }),
  'template data of 290,000 objects': () =>
    JSON.stringify({
      operations: [
        {
          op: 'add_template',
          source: '<p>x</p>',
          data: { items: Array.from({ length: 290_000 }, (_, index) => ({ a: index })) },
        },
      ],
    }),
  'template data of 1.9 million numbers': () =>
    JSON.stringify({
      operations: [
        {
          op: 'add_template',
          source: '<p>x</p>',
          data: { items: Array.from({ length: 1_900_000 }, (_, index) => index) },
        },
      ],
    }),
  'a text of 15 MiB': () => JSON.stringify(html('x'.repeat(15 * 1024 * 1024))),
  'a text of 15 MiB that is no HTML': () =>
    JSON.stringify({ operations: [{ op: 'add_text', text: 'word '.repeat(3 * 1024 * 1024) }] }),
  '15 MiB of spaces': () => `${' '.repeat(15 * 1024 * 1024)}{}`,
  '15 MiB of line breaks and a mistake': () => `{${'\n'.repeat(15 * 1024 * 1024)}]`,
  'an asset of 11 MiB': () =>
    JSON.stringify({
      ...html('<p>x'),
      document: { assets: { 'a.bin': Buffer.alloc(11 * 1024 * 1024, 7).toString('base64') } },
    }),
  'escapes of 15 MiB': () => `{"operations":[{"op":"add_html","html":"${'\\u0041'.repeat(2_500_000)}"}]}`,
  'a table of 300,000 cells': () =>
    JSON.stringify({
      operations: [
        {
          op: 'add_table',
          columns: ['A', 'B', 'C', 'D', 'E', 'F'],
          rows: Array.from({ length: 50_000 }, (_, index) => [index, 'b', 'c', 'd', 'e', 'f']),
        },
      ],
    }),
};

/** What is appended to a session, by the last part of the path; '' opens one. */
const additions: Readonly<Record<string, readonly [path: string, make: () => string]>> = {
  'session: a text of 15 MiB': ['/text', () => JSON.stringify({ text: 'word '.repeat(3 * 1024 * 1024) })],
  'session: HTML of 15 million "<"': ['/html', () => JSON.stringify({ html: '<'.repeat(15_000_000) })],
  'session: a table of 300,000 cells': [
    '/tables',
    () =>
      JSON.stringify({
        columns: ['A', 'B', 'C', 'D', 'E', 'F'],
        rows: Array.from({ length: 50_000 }, (_, index) => [index, 'b', 'c', 'd', 'e', 'f']),
      }),
  ],
  'session: a table of a million wrong cells': [
    '/tables',
    () => JSON.stringify({ columns: ['A'], rows: Array.from({ length: 250_000 }, () => [[]]) }),
  ],
  'session: 1.9 million keywords': [
    '',
    () => JSON.stringify({ document: { metadata: { keywords: Array.from({ length: 1_900_000 }, () => 'x') } } }),
  ],
};

/** A document of so many pages: an object each, or one that is listed as often. */
function manyPages(count: number, distinct: boolean): string {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>';
  const own = Array.from({ length: distinct ? count : 1 }, () => page);
  const kids = Array.from({ length: count }, (_, index) => `${distinct ? index + 3 : 3} 0 R`);
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Count ${count}/Kids[${kids.join(' ')}]>>`, ...own];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return base64(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF\n`);
}

const split = (count: number, distinct: boolean): string =>
  JSON.stringify({ document: { data: manyPages(count, distinct) }, every: 1 });

/** What other tools are sent, by their names; `json` asks for the documents within JSON. */
const others: Readonly<Record<string, readonly [path: string, make: () => string, accept?: string]>> = {
  'split: 9,999 pages, one a part': ['/split', () => split(9999, true)],
  'split: 19,999 pages, one a part': ['/split', () => split(19_999, true)],
  'split: one page listed 9,999 times': ['/split', () => split(9999, false)],
  'split: one page listed 19,999 times': ['/split', () => split(19_999, false)],
  'split: 9,999 pages, one a part, as JSON': ['/split', () => split(9999, true), 'application/json'],
};

const only = process.argv[2] ?? '';
const atOnce = Number(process.argv[3] ?? 1);
const extra: Record<string, string> = process.argv[4] === undefined ? {} : { 'idempotency-key': process.argv[4] };
const service = await startService({ SERVICE_SESSIONS_ENABLED: 'true' });
const address = `http://127.0.0.1:${service.port}`;
const authorization = `Bearer ${service.key}`;
while ((await fetch(`${address}/readyz`)).status !== 200) await sleep(100);

async function probe(): Promise<number> {
  const start = performance.now();
  await (await fetch(`${address}/healthz`)).arrayBuffer();
  return performance.now() - start;
}

async function openSession(): Promise<string> {
  const answer = await fetch(`${address}/api/v1/sessions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await answer.json()) as { sessionId: string }).sessionId;
}

async function send(path: string, body: string, accept = '*/*'): Promise<number> {
  const answer = await fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept, ...extra },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function during(
  path: string,
  body: string,
  accept?: string,
): Promise<{ status: number; tookMs: number; probes: number[] }> {
  const probes: number[] = [];
  const over = new AbortController();
  const probing = (async () => {
    while (!over.signal.aborted) {
      probes.push(await probe());
      await sleep(probeEveryMs);
    }
  })();
  const start = performance.now();
  const [status = 0] = await Promise.all(Array.from({ length: atOnce }, () => send(path, body, accept)));
  over.abort();
  await probing;
  return { status, tookMs: performance.now() - start, probes };
}

console.log('| input | status | took (ms) | longest /healthz (ms) |\n|---|---|---|---|');
async function report(name: string, path: string, body: string, accept?: string): Promise<void> {
  const { status, tookMs, probes } = await during(path, body, accept);
  console.log(`| ${name} | ${status} | ${Math.round(tookMs)} | ${Math.round(Math.max(...probes))} |`);
}

for (const [name, make] of Object.entries(inputs).filter(([input]) => input.includes(only)))
  await report(name, '/render', make());
for (const [name, [path, make, accept]] of Object.entries(others).filter(([input]) => input.includes(only)))
  await report(name, path, make(), accept);
for (const [name, [path, make]] of Object.entries(additions).filter(([input]) => input.includes(only))) {
  await report(name, path === '' ? '/sessions' : `/sessions/${await openSession()}${path}`, make());
}
await service.stop();
process.exit();
