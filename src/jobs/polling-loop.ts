import type { Log } from '../log.ts';

interface Repeating {
  /** Milliseconds between the end of one turn and the next. */
  readonly every: number;
  /** Milliseconds between two turns that fail, at most: from `every` on it doubles. */
  readonly longest: number;
  readonly log: Log;
  /** What the log says when a turn fails. */
  readonly failed: string;
}

export interface Repeated {
  /** Has the next turn at once; while one is under way, another follows it. */
  wake(): void;
  /** Resolves when the turn under way is over; there is no other after it. */
  stop(): Promise<void>;
}

/**
 * Does `turn` again and again, one at a time. Of failures in a row the first is logged, and then that they are over.
 */
export function repeat(turn: () => Promise<void>, { every, longest, log, failed }: Repeating): Repeated {
  const pause = { length: every, end: (): void => undefined, woken: false };
  let stopped = false;
  let failing = false;

  async function once(): Promise<void> {
    try {
      await turn();
      if (failing) log.info(`no longer so: ${failed}`);
      failing = false;
      pause.length = every;
    } catch (error) {
      if (!failing) log.error({ err: error }, failed);
      failing = true;
      pause.length = Math.min(longest, pause.length * 2);
      pause.woken = false; // a bell that rings all the time must not hammer on what is broken
    }
  }
  function wait(): Promise<void> {
    if (pause.woken || stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pause.length);
      pause.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  async function go(): Promise<void> {
    while (!stopped) {
      pause.woken = false;
      await once();
      await wait();
    }
  }

  const going = go();
  return {
    wake() {
      if (failing) return;
      pause.woken = true;
      pause.end();
    },
    stop() {
      stopped = true;
      pause.end();
      return going;
    },
  };
}
