import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, post, throughput } from './client.ts';
import { htmlDocuments, pageOf } from './documents.ts';
import { openRaw } from './raw.ts';
import { key, startWarmService, type Service } from './service.ts';

const names = ['one line', 'invoice of 30 rows'] as const;
/** Documents of one job: a pipe has so many steps at most. */
const documents = 20;
/** Jobs that are submitted at once, some seconds of work. */
const jobs: Readonly<Record<(typeof names)[number], number>> = { 'one line': 25, 'invoice of 30 rows': 8 };
const rounds = 5;
const seconds = 3;
const pages = availableParallelism();

interface Job {
  readonly id: string;
  readonly status: string;
  readonly finishedAt: string | null;
}

/** Documents a second of jobs whose steps render them, from the submission to the last end that a job states. */
async function asJobs(service: Service, count: number, input: unknown): Promise<number> {
  const steps = Array.from({ length: documents }, () => ({ tool: 'render', input }));
  const call = async (path: string, body?: unknown): Promise<{ job: Job; nextMs: number }> => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/jobs${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return { job: (await answer.json()) as Job, nextMs: Number(answer.headers.get('retry-after')) * 1000 };
  };
  const beganMs = Date.now();
  const submitted = await Promise.all(
    Array.from({ length: count }, () => call('', { tool: 'pipe', input: { steps } })),
  );
  let endedMs = beganMs;
  for (let { job, nextMs } of submitted) {
    while (job.status !== 'succeeded') {
      if (job.status === 'failed') throw new Error('The job failed.');
      await sleep(nextMs);
      ({ job, nextMs } = await call(`/${job.id}`));
    }
    endedMs = Math.max(endedMs, Date.parse(job.finishedAt ?? ''));
  }
  return (count * documents) / ((endedMs - beganMs) / 1000);
}

/**
 * Documents of batches, beside as many by eight connections, and on raw pages. Jobs have a report for each document, so
 * they are compared with renders that have one. A pipe, or a render, that answers with a PDF has none.
 */
export async function batches(): Promise<string[]> {
  const service = await startWarmService();
  const raw = await openRaw(pages, join(import.meta.dirname, '../fonts'));
  const lines: string[] = [];
  try {
    for (const name of names) {
      const html = pageOf(htmlDocuments[name]);
      const input = htmlDocuments[name];
      const body = JSON.stringify(input);
      const pipe = JSON.stringify({ steps: Array.from({ length: documents }, () => ({ tool: 'render', input })) });
      const connections = (accept: string) => throughput({ lanes: 8, seconds }, () => post(service, body, { accept }));
      const rates = await rated({
        'raw pages': () => throughput({ lanes: pages, seconds }, (lane) => raw.print(html, lane)),
        '8 connections': () => connections('application/pdf'),
        'pipes, one after the other': async () =>
          documents * (await throughput({ lanes: 1, seconds }, () => post(service, pipe, { tool: 'pipe' }))),
        '8 connections, with reports': () => connections('application/json'),
        'jobs of pipes': () => asJobs(service, jobs[name], input),
      });
      lines.push('', `| ${name} | documents/s | of raw pages | of 8 connections |`, '|---|---|---|---|');
      for (const [kind, rate] of rates) {
        const shares = ['raw pages', '8 connections'].map((other) => (rate / (rates.get(other) ?? 0)).toFixed(2));
        lines.push(`| ${[kind, rate.toFixed(1), ...shares].join(' | ')} |`);
      }
    }
    return lines;
  } finally {
    await service.stop();
    await raw.stop();
  }
}

/** The medians of rates, which are measured in turns, each second round in the reverse order. */
async function rated(kinds: Readonly<Record<string, () => Promise<number>>>): Promise<Map<string, number>> {
  const found = Object.entries(kinds).map(([kind, rate]) => ({ kind, rate, rates: [] as number[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const { rate, rates } of round % 2 === 0 ? found : found.toReversed()) rates.push(await rate());
  return new Map(found.map(({ kind, rates }) => [kind, median(rates)]));
}
