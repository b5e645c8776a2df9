import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer';
import { BrowserGone } from './launch/browser-gone.ts';
import { isAlive } from './launch/process-group.ts';

/** Interval of the checks whether a browser responds, and time in which it has to. Milliseconds. */
const heartbeat = { every: 1000, answer: 3500 };

/**
 * Resolves when a browser does not respond. The connection stays open when a browser hangs or is stopped (SIGSTOP), and
 * a browser without the processes that start others (zygotes) cannot print.
 */
export async function silence(session: CDPSession, zygotes: readonly number[]): Promise<void> {
  const answers = () =>
    inTime(session.send('Browser.getVersion'), heartbeat.answer).then(
      () => true,
      () => false,
    );
  do await sleep(heartbeat.every, undefined, { ref: false });
  while (zygotes.every(isAlive) && (await answers()));
}

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
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`the browser did not answer within ${milliseconds / 1000} s`)),
      milliseconds,
    ).unref();
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
