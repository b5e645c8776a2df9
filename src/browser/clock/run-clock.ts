import { setTimeout as sleep } from 'node:timers/promises';
import { LateRequests } from '../page/late-requests.ts';
import type { Supply } from '../network/supply.ts';
import type { Tab } from '../tab.ts';
import { evaluate, failedCondition, unmet, type ConditionName, type Waits } from '../page/waits.ts';
import { clockKey, clockScript, type ClockStart } from './clock-script.ts';

/**
 * Limits of the clock, in milliseconds of its time: where the page never comes to rest, and where a condition is
 * awaited.
 */
const defaultHorizonMs = 10_000;
const conditionHorizonMs = 30_000;
/** Real time that a page may work while its clock runs. Milliseconds. */
const workMs = 10_000;
/** Real time that one thing (a worker's answer) may stop the clock while nothing is loading. Milliseconds. */
const patienceMs = 5000;
/**
 * Milliseconds of real time in which a page at rest may still meet a condition without the clock, for example by a
 * worker or a file reader.
 */
const graceMs = 2000;
const pollMs = { held: 2, condition: 25 };

/** Where the clock has stopped, see `clock.run` in time-script.ts. */
interface Stand {
  readonly state: 'still' | 'limit' | 'true' | 'held' | 'far' | 'slice';
  readonly to: number | null;
  readonly time: number;
  readonly moving: readonly string[];
}

interface Goal {
  /** Milliseconds of the page's time. */
  readonly limit: number;
  /** A JavaScript expression; the clock stops where it is true. */
  readonly until?: string;
  /** Makes the problem of `until` where it fails. */
  readonly failed?: ReturnType<typeof failedCondition>;
  /** Runs to the limit, even where nothing moves before it. */
  readonly exact?: boolean;
}

/** Gives the page that is opened next a clock, and stops the browser's clock for animations. */
export async function giveClock(tab: Tab, start: ClockStart): Promise<void> {
  await Promise.all([
    tab.session.send('Page.addScriptToEvaluateOnNewDocument', { source: clockScript(start) }),
    tab.session.send('Animation.enable'),
    tab.session.send('Animation.setPlaybackRate', { playbackRate: 0 }),
  ]);
}

/** Runs the clock of a loaded page until the conditions hold and the page is still, or for `virtualTime`. */
export async function runClock(tab: Tab, waits: readonly Waits[], supply: Supply): Promise<void> {
  const late = await LateRequests.watch(tab);
  const run = new ClockRun(tab, late);
  for (const wait of waits) await run.meet(wait);
  const { moving } = await run.to({ limit: Math.max(horizonOf(waits), run.time) });
  if (moving.length > 0) supply.warn('still-moving', stillMoving(run.time, moving));
  await late.stop();
}

/** Goal of the clock. Milliseconds. */
export function horizonOf(waits: readonly Waits[]): number {
  const own = waits.flatMap(({ virtualTime }) => (virtualTime === undefined ? [] : [virtualTime]));
  return own.length === 0 ? defaultHorizonMs : Math.max(...own);
}

/** Message of the warning. */
export function stillMoving(timeMs: number, moving: readonly string[]): string {
  return (
    `The page still moves after ${Math.round(timeMs / 100) / 10} s of its time, and is printed as it is then: ` +
    `${moving.join(', ')}.`
  ).slice(0, 400);
}

class ClockRun {
  readonly #tab: Tab;
  readonly #late: LateRequests;
  #workMs = 0;
  /** Time of the clock. Milliseconds. */
  time = 0;

  constructor(tab: Tab, late: LateRequests) {
    this.#tab = tab;
    this.#late = late;
  }

  async meet(wait: Waits): Promise<void> {
    const { selector, expression, delay } = wait;
    if (selector !== undefined)
      await this.#reach(wait, `document.querySelector(${JSON.stringify(selector)}) !== null`, 'selector');
    if (expression !== undefined)
      await this.#reach(wait, `Promise.resolve((${expression}\n)).then(Boolean)`, 'expression');
    if (delay !== undefined) await this.to({ limit: this.time + delay, exact: true });
  }

  async #reach(wait: Waits, until: string, name: ConditionName): Promise<void> {
    const limit = Math.max(wait.virtualTime ?? conditionHorizonMs, this.time);
    const goal = { limit, until, failed: failedCondition(wait, name) };
    for (const began = Date.now(); (await this.to(goal)).state !== 'true';) {
      if (Date.now() - began > (wait.timeout ?? graceMs))
        throw unmet(wait, `\`waitFor.${name}\` did not come true within ${limit / 1000} s of the page's time.`);
      await sleep(pollMs.condition);
    }
  }

  /**
   * Runs to the goal, or until nothing moves before it. The clock stops while something is loading or a worker has not
   * answered.
   */
  async to(goal: Goal): Promise<Stand> {
    let leap: number | null = null;
    let heedless = false;
    for (let heldMs = 0; ;) {
      const stand = await this.#step(goal, { leap, heedless });
      this.time = stand.time;
      if (stand.state === 'still' || stand.state === 'limit' || stand.state === 'true') return stand;
      if (this.#workMs > workMs)
        return {
          ...stand,
          state: 'limit',
          moving: stand.moving.length > 0 ? stand.moving : [`its scripts have worked for ${workMs / 1000} s`],
        };
      leap = null;
      const isLoading = this.#late.open;
      if (isLoading) await this.#late.arrival();
      else if (stand.state === 'far') leap = stand.to;
      if (isLoading || stand.state !== 'held') continue;
      await sleep(pollMs.held);
      heldMs += pollMs.held;
      heedless ||= heldMs > patienceMs;
    }
  }

  async #step(
    { limit, until, failed, exact = false }: Goal,
    how: { readonly leap: number | null; readonly heedless: boolean },
  ): Promise<Stand> {
    const options =
      `${JSON.stringify({ limit, exact, ...how }).slice(0, -1)}, until: ` +
      `${until === undefined ? 'null' : `() => ${until}`} }`;
    const began = performance.now();
    const stand = await evaluate<Stand>(this.#tab, `window[${clockKey}].run(${options})`, failed);
    this.#workMs += performance.now() - began;
    return stand;
  }
}
