import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer';
import { BrowserGone } from './launch/browser-gone.ts';

/** Rejects with BrowserGone when any page of the browser crashes: a command to that page may never be answered. */
export function crashOfAny(session: CDPSession): Promise<never> {
  return new Promise(
    (_, reject) =>
      void session.once('Target.targetCrashed', () => reject(new BrowserGone('a page of the browser crashed'))),
  );
}

/** Turns the failure to open a page into BrowserGone: the browser cannot start renderers any more. */
export function neverOpened(cause: unknown): never {
  throw new BrowserGone('no page for scripts could be opened', { cause });
}

/** Rejects where `work` takes longer: commands to a browser have no time limit of their own. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const ended = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(milliseconds, undefined, { signal: ended.signal, ref: false }).catch(
      () => new Promise<never>(() => undefined),
    );
    throw new Error(`the browser did not answer within ${milliseconds / 1000} s`);
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    ended.abort();
  }
}
