import { Agent, request } from 'node:http';
import type { Service } from './service.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends a body to `POST /api/v1/render`, or to another tool; resolves with the number of bytes of the answer. */
export function post(
  { port, key }: Pick<Service, 'port' | 'key'>,
  body: string,
  { tool = 'render', accept = 'application/pdf' } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path: `/api/v1/${tool}`,
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${key}`,
          accept,
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

/** The value that so many of them do not exceed; `share` is 0.5 for the median. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Milliseconds that it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs a second of `lanes` loops that each start the next when the last is done, for so many seconds. */
export async function throughput(
  { lanes, seconds }: { readonly lanes: number; readonly seconds: number },
  work: (lane: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
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
