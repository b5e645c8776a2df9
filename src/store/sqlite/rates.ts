import { SlidingWindow } from '../sliding-window.ts';
import type { RateStore, Taken } from '../facets/rates.ts';

/** The number of stored keys. */
const maxKeys = 20_000;

/**
 * Rates in memory, which a restart may lose. Each process on a machine counts by itself, so the limit holds for each
 * process. The PostgreSQL driver has limits that all nodes share.
 */
export function memoryRates(): RateStore {
  const windows = new Map<number, SlidingWindow>();

  function windowOf(length: number): SlidingWindow {
    const window = windows.get(length) ?? new SlidingWindow(length, maxKeys);
    windows.set(length, window);
    return window;
  }

  return {
    take(takes, window, now) {
      const taken: Taken[] = [];
      for (const { key, limit } of takes) {
        const one = windowOf(window).take(key, limit, now);
        taken.push(one);
        if (!one.allowed) break;
      }
      return Promise.resolve(taken);
    },
  };
}
