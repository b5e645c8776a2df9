import { AppError } from './problems.ts';

export interface FairQueueOptions {
  /** Places: who holds one works. `Infinity` unless given. */
  readonly places?: number;
  /** Places that one client may hold. All of them unless given. */
  readonly placesPerClient?: number;
  /**
   * Entrants that may wait. Past it a client still has its share: the limit divided by the clients that wait.
   * `Infinity` unless given.
   */
  readonly waiting?: number;
  /** Milliseconds that an entrant waits. As long as its signal allows unless given. */
  readonly patienceMs?: number;
}

/** Gives a place back; further calls do nothing. */
export type Leave = () => void;

interface Client {
  held: number;
  waiting: number;
  /** Turn of its last entrant. */
  turn: number;
}

interface Entrant {
  readonly client: string;
  readonly turn: number;
  readonly begin: () => void;
}

/**
 * Shares places among clients. A free place goes to the client that holds the fewest; among those, to the earliest
 * turn; then to who came first. Turns are start times of fair queueing: the entrants of a client have turns one after
 * the other, and a client that comes anew has the turn that is being served. So a client with one entrant waits for one
 * place to become free, however many of another client wait, and no client waits forever.
 */
export class FairQueue {
  readonly #options: Required<Omit<FairQueueOptions, 'patienceMs'>>;
  readonly #patienceMs: number | null;
  readonly #clients = new Map<string, Client>();
  readonly #entrants = new Set<Entrant>();
  #held = 0;
  /** The latest turn that has had a place. */
  #served = 0;

  constructor({ places = Infinity, placesPerClient = places, waiting = Infinity, patienceMs }: FairQueueOptions) {
    this.#options = { places, placesPerClient: Math.max(1, placesPerClient), waiting };
    this.#patienceMs = patienceMs ?? null;
  }

  /**
   * Waits for a place. Rejects with AppError `overloaded` where too many wait or it waits for too long, and with the
   * signal's reason.
   */
  async enter(client: string, signal: AbortSignal): Promise<Leave> {
    signal.throwIfAborted();
    const leave = this.enterNow(client);
    if (leave !== null) return leave;
    if (!this.#hasRoom(client)) throw overloaded('Every place is taken, and no more requests may wait.');
    return this.#wait(client, signal);
  }

  /** A place, where one is free; else `null`. Nobody waits for a free place: it goes to an entrant at once. */
  enterNow(client: string): Leave | null {
    return this.#mayHold(client) ? this.#hold(client, this.#nextTurn(client)) : null;
  }

  /** Runs `work` in a place. */
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

  /** How many hold a place, and how many wait. */
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

  /** Who gets the next place; `null` = nobody may have one. */
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

  /** Forgets clients whose turns are over: they come anew. */
  #forget(): void {
    for (const [name, { held, waiting, turn }] of this.#clients) {
      if (held === 0 && waiting === 0 && turn < this.#served) this.#clients.delete(name);
    }
  }
}

function overloaded(detail: string): AppError {
  return new AppError('overloaded', `${detail} Try again in a few seconds.`);
}
