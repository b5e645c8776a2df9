import { setTimeout as sleep } from 'node:timers/promises';
import type { Tab } from '../tab.ts';

/** Pauses between two layouts: doubled from the first to the longest. */
const pauseMs = { first: 16, longest: 250 };

/**
 * Lays out the warm page now and then while `work` waits. The browser draws no frames of it (`openWarmTab`), and some
 * resources, such as the parts of an SVG file, are only requested or built with a layout.
 */
export async function whileLayingOut<T>({ session }: Pick<Tab, 'session'>, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const layOut = async () => {
    for (let pause = pauseMs.first; !ended.signal.aborted; pause = Math.min(pause * 2, pauseMs.longest)) {
      await sleep(pause, undefined, { signal: ended.signal, ref: false });
      await session.send('Runtime.evaluate', { expression: 'void document.documentElement?.getBoundingClientRect()' });
    }
  };
  layOut().catch(() => undefined); // it ends with the work, or with the page
  try {
    return await work();
  } finally {
    ended.abort();
  }
}
