import { setTimeout as sleep } from 'node:timers/promises';
import { megabyte, peakOf } from './memory.ts';
import { startNode, type Service } from './service.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const words =
  'the keeper wrote every evening into the large book what ships had passed and which lights were seen'.split(' ');
const text = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, index) => words[(index * 7 + seed) % words.length]).join(' ');

const table = (rows: number, carry: boolean) => ({
  operations: [
    {
      op: 'add_table',
      columns: [{ key: 'item' }, { key: 'amount', format: 'currency:EUR', footer: 'sum' }],
      rows: Array.from({ length: rows }, (_, index) => ({ item: `Article ${index}`, amount: (index * 37) % 1000 })),
      ...(carry && { carry: { columns: ['amount'] } }),
    },
  ],
});

const notes = (count: number) => ({
  operations: Array.from({ length: count }, (_, index) => ({
    op: 'add_text',
    text: `${text(60, index)}[^1] ${text(40, index + 3)}.`,
    footnotes: [{ text: text(12 + (index % 20), index) }],
  })),
});

/** Documents by their names, with what is counted in each. */
const documents: Readonly<Record<string, { readonly count: number; readonly body: object }>> = {
  '1,000 rows': { count: 1000, body: table(1000, false) },
  '10,000 rows': { count: 10_000, body: table(10_000, false) },
  '1,000 rows with carried sums': { count: 1000, body: table(1000, true) },
  '10,000 rows with carried sums': { count: 10_000, body: table(10_000, true) },
  '200 footnotes': { count: 200, body: notes(200) },
  '500 footnotes': { count: 500, body: notes(500) },
  '2,000 footnotes': { count: 2000, body: notes(2000) },
};

/** What carried sums and footnotes cost: time and memory, each document in a service of its own. */
export async function typesetting(): Promise<string[]> {
  const lines = ['| document | pages | seconds | ms for each | memory, MB |', '|---|---|---|---|---|'];
  for (const [name, { count, body }] of Object.entries(documents)) {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
    const service = await startNode('all', { SERVICE_DATA_DIR: folder });
    try {
      for (let run = 0; run < 3; run += 1) await post(service, JSON.stringify(notes(20)));
      await sleep(1000);
      const { value, above } = await peakOf(service.pid, () => measured(service, JSON.stringify(body)));
      const each = ((value.seconds * 1000) / count).toFixed(2);
      lines.push(
        `| ${name} | ${value.pages} | ${value.seconds.toFixed(2)} | ${each} | ${(above / megabyte).toFixed(0)} |`,
      );
    } finally {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return lines;
}

async function measured(service: Service, body: string): Promise<{ seconds: number; pages: string | null }> {
  const runs: { seconds: number; pages: string | null }[] = [];
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now();
    const pages = await post(service, body);
    runs.push({ seconds: (performance.now() - start) / 1000, pages });
  }
  return runs.toSorted((one, other) => one.seconds - other.seconds)[1]!;
}

async function post({ port, key }: Service, body: string): Promise<string | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${Buffer.from(bytes).toString('utf8', 0, 300)}`);
  return answer.headers.get('document-pages');
}
