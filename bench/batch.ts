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
const seconds = 4;
const pages = availableParallelism();

interface Job {
  readonly id: string;
  readonly status: string;
  readonly finishedAt: string | null;
}

/** A batch as jobs whose steps render the documents, from their submission to the last end that one states. Documents/s. */
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

/** Documents of jobs, beside as many by eight connections, and on raw pages. */
export async function batches(): Promise<string[]> {
  const service = await startWarmService();
  const raw = await openRaw(pages, join(import.meta.dirname, '../fonts'));
  const lines = [
    '| document | jobs, documents/s | 8 connections | raw pages | jobs / connections | jobs / raw |',
    '|---|---|---|---|---|---|',
  ];
  try {
    for (const name of names) {
      const html = pageOf(htmlDocuments[name]);
      const input = htmlDocuments[name];
      const body = JSON.stringify(input);
      const rates = { job: [] as number[], connections: [] as number[], raw: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        rates.job.push(await asJobs(service, jobs[name], input));
        rates.connections.push(await throughput({ lanes: 8, seconds }, () => post(service, body)));
        rates.raw.push(await throughput({ lanes: pages, seconds }, (lane) => raw.print(html, lane)));
      }
      const [job, connections, bare] = [median(rates.job), median(rates.connections), median(rates.raw)];
      const cells = [name, job.toFixed(1), connections.toFixed(1), bare.toFixed(1), (job / connections).toFixed(2)];
      lines.push(`| ${[...cells, (job / bare).toFixed(2)].join(' | ')} |`);
    }
    return lines;
  } finally {
    await service.stop();
    await raw.stop();
  }
}
