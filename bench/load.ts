import { setTimeout as sleep } from 'node:timers/promises';
import { median, post, quantile, throughput, timed } from './client.ts';
import { htmlDocuments } from './documents.ts';
import { startService } from './service.ts';

const seconds = 10;
const connections = [8, 32, 128];
const load = 0.8;

/** Throughput by connections, and the latency of requests that arrive at random at 80 % of it. */
export async function underLoad(): Promise<string[]> {
  const service = await startService();
  const body = JSON.stringify(htmlDocuments['invoice of 30 rows']);
  try {
    await throughput({ lanes: 8, seconds }, () => post(service, body));
    const rates: number[] = [];
    for (const lanes of connections) rates.push(await throughput({ lanes, seconds }, () => post(service, body)));
    const perSecond = load * Math.max(...rates);
    const times = await arriving(perSecond, () => timed(() => post(service, body)));
    return [
      `| connections | invoices a second |`,
      '|---|---|',
      ...connections.map((lanes, index) => `| ${lanes} | ${rates[index]?.toFixed(1)} |`),
      '',
      `At ${perSecond.toFixed(1)} a second (${load * 100} %), arriving at random: median ${median(times).toFixed(1)} ms, ` +
        `p99 ${quantile(times, 0.99).toFixed(1)} ms, ${(quantile(times, 0.99) / median(times)).toFixed(2)} times.`,
    ];
  } finally {
    await service.stop();
  }
}

/** Starts requests with exponential pauses, whether earlier ones are done or not; resolves with the time of each. */
async function arriving(perSecond: number, work: () => Promise<number>): Promise<number[]> {
  const pending: Promise<number>[] = [];
  const end = performance.now() + 2 * seconds * 1000;
  while (performance.now() < end) {
    pending.push(work());
    await sleep((-Math.log(1 - Math.random()) * 1000) / perSecond);
  }
  return Promise.all(pending);
}
