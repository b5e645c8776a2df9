import { setTimeout as sleep } from 'node:timers/promises';
import { median, post, quantile, throughput, timed } from './client.ts';
import { htmlDocuments } from './documents.ts';
import { startWarmService } from './service.ts';

const seconds = 10;
const connections = [8, 32, 128];
const load = 0.8;

/** The pause before the next request, in seconds, at a rate of requests a second. */
type Arrivals = (perSecond: number) => number;

const paced: Arrivals = (perSecond) => 1 / perSecond;
/** Exponential pauses. A queue without any other cost then has a p99 of 4.0 medians, at 80 % of two servers (M/D/2). */
const atRandom: Arrivals = (perSecond) => -Math.log(1 - Math.random()) / perSecond;

/** Throughput by connections, and the latency of requests that arrive evenly, and at random, at 80 % of it. */
export async function underLoad(): Promise<string[]> {
  const service = await startWarmService();
  const body = JSON.stringify(htmlDocuments['invoice of 30 rows']);
  try {
    await throughput({ lanes: 8, seconds }, () => post(service, body));
    const rates: number[] = [];
    for (const lanes of connections) rates.push(await throughput({ lanes, seconds }, () => post(service, body)));
    const perSecond = load * Math.max(...rates);
    const one = () => timed(() => post(service, body));
    const even = await arriving(perSecond, paced, one);
    const random = await arriving(perSecond, atRandom, one);
    return [
      `| connections | invoices a second |`,
      '|---|---|',
      ...connections.map((lanes, index) => `| ${lanes} | ${rates[index]?.toFixed(1)} |`),
      '',
      `At ${perSecond.toFixed(1)} a second (${load * 100} %):`,
      `- arriving evenly: ${spread(even)}`,
      `- arriving at random: ${spread(random)}`,
    ];
  } finally {
    await service.stop();
  }
}

function spread(times: readonly number[]): string {
  const [middle, p99] = [median(times), quantile(times, 0.99)];
  return `median ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(p99 / middle).toFixed(2)} times`;
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
