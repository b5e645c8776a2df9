import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, post, quantile, throughput, timed } from './client.ts';
import { htmlDocuments, pageOf } from './documents.ts';
import { openRaw, type Raw } from './raw.ts';
import { startWarmService } from './service.ts';

const seconds = 10;
const connections = [8, 32, 128];
const load = 0.8;
const pages = availableParallelism();
/** How often the service and the raw pages take turns with requests that arrive by the clock. */
const rounds = 3;

/** The pause before the next request, in seconds, at a rate of requests a second. */
type Arrivals = (perSecond: number) => number;

const arrivals: Readonly<Record<'evenly' | 'at random', Arrivals>> = {
  evenly: (perSecond) => 1 / perSecond,
  /** Exponential pauses. A queue without any other cost then has a p99 of 4.0 medians, at 80 % of two servers (M/D/2). */
  'at random': (perSecond) => -Math.log(1 - Math.random()) / perSecond,
};

/**
 * Throughput by connections, and the latency of requests that arrive evenly, and at random, at 80 % of it. The yardstick
 * are raw pages with a queue, at 80 % of their own throughput, in turns.
 */
export async function underLoad(): Promise<string[]> {
  const service = await startWarmService();
  const raw = await openRaw(pages, join(import.meta.dirname, '../fonts'));
  const invoice = htmlDocuments['invoice of 30 rows'];
  const [body, print] = [JSON.stringify(invoice), queued(raw, pageOf(invoice))];
  const viaService = () => post(service, body);
  try {
    await throughput({ lanes: 8, seconds }, viaService);
    const rates: number[] = [];
    for (const lanes of connections) rates.push(await throughput({ lanes, seconds }, viaService));
    const rawRate = await throughput({ lanes: pages, seconds }, print);
    const measured = [
      { name: 'service', perSecond: load * Math.max(...rates), one: () => timed(viaService) },
      { name: 'raw pages', perSecond: load * rawRate, one: () => timed(print) },
    ];
    const rows: string[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const [kind, pause] of Object.entries(arrivals))
        for (const { name, perSecond, one } of measured)
          rows.push(
            `| ${name} | ${perSecond.toFixed(1)} | ${kind} | ${spread(await arriving(perSecond, pause, one))} |`,
          );
    return [
      `| connections | invoices a second |`,
      '|---|---|',
      ...connections.map((lanes, index) => `| ${lanes} | ${rates[index]?.toFixed(1)} |`),
      '',
      '| at 80 % | a second | arriving | median, ms | p99, ms | p99 / median |',
      '|---|---|---|---|---|---|',
      ...rows.toSorted(),
    ];
  } finally {
    await service.stop();
    await raw.stop();
  }
}

/** Prints on the first page that is free, in the order of the calls. */
function queued(raw: Raw, html: string): () => Promise<number> {
  const free = Array.from({ length: pages }, (_, page) => page);
  const waiting: ((page: number) => void)[] = [];
  return async () => {
    const page = free.pop() ?? (await new Promise<number>((resolve) => waiting.push(resolve)));
    try {
      return await raw.print(html, page);
    } finally {
      const next = waiting.shift();
      if (next) next(page);
      else free.push(page);
    }
  };
}

function spread(times: readonly number[]): string {
  const [middle, p99] = [median(times), quantile(times, 0.99)];
  return [middle.toFixed(1), p99.toFixed(1), (p99 / middle).toFixed(2)].join(' | ');
}

/** Starts requests by a clock, whether earlier ones are done or not; resolves with the time of each. */
async function arriving(perSecond: number, pause: Arrivals, work: () => Promise<number>): Promise<number[]> {
  const pending: Promise<number>[] = [];
  const start = performance.now();
  for (let dueMs = 0; dueMs < 2 * seconds * 1000; dueMs += 1000 * pause(perSecond)) {
    const early = start + dueMs - performance.now();
    if (early > 0) await sleep(early);
    pending.push(work());
  }
  return Promise.all(pending);
}
