import { AppError } from '../problems.ts';

/**
 * Lets so many requests work at once, and one client never in all places; the others wait in order, and their documents stay on disk meanwhile.
 */
export interface Gate {
  /** Runs `work` when it is its turn. Throws AppError `overloaded` where too many wait, or it waits for too long, and the reason of `signal`. */
  run<T>(who: { readonly client: string; readonly signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
  /** How many requests work, and how many wait. */
  load(): { readonly working: number; readonly waiting: number };
}

interface GateLimits {
  /** Requests that may work. */
  readonly slots: number;
  /** Requests that may wait. */
  readonly queue: number;
  /** Milliseconds that one waits. */
  readonly patience: number;
}

interface Waiting {
  readonly client: string;
  readonly begin: () => void;
}

export function createGate({ slots, queue, patience }: GateLimits): Gate {
  const working: string[] = [];
  const waiting = new Set<Waiting>();

  function mayWork(client: string): boolean {
    return working.length < slots && working.filter((other) => other === client).length < Math.max(1, slots - 1);
  }

  function enter(client: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (mayWork(client)) {
      working.push(client);
      return Promise.resolve();
    }
    if (waiting.size >= queue) throw new AppError('overloaded', 'Every worker is busy, and no more requests may wait.');
    return wait(client, signal);
  }

  function wait(client: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        waiting.delete(place);
      };
      const giveUp = (reason: Error): void => {
        end();
        reject(reason);
      };
      const abort = (): void => giveUp(signal.reason as Error);
      const timer = setTimeout(() => giveUp(new AppError('overloaded', `No worker was free within ${patience / 1000} s.`)), patience);
      const begin = (): void => {
        end();
        working.push(client);
        resolve();
      };
      const place: Waiting = { client, begin };
      signal.addEventListener('abort', abort);
      waiting.add(place);
    });
  }

  function leave(client: string): void {
    working.splice(working.indexOf(client), 1);
    for (const place of waiting) if (mayWork(place.client)) place.begin();
  }

  return {
    async run({ client, signal }, work) {
      await enter(client, signal);
      try {
        return await work();
      } finally {
        leave(client);
      }
    },
    load: () => ({ working: working.length, waiting: waiting.size }),
  };
}
