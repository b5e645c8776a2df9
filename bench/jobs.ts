import { Agent, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgres } from '../test/support/postgres.ts';
import { documents } from './documents.ts';
import { key, startNode, type Service } from './service.ts';
import { median } from './client.ts';

const input = documents['invoice of 30 rows'];
const connections = 8;
const seconds = 6;
const rounds = 25;
/** Milliseconds between two looks at a job. */
const poll = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

function call(
  { port }: Service,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Buffer }> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path: `/api/v1${path}`,
        method,
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

/** Submits, polls until it has ended, fetches the result and deletes the job. */
async function job(api: Service): Promise<void> {
  const submitted = await call(api, 'POST', '/jobs', { tool: 'render', input });
  if (submitted.status !== 202) throw new Error(`submit: ${submitted.status} ${submitted.body.toString()}`);
  const { id } = JSON.parse(submitted.body.toString()) as { id: string };
  for (;;) {
    await sleep(poll);
    const { status } = JSON.parse((await call(api, 'GET', `/jobs/${id}`)).body.toString()) as { status: string };
    if (status === 'succeeded') break;
    if (status !== 'queued' && status !== 'running') throw new Error(`the job is ${status}`);
  }
  const result = await call(api, 'GET', `/jobs/${id}/result`);
  if (result.status !== 200) throw new Error(`result: ${result.status}`);
  await call(api, 'DELETE', `/jobs/${id}`);
}

async function render(service: Service): Promise<void> {
  const { status } = await call(service, 'POST', '/render', input);
  if (status !== 200) throw new Error(`render: ${status}`);
}

async function rate(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - start < seconds * 1000) {
        await work();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - start) / 1000);
}

/** Milliseconds of one render and of one job, taken in turns. */
async function latencies(api: Service): Promise<{ sync: number; job: number }> {
  const times = { sync: [] as number[], job: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of [
      ['sync', render],
      ['job', job],
    ] as const) {
      const start = performance.now();
      await work(api);
      times[name].push(performance.now() - start);
    }
  }
  return { sync: median(times.sync), job: median(times.job) };
}

interface Driver {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

async function drivers(): Promise<Driver[]> {
  const database = await (await postgres()).database();
  return [
    { name: 'embedded store', env: {}, remove: () => Promise.resolve() },
    { name: 'PostgreSQL', env: { SERVICE_DATABASE_URL: database.url }, remove: () => database.remove() },
  ];
}

async function measure({ name, env }: Driver): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  const settings = { ...env, SERVICE_DATA_DIR: folder, SERVICE_WORKER_COUNT: '1' };
  const api = await startNode('api', settings);
  const workers = [await startNode('worker', settings)];
  try {
    await rate(() => render(api)); // warm
    const sync = await rate(() => render(api));
    const times = await latencies(api);
    const one = await rate(() => job(api));
    workers.push(await startNode('worker', settings));
    const two = await rate(() => job(api));
    return [
      name,
      times.sync.toFixed(1),
      times.job.toFixed(1),
      (times.job - times.sync).toFixed(1),
      sync.toFixed(1),
      one.toFixed(1),
      two.toFixed(1),
      (two / one).toFixed(2),
    ];
  } finally {
    await Promise.all([api, ...workers].map((node) => node.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Jobs through submit, run and fetch, beside synchronous renders of the same document on a node with as many pages as a
 * worker has.
 */
export async function jobs(): Promise<string[]> {
  const lines = [
    '| store | one render, ms | one job, ms | more, ms | renders/s | jobs/s, 1 worker | jobs/s, 2 workers | growth |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const driver of await drivers()) {
    lines.push(`| ${(await measure(driver)).join(' | ')} |`);
    await driver.remove();
  }
  agent.destroy();
  return lines;
}
