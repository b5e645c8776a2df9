import { AppError } from './problems.ts';

/** The limits of a queue. */
export interface FairQueueOptions {
  /** The number of places. An entrant with a place works. `Infinity` unless given. */
  readonly places?: number;
  /** Places that one client may hold. All of them unless given. */
  readonly placesPerClient?: number;
  /**
   * The number of entrants that may wait. Past it a client still has its share: the limit divided by the number of
   * waiting clients. `Infinity` unless given.
   */
  readonly waiting?: number;
  /** Milliseconds that an entrant waits at most. Without it an entrant waits until its signal aborts. */
  readonly patienceMs?: number;
}

/** Releases a place; further calls do nothing. */
export type Leave = () => void;

interface Client {
  held: number;
  waiting: number;
  /** The turn of its last entrant. */
  turn: number;
}

interface Entrant {
  readonly client: string;
  readonly turn: number;
  readonly begin: () => void;
}

/**
 * Shares places among clients. A free place goes to the client with the fewest places, then to the earliest turn, then
 * to the earliest arrival. Turns are start times of fair queueing: the entrants of a client have consecutive turns, and
 * a client without entrants starts at the turn that is being served. So a client with one entrant waits until one place
 * is free, however many entrants another client has, and no client waits forever.
 */
export class FairQueue {
  readonly #options: Required<Omit<FairQueueOptions, 'patienceMs'>>;
  readonly #patienceMs: number | null;
  readonly #clients = new Map<string, Client>();
  readonly #entrants = new Set<Entrant>();
  #held = 0;
  /** The latest turn that got a place. */
  #served = 0;

  constructor({ places = Infinity, placesPerClient = places, waiting = Infinity, patienceMs }: FairQueueOptions) {
    this.#options = { places, placesPerClient: Math.max(1, placesPerClient), waiting };
    this.#patienceMs = patienceMs ?? null;
  }

  /**
   * Waits for a place. Rejects with AppError `overloaded` when too many entrants wait or the wait takes too long, and
   * with the reason of the signal.
   */
  async enter(client: string, signal: AbortSignal): Promise<Leave> {
    signal.throwIfAborted();
    const leave = this.enterNow(client);
    if (leave !== null) return leave;
    if (!this.#hasRoom(client)) throw overloaded('Every place is taken, and no more requests may wait.');
    return this.#wait(client, signal);
  }

  /** Takes a free place; `null` = there is none. A free place never has an entrant that waits for it. */
  enterNow(client: string): Leave | null {
    return this.#mayHold(client) ? this.#hold(client, this.#nextTurn(client)) : null;
  }

  /** Waits for a place, runs `work` in it and releases it. Rejects as `enter` does, and as `work` does. */
  async run<T>(
    { client, signal }: { readonly client: string; readonly signal: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T> {
    const leave = await this.enter(client, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** The number of entrants with a place (`working`) and without one (`waiting`). */
  load(): { readonly working: number; readonly waiting: number } {
    return { working: this.#held, waiting: this.#entrants.size };
  }

  #mayHold(client: string): boolean {
    return this.#held < this.#options.places && (this.#clients.get(client)?.held ?? 0) < this.#options.placesPerClient;
  }

  #hasRoom(client: string): boolean {
    const { waiting } = this.#options;
    if (this.#entrants.size < waiting) return true;
    const own = this.#clients.get(client)?.waiting ?? 0;
    const others = [...this.#clients].filter(([name, { waiting: theirs }]) => theirs > 0 && name !== client).length;
    return own < waiting / (others + 1);
  }

  #nextTurn(client: string): number {
    return Math.max(this.#served, (this.#clients.get(client)?.turn ?? -1) + 1);
  }

  #known(client: string): Client {
    const known = this.#clients.get(client) ?? { held: 0, waiting: 0, turn: -1 };
    this.#clients.set(client, known);
    return known;
  }

  #hold(client: string, turn: number): Leave {
    const own = this.#known(client);
    own.held += 1;
    own.turn = Math.max(own.turn, turn);
    this.#held += 1;
    this.#served = Math.max(this.#served, turn);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      own.held -= 1;
      this.#held -= 1;
      for (let next = this.#next(); next !== null; next = this.#next()) next.begin();
      this.#forget();
    };
  }

  #wait(client: string, signal: AbortSignal): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const own = this.#known(client);
      const turn = this.#nextTurn(client);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#entrants.delete(entrant);
        own.waiting -= 1;
      };
      const giveUp = (reason: Error): void => {
        end();
        this.#forget();
        reject(reason);
      };
      const abort = (): void => giveUp(signal.reason as Error);
      const late = (): void => giveUp(overloaded(`No place was free within ${(this.#patienceMs ?? 0) / 1000} s.`));
      const timer = this.#patienceMs === null ? undefined : setTimeout(late, this.#patienceMs);
      const begin = (): void => {
        end();
        resolve(this.#hold(client, turn));
      };
      const entrant: Entrant = { client, turn, begin };
      own.waiting += 1;
      own.turn = turn;
      this.#entrants.add(entrant);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** The entrant that gets the next place; `null` = none may have one. */
  #next(): Entrant | null {
    let best: Entrant | null = null;
    for (const entrant of this.#entrants) {
      if (this.#mayHold(entrant.client) && (best === null || this.#isBefore(entrant, best))) best = entrant;
    }
    return best;
  }

  #isBefore(one: Entrant, other: Entrant): boolean {
    const [held, heldByOther] = [one, other].map(({ client }) => this.#clients.get(client)?.held ?? 0) as [
      number,
      number,
    ];
    return held === heldByOther ? one.turn < other.turn : held < heldByOther;
  }

  /** Removes clients without entrants whose turns are over. */
  #forget(): void {
    for (const [name, { held, waiting, turn }] of this.#clients) {
      if (held === 0 && waiting === 0 && turn < this.#served) this.#clients.delete(name);
    }
  }
}

function overloaded(detail: string): AppError {
  return new AppError('overloaded', `${detail} Try again in a few seconds.`);
}
