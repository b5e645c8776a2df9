/** Milliseconds without a print after which a page is emptied. */
const idleMs = 20;

/**
 * Empties a page once nobody has used it for a moment. Under load the next document is written over the last one, and
 * the browser saves a document that nobody prints: a tenth of the cost of a short print.
 */
export class IdleClear {
  readonly #clear: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  /** `clear` handles its own failures. */
  constructor(clear: () => Promise<void>) {
    this.#clear = clear;
  }

  schedule(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#clear().finally(() => (this.#running = null));
    }, idleMs);
  }

  /** Cancels the scheduled clearing. Returns the end of one that has begun, or `null` where there is none. */
  cancel(): Promise<void> | null {
    clearTimeout(this.#timer);
    return this.#running;
  }
}
