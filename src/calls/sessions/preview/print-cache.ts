/** A document that was printed of the content of a session; without bytes it is not stored. */
export interface Print {
  readonly pdf: Uint8Array | null;
}

/** The session whose content is printed, and the digest of that content. */
export interface PrintKey {
  readonly sessionId: string;
  readonly digest: string;
  /** Milliseconds since 1970 at which the print is of no more use, unless it is used before. */
  readonly expiresAt: number;
}

interface Stored<P extends Print> {
  readonly sessionId: string;
  readonly print: P;
  expiresAt: number;
}

interface Running<P extends Print> {
  readonly print: Promise<P>;
  readonly controller: AbortController;
  waiting: number;
}

/** Bytes of all prints together. */
const defaultMaxBytes = 32 * 1024 * 1024;

/** Prints of sessions in the memory of this process. The one that was used least recently makes room for others. */
export class PrintCache<P extends Print> {
  readonly #maxBytes: number;
  readonly #stored = new Map<string, Stored<P>>();
  readonly #running = new Map<string, Running<P>>();
  #bytes = 0;

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The print of a content, which `make` makes where there is none. Requests that arrive meanwhile share it; it is
   * aborted once the signals of all of them are.
   */
  async get(key: PrintKey, signal: AbortSignal, make: (signal: AbortSignal) => Promise<P>): Promise<P> {
    signal.throwIfAborted();
    this.#dropExpired();
    const name = `${key.sessionId} ${key.digest}`;
    const stored = this.#stored.get(name);
    if (stored !== undefined) {
      stored.expiresAt = key.expiresAt;
      this.#stored.delete(name);
      this.#stored.set(name, stored);
      return stored.print;
    }
    const running = this.#running.get(name) ?? this.#start(name, key, make);
    return this.#wait(name, running, signal);
  }

  /** Forgets all prints of a session. */
  drop(sessionId: string): void {
    for (const [name, stored] of this.#stored) if (stored.sessionId === sessionId) this.#remove(name, stored);
    // A print that is still running is answered, but not stored.
    for (const name of this.#running.keys()) if (name.startsWith(`${sessionId} `)) this.#running.delete(name);
  }

  #start(name: string, { sessionId, expiresAt }: PrintKey, make: (signal: AbortSignal) => Promise<P>): Running<P> {
    const controller = new AbortController();
    const print = make(controller.signal).then(
      (made) => {
        if (this.#running.get(name) === running) this.#store(name, { sessionId, expiresAt, print: made });
        this.#end(name, running);
        return made;
      },
      (error: unknown) => {
        this.#end(name, running);
        throw error;
      },
    );
    print.catch(() => undefined); // whoever waits gets the error
    const running: Running<P> = { print, controller, waiting: 0 };
    this.#running.set(name, running);
    return running;
  }

  async #wait(name: string, running: Running<P>, signal: AbortSignal): Promise<P> {
    running.waiting += 1;
    const { promise, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([running.print, promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      running.waiting -= 1;
      if (running.waiting === 0 && signal.aborted) {
        this.#end(name, running);
        running.controller.abort(signal.reason);
      }
    }
  }

  #end(name: string, running: Running<P>): void {
    if (this.#running.get(name) === running) this.#running.delete(name);
  }

  #store(name: string, stored: Stored<P>): void {
    const { pdf } = stored.print;
    if (pdf === null || pdf.byteLength > this.#maxBytes) return;
    this.#stored.set(name, stored);
    this.#bytes += pdf.byteLength;
    for (const [oldest, { print, ...rest }] of this.#stored) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest, { print, ...rest });
    }
  }

  #dropExpired(): void {
    const now = Date.now();
    for (const [name, stored] of this.#stored) if (stored.expiresAt <= now) this.#remove(name, stored);
  }

  #remove(name: string, { print }: Stored<P>): void {
    if (this.#stored.delete(name)) this.#bytes -= print.pdf?.byteLength ?? 0;
  }
}
