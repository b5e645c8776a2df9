import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer';
import { BrowserGone } from './launch/browser-gone.ts';
import { isAlive } from './launch/process-group.ts';

/** Interval of the checks whether a browser responds, and time in which it has to. Milliseconds. */
const heartbeat = { every: 1000, answer: 3500 };

/** What shows that a browser lives: the session that answers for it, and the processes that start its others. */
export interface Lifelines {
  readonly session: CDPSession;
  readonly zygotes: readonly number[];
}

/**
 * Resolves with the reason when a browser does not respond. The connection stays open when a browser hangs or is
 * stopped (SIGSTOP), and a browser without the processes that start others (zygotes) cannot print.
 */
export async function silence({ session, zygotes }: Lifelines): Promise<string> {
  const answers = () =>
    inTime(session.send('Browser.getVersion'), heartbeat.answer).then(
      () => true,
      () => false,
    );
  do await sleep(heartbeat.every, undefined, { ref: false });
  while (zygotes.every(isAlive) && (await answers()));
  return zygotes.every(isAlive)
    ? `it did not answer within ${heartbeat.answer / 1000} s`
    : 'a process that starts its pages has ended';
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

/**
 * Rejects with the reason of `signal` when it aborts before `ended` does, and calls `kill`. The listener is removed here:
 * Node.js registers one with the option `signal` for finalization, and so retains it, with the document of its print,
 * until a full garbage collection.
 */
export function onAbort(signal: AbortSignal, ended: AbortSignal, kill: () => Promise<void>): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => {
      reject(signal.reason as Error);
      void kill();
    };
    signal.addEventListener('abort', stop, { once: true });
    ended.addEventListener('abort', () => signal.removeEventListener('abort', stop), { once: true });
  });
}

/** Interval at which the time of a command is counted. Milliseconds. */
const tickMs = 250;

/**
 * Rejects where `work` takes longer: commands to a browser have no time limit of their own. The time is counted in
 * ticks, and a tick that comes late counts once: where this process itself stands still (a stopped or starved machine),
 * timers fire before the answers are read that have arrived meanwhile.
 */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let ticks = Math.ceil(milliseconds / tickMs);
    const clock = setInterval(() => {
      ticks -= 1;
      if (ticks <= 0) reject(new Error(`the browser did not answer within ${milliseconds / 1000} s`));
    }, tickMs).unref();
    work.then(resolve, reject).finally(() => clearInterval(clock));
  });
}
