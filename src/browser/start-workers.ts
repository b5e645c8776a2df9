import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Worker } from './worker.ts';

/** Maximum pause between two attempts to start a browser, in milliseconds. */
const longestPauseMs = 5000;

/**
 * Starts all workers at once, and waits for the first. Rejects with its error where it does not start; all others have
 * ended by then. Another worker that does not start is `null`.
 */
export async function startAll(
  start: () => Promise<Worker>,
  workers: number,
): Promise<{ readonly first: Worker; readonly others: readonly Promise<Worker | null>[] }> {
  const starting = Array.from({ length: workers }, start);
  const others = starting.slice(1).map((other) => other.catch(() => null));
  const first = await starting[0]?.catch(async (error: unknown) => {
    await Promise.all(others.map(async (other) => (await other)?.kill()));
    throw error;
  });
  if (first === undefined) throw new Error('a pool has at least one worker');
  return { first, others };
}

/** A `create` that rejects at once makes generic-pool retry in an endless loop, which freezes the process. */
export async function startWithPatience(start: () => Promise<Worker>, log: Log, stopped: AbortSignal): Promise<Worker> {
  for (let pause = 200; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await start();
    } catch (error) {
      if (stopped.aborted) throw error;
      log.error({ err: error }, 'a browser did not start');
      await sleep(pause, undefined, { signal: stopped });
    }
  }
}
