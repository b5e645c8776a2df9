import { SlidingWindow } from '../sliding-window.ts';
import type { RateStore, Taken } from '../facets/rates.ts';

/** The most keys that are remembered. */
const maxKeys = 20_000;

/**
 * Rates in memory: one machine needs no more, and they may be forgotten at a restart. Several processes on one machine
 * each have their own, so that the limit holds for each of them; where one limit has to hold for several nodes, the
 * other driver has it.
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
