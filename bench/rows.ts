import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { composedHtml } from './composed.ts';
import { stock } from './documents.ts';
import { megabyte, peakOf } from './memory.ts';
import { startNode, type Service } from './service.ts';
import { openRaw } from './raw.ts';

/** `BENCH_ROWS=1000,10000` measures these alone. */
const counts = (process.env.BENCH_ROWS ?? '1000,10000,100000').split(',').map(Number);
/** One print of more rows than this outgrows its browser. */
const maxRaw = 10_000;

/**
 * Tables of 1,000 to 100,000 rows, each as one request: time, and memory of the service with all of its browsers
 * (proportional set size, sampled) above what they hold at rest, and what 1,000 rows more take between two lengths: the
 * base is no part of that. Beside it one raw print of the same HTML, where that still finishes. A service of its own
 * for each, so that nothing is left over.
 */
export async function longTables(fonts: string): Promise<string[]> {
  const slopes: string[] = [];
  let before: { readonly rows: number; readonly seconds: number; readonly megabytes: number } | null = null;
  const lines = [
    '| rows | pages | seconds | a 1,000 rows | memory, MB | a 1,000 rows | one raw print, seconds | ratio |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const rows of counts) {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
    const service = await startNode('all', {
      SERVICE_DATA_DIR: folder,
      SERVICE_REQUEST_TIMEOUT: '15m',
      SERVICE_MAX_PAGES: '20000',
    });
    try {
      const { seconds, pages, megabytes } = await measured(service, rows);
      const raw = rows > maxRaw ? null : await rawSeconds(rows, fonts);
      const a = rows / 1000;
      if (before !== null) {
        const more = (rows - before.rows) / 1000;
        slopes.push(
          `From ${before.rows.toLocaleString('en')} to ${rows.toLocaleString('en')} rows, 1,000 more take ` +
            `${((seconds - before.seconds) / more).toFixed(2)} s and ` +
            `${((megabytes - before.megabytes) / more).toFixed(1)} MB.`,
        );
      }
      before = { rows, seconds, megabytes };
      lines.push(
        '| ' +
          `${[rows.toLocaleString('en'), pages, seconds.toFixed(2), (seconds / a).toFixed(3), megabytes.toFixed(0), (megabytes / a).toFixed(1), raw?.toFixed(2) ?? 'does not finish', raw === null ? '' : (seconds / raw).toFixed(2)].join(' | ')} ` +
          '|',
      );
    } finally {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return [...lines, '', ...slopes];
}

async function measured(
  service: Service,
  rows: number,
): Promise<{ seconds: number; pages: string | null; megabytes: number }> {
  for (let run = 0; run < 3; run += 1) await post(service, JSON.stringify(stock(1000)));
  await sleep(1000);
  const body = JSON.stringify(stock(rows));
  const { value: runs, above } = await peakOf(service.pid, async () => {
    const times: { seconds: number; pages: string | null }[] = [];
    for (let run = 0; run < (rows > 10_000 ? 1 : 3); run += 1) {
      const start = performance.now();
      const pages = await post(service, body);
      times.push({ seconds: (performance.now() - start) / 1000, pages });
    }
    return times;
  });
  runs.sort((a, b) => a.seconds - b.seconds);
  return { ...runs[Math.floor(runs.length / 2)]!, megabytes: above / megabyte };
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

async function rawSeconds(rows: number, fonts: string): Promise<number> {
  const html = await composedHtml(stock(rows));
  const raw = await openRaw(1, fonts);
  try {
    await raw.print('<p>warm</p>', 0);
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const start = performance.now();
      await raw.print(html, 0);
      times.push((performance.now() - start) / 1000);
    }
    return times.toSorted((a, b) => a - b)[1]!;
  } finally {
    await raw.stop();
  }
}
