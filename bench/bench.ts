import { spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { composedHtml } from './composed.ts';
import { documents } from './documents.ts';
import { isolation } from './isolation.ts';
import { jobs } from './jobs.ts';
import { mergeAndSplit } from './merge-split.ts';
import { longTables } from './rows.ts';
import { openRaw, type Raw } from './raw.ts';
import { startService, type Service } from './service.ts';
import { where } from './where.ts';
import { corpora } from '../test/support/corpora.ts';

const connections = 8;
const workers = availableParallelism();
const rounds = { 'one line': 120, 'invoice of 30 rows': 80, 'table of 1,000 rows': 10 } as const;
const seconds = 4;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const root = join(import.meta.dirname, '..');

function post({ port, key }: Service, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/v1/render',
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`status ${answer.statusCode}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function timed(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Documents a second of `lanes` loops that each start the next when the last is done. */
async function throughput(lanes: number, work: (lane: number) => Promise<number>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        await work(lane);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - start) / 1000);
}

async function measure(name: keyof typeof documents, service: Service, raw: Raw): Promise<string[]> {
  const body = JSON.stringify(documents[name]);
  const html = await composedHtml(documents[name]);
  const times = { service: [] as number[], raw: [] as number[] };
  for (let round = 0; round < rounds[name] + 3; round += 1) {
    const [viaService, viaRaw] = [await timed(() => post(service, body)), await timed(() => raw.print(html, round))];
    if (round < 3) continue;
    times.service.push(viaService);
    times.raw.push(viaRaw);
  }
  const rates = { service: [] as number[], raw: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    rates.service.push(await throughput(connections, () => post(service, body)));
    rates.raw.push(await throughput(workers, (lane) => raw.print(html, lane)));
  }
  const [s, r, sr, rr] = [median(times.service), median(times.raw), median(rates.service), median(rates.raw)];
  return [name, s.toFixed(1), r.toFixed(1), (s / r).toFixed(2), sr.toFixed(1), rr.toFixed(1), (sr / rr).toFixed(2)];
}

/** The parts of the benchmark; `npm run bench -- render` runs one of them. */
const parts = {
  async render() {
    const service = await startService();
    const raw = await openRaw(workers, join(root, 'fonts'));
    try {
      console.log(
        `One request at a time, interleaved: medians. ${connections} connections against ${workers} raw pages: ` +
          `median of 3 x ${seconds} s each.\n`,
      );
      console.log(
        '| document | service, ms | raw print, ms | ratio | service, documents/s | raw, documents/s | ratio |',
      );
      console.log('|---|---|---|---|---|---|---|');
      for (const name of Object.keys(documents) as (keyof typeof documents)[])
        console.log(`| ${(await measure(name, service, raw)).join(' | ')} |`);
    } finally {
      await service.stop();
      await raw.stop();
    }
  },
  async where() {
    console.log(`\nWhere the time of one render goes, with the user's own HTML: medians.\n`);
    console.log((await where(join(root, 'fonts'))).join('\n'));
  },
  async rows() {
    console.log(
      `\nLong tables, each as one request; ${workers} ` +
        `workers.\n\n${(await longTables(join(root, 'fonts'))).join('\n')}`,
    );
  },
  async documents() {
    const service = await startService();
    try {
      console.log(
        `\nWhole runs over HTTP, and of the command-line tools beside them: medians of ` +
          `3.\n\n${(await mergeAndSplit(service)).join('\n')}`,
      );
    } finally {
      await service.stop();
    }
  },
  async isolation() {
    console.log(
      '\nIsolation: prints with a new document after each and without, and tasks in processes and in threads, ' +
        'in turns: medians.\n',
    );
    console.log((await isolation()).join('\n'));
  },
  async jobs() {
    console.log(
      `\nJobs: submit, poll, fetch, delete, with ${connections} clients; one page a ` +
        `process.\n\n${(await jobs()).join('\n')}`,
    );
  },
};

/** Measurements that are programs of their own: what they take is in each. They need the corpora beside the project. */
const programs: Readonly<Record<string, readonly string[]>> = {
  chapters: ['chapters.ts'],
  edited: ['edited.ts'],
  optimize: ['optimize.ts', '--own', '--from', '100000', '--levels', 'lossless,web', join(corpora, 'pdfjs')],
  compare: ['compare.ts', join(corpora, 'pdfjs')],
  conforming: ['conforming.ts'],
  forensic: ['forensic.ts', corpora],
};

const asked = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await run();
for (const [name, [script = '', ...options]] of Object.entries(programs)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}: node bench/${script} ${options.join(' ')}\n`);
  spawnSync(process.execPath, [join(root, 'bench', script), ...options], { cwd: root, stdio: 'inherit' });
}
process.exit(0);
