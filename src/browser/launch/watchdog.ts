import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../problems.ts';
import { inTime } from '../liveness.ts';
import { BrowserGone } from './browser-gone.ts';
import type { Tab } from '../tab.ts';

/** How long a script may run without a pause, and the place in the request of the scripts, where one alone has them. */
export interface ScriptLimit {
  readonly timeoutMs: number;
  readonly pointer: string | undefined;
}

/** How often a page with scripts has to answer. Milliseconds. */
const heartbeatMs = 250;
/** A page that runs a script answers what may interrupt it in this time. Milliseconds. */
const interruptMs = 1500;

/**
 * Opens a document with scripts, without a time limit as long as its page answers. A script that does not return for
 * `limit.timeoutMs` is stopped, and the work rejects with AppError `render-failed`; a long layout goes on. Before the page
 * has navigated to its document no script can run: a page that does not answer then has no renderer, and the work
 * rejects with BrowserGone.
 */
export async function whileAnswering<T>(tab: Tab, limit: ScriptLimit, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const state = { arrived: false, stopped: false };
  tab.session.on('Page.frameNavigated', ({ frame }) => (state.arrived ||= frame.id === tab.frameId));
  const hangs = async (): Promise<never> => {
    for (;;) {
      await silence(tab, limit.timeoutMs, ended.signal);
      if (!state.arrived) throw new BrowserGone('the page has no renderer');
      if (!(await runsScript(tab))) continue;
      state.stopped = true;
      stop(tab);
      throw neverYields(limit);
    }
  };
  const done = work().catch((error: unknown) => {
    throw state.stopped ? neverYields(limit) : error;
  });
  try {
    return await Promise.race([done, hangs()]);
  } finally {
    ended.abort();
  }
}

/**
 * Runs a print of a page with scripts. The page does not answer during the print, but listeners of `beforeprint` and of
 * media queries may run. A listener that still runs after `limit.timeoutMs` is stopped, and the print rejects with AppError
 * `render-failed`.
 */
export async function whilePrinting<T>(tab: Tab, limit: ScriptLimit, print: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const state = { stopped: false };
  const watch = async (): Promise<void> => {
    for (let ran = false; ;) {
      await sleep(limit.timeoutMs / 2, undefined, { signal: ended.signal, ref: false });
      const runs = await runsScript(tab);
      ended.signal.throwIfAborted();
      state.stopped ||= ran && runs;
      if (ran && runs) stop(tab);
      ran = runs;
    }
  };
  watch().catch(() => undefined); // the print has ended
  try {
    const printed = await print();
    if (state.stopped) throw neverYields(limit);
    return printed;
  } catch (error) {
    throw state.stopped ? neverYields(limit) : error;
  } finally {
    ended.abort();
  }
}

/** Resolves when the page does not answer for `timeoutMs`; waits for ever once `ended` aborts. */
async function silence(tab: Tab, timeoutMs: number, ended: AbortSignal): Promise<void> {
  const over = () => new Promise<never>(() => undefined);
  for (;;) {
    await sleep(heartbeatMs, undefined, { signal: ended, ref: false }).catch(over);
    // A page that navigates loses the context of the question: that is an answer, too.
    const answer = tab.session.send('Runtime.evaluate', { expression: '0' }).then(
      () => true,
      () => true,
    );
    const answered = await inTime(answer, timeoutMs).catch(() => false);
    if (ended.aborted) return over();
    if (!answered) return;
  }
}

/** True where a page that does not answer runs a script: V8 lets only this command interrupt it. */
function runsScript(tab: Tab): Promise<boolean> {
  const interrupted = tab.session.send('Performance.getMetrics').then(
    () => true,
    () => false,
  );
  return inTime(interrupted, interruptMs).catch(() => false);
}

function stop(tab: Tab): void {
  tab.session.send('Runtime.terminateExecution').catch(() => undefined); // the page may be gone
}

function neverYields({ timeoutMs, pointer }: ScriptLimit): AppError {
  const message = `A script of the document ran for ${timeoutMs / 1000} s without a pause, and was stopped.`;
  return new AppError('render-failed', message, { errors: pointer === undefined ? [] : [{ pointer, message }] });
}
