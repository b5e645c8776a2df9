import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../problems.ts';
import type { Tab } from '../tab.ts';

/** Conditions for the print of a page (`waitFor`), and their time limits. Milliseconds. */
export interface Waits {
  readonly selector?: string;
  readonly expression?: string;
  /** A pause in time of the page's clock. */
  readonly delay?: number;
  readonly networkIdle?: boolean;
  /** Time that the page's clock runs. */
  readonly virtualTime?: number;
  /** Limit in real time, from the start of the page. */
  readonly timeout?: number;
  /** JSON Pointer to it in the request. */
  readonly pointer: string;
}

/** Limit of one condition of `waitFor` for a page without a clock; the request's own timeout may be shorter. */
const conditionTimeoutMs = 30_000;
const pollMs = 25;

/** The problem of a condition that does not hold. */
export function unmet({ pointer }: Waits, message: string): AppError {
  return new AppError('render-failed', message, { errors: [{ pointer, message }] });
}

/** A condition that is an expression in the page. */
export type ConditionName = 'selector' | 'expression';

/** Makes the problem of a condition that fails in the page, for example by a name that is not defined. */
export function failedCondition(wait: Waits, name: ConditionName): (reason: string) => AppError {
  return (reason) => unmet(wait, `\`waitFor.${name}\` failed in the page: ${reason.replace(/\.$/, '')}.`);
}

/** Result of `work`; rejects with the problem of the first `waitFor.timeout` that passes before it. */
export async function inTimeOf<T>(waits: readonly Waits[], work: () => Promise<T>): Promise<T> {
  const done = work();
  const limited = waits.filter(({ timeout }) => timeout !== undefined);
  if (limited.length === 0) return done;
  const ended = new AbortController();
  const late = limited.map(async (wait): Promise<never> => {
    await sleep(wait.timeout, undefined, { signal: ended.signal, ref: false }).catch(
      () => new Promise<never>(() => undefined),
    );
    throw unmet(wait, `The page was not ready within the ${(wait.timeout ?? 0) / 1000} s of \`waitFor.timeout\`.`);
  });
  done.catch(() => undefined); // it may end after the limit
  try {
    return await Promise.race([done, ...late]);
  } finally {
    ended.abort();
  }
}

/** Waits in real time until the conditions hold. */
export async function meet(tab: Tab, waits: readonly Waits[]): Promise<void> {
  for (const wait of waits) {
    const { selector, expression, delay } = wait;
    if (selector !== undefined)
      await poll(tab, `document.querySelector(${JSON.stringify(selector)}) !== null`, { wait, name: 'selector' });
    if (expression !== undefined)
      await poll(tab, `Promise.resolve((${expression}\n)).then(Boolean)`, { wait, name: 'expression' });
    if (delay !== undefined) await sleep(delay, undefined, { ref: false });
  }
}

async function poll(
  tab: Tab,
  expression: string,
  { wait, name }: { readonly wait: Waits; readonly name: ConditionName },
): Promise<void> {
  const end = Date.now() + Math.max(conditionTimeoutMs, wait.timeout ?? 0);
  while (!(await evaluate<boolean>(tab, expression, failedCondition(wait, name)))) {
    if (Date.now() > end)
      throw unmet(wait, `\`waitFor.${name}\` did not come true within ${conditionTimeoutMs / 1000} s.`);
    await sleep(pollMs);
  }
}

const failedExpression = (reason: string) =>
  new AppError('render-failed', `An expression failed in the page: ${reason}.`);

/** The value of an expression in the page. Throws the problem that `failed` makes of the reason where it fails. */
export async function evaluate<T>(tab: Tab, expression: string, failed = failedExpression): Promise<T> {
  const { result, exceptionDetails } = await tab.session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw failed((exceptionDetails.exception?.description ?? exceptionDetails.text).split('\n')[0] ?? '');
  return result.value as T;
}
