interface Waiting {
  readonly index: number;
  readonly mayPrintNow: () => boolean;
  readonly go: () => void;
  readonly fail: (reason: Error) => void;
}

/** The turns of the steps of a pipe to print: in order, or before it where the step says that it may. */
export class PrintTurns {
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<Waiting>();
  /** The last step whose turn has come. */
  #reached = 0;
  #isAdmitting = false;
  #isPaused = false;
  #isOver = false;

  /** The signal ends the wait for a turn. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#abort);
  }

  /** Resolves when a step may print. Rejects when its pipe has ended before. */
  wait(index: number, mayPrintNow: () => boolean): Promise<void> {
    if (this.#isOver) return Promise.reject(ended());
    return new Promise((resolve, reject) => {
      this.#waiting.add({ index, mayPrintNow, go: resolve, fail: reject });
      this.admit();
    });
  }

  /** The turn of a step, and of those before it, has come. */
  reach(index: number): void {
    this.#reached = index;
    this.admit();
  }

  /** Lets those print whose turn has come, and then those that may print now, one after the other. */
  admit(): void {
    for (const waiting of [...this.#waiting]) if (waiting.index <= this.#reached) this.#let(waiting);
    if (this.#isAdmitting || this.#isPaused) return;
    const [next] = [...this.#waiting].sort((one, other) => one.index - other.index);
    if (next?.mayPrintNow() !== true) return;
    this.#let(next);
    this.#isAdmitting = true;
    setImmediate(() => {
      this.#isAdmitting = false; // by now the print has its page, so that the next one counts without it
      this.admit();
    });
  }

  /** No step prints before its turn until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.admit();
  }

  /** No step prints any more unless it has begun to. */
  end(): void {
    this.#signal.removeEventListener('abort', this.#abort);
    this.#fail(ended());
  }

  readonly #abort = (): void => this.#fail(this.#signal.reason as Error);

  #let(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    waiting.go();
  }

  #fail(reason: Error): void {
    this.#isOver = true;
    for (const { fail } of this.#waiting) fail(reason);
    this.#waiting.clear();
  }
}

const ended = (): Error => new Error('The pipe has ended before the turn of this step.');
