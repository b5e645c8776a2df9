import type { Log } from '../log.ts';

interface PollingOptions {
  /** Milliseconds between the end of one turn and the start of the next. */
  readonly everyMs: number;
  /**
   * The longest pause after failures, in milliseconds. The pause starts at `everyMs` and doubles with each failure in a
   * row.
   */
  readonly maxPauseMs: number;
  readonly log: Log;
  /** The message of the log when a turn fails. */
  readonly failure: string;
}

/** A running loop. */
export interface PollingLoop {
  /** Starts the next turn at once. During a turn, another turn follows it at once. */
  wake(): void;
  /** Stops the loop. Resolves when the current turn is over. */
  stop(): Promise<void>;
}

/**
 * Calls `turn` repeatedly, one call at a time. Of failures in a row, only the first is logged, and the recovery after
 * the last.
 */
export function startPolling(
  turn: () => Promise<void>,
  { everyMs, maxPauseMs, log, failure }: PollingOptions,
): PollingLoop {
  const pause = { length: everyMs, end: (): void => undefined, woken: false };
  let stopped = false;
  let failing = false;

  async function once(): Promise<void> {
    try {
      await turn();
      if (failing) log.info(`no longer so: ${failure}`);
      failing = false;
      pause.length = everyMs;
    } catch (error) {
      if (!failing) log.error({ err: error }, failure);
      failing = true;
      pause.length = Math.min(maxPauseMs, pause.length * 2);
      pause.woken = false; // frequent wake-ups must not overload something that is broken
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
