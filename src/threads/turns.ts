/** Lets each client run a limited number of tasks at a time; its others wait in the order in which they came. */
export class Turns {
  readonly #limit: number;
  readonly #clients = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  constructor(limit: number) {
    this.#limit = Math.max(1, limit);
  }

  /** Waits for a turn; call what it answers when the task is over. Rejects with the signal's reason when that aborts before. */
  async take(client: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const own = this.#clients.get(client) ?? { running: 0, waiting: [] };
    this.#clients.set(client, own);
    if (own.running < this.#limit) own.running += 1;
    else await this.#wait(own.waiting, signal);
    return () => {
      const next = own.waiting.shift();
      if (next !== undefined) {
        next();
        return;
      }
      own.running -= 1;
      if (own.running === 0) this.#clients.delete(client);
    };
  }

  #wait(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      waiting.push(turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
