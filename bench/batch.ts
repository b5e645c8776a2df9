import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, post, throughput } from './client.ts';
import { htmlDocuments, pageOf } from './documents.ts';
import { openRaw } from './raw.ts';
import { key, startWarmService, type Service } from './service.ts';

const documents = 20;
const rounds = 5;
const seconds = 4;
/** More often, polls would take a noticeable share of the CPU. */
const pollMs = 50;
const pages = availableParallelism();
const names = ['one line', 'invoice of 30 rows'] as const;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly finishedAt: string | null;
}

/** A batch as one job, whose steps render the documents, from its submission to the end that it states. Documents/s. */
async function asJob(service: Service, input: unknown): Promise<number> {
  const steps = Array.from({ length: documents }, () => ({ tool: 'render', input }));
  const call = async (path: string, body?: unknown): Promise<Job> => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/jobs${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Job;
  };
  const beganMs = Date.now();
  let job = await call('', { tool: 'pipe', input: { steps } });
  while (job.status !== 'succeeded') {
    if (job.status === 'failed') throw new Error('The job failed.');
    await sleep(pollMs);
    job = await call(`/${job.id}`);
  }
  return documents / ((Date.parse(job.finishedAt ?? '') - beganMs) / 1000);
}

/** Documents of one job, beside as many by eight connections, and on raw pages. */
export async function batches(): Promise<string[]> {
  const service = await startWarmService();
  const raw = await openRaw(pages, join(import.meta.dirname, '../fonts'));
  const lines = [
    '| document | one job, documents/s | 8 connections | raw pages | job / connections | job / raw |',
    '|---|---|---|---|---|---|',
  ];
  try {
    for (const name of names) {
      const html = pageOf(htmlDocuments[name]);
      const input = htmlDocuments[name];
      const body = JSON.stringify(input);
      const rates = { job: [] as number[], connections: [] as number[], raw: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        const jobs: number[] = [];
        for (const began = performance.now(); performance.now() - began < seconds * 1000;)
          jobs.push(await asJob(service, input));
        rates.job.push(median(jobs));
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
