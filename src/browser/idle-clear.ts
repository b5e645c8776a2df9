/**
 * Milliseconds from a print until its document is removed, and from then until garbage is collected. A large document
 * is finished in this time, on the CPUs that the collection would use. After small ones the next request often comes
 * sooner, and would wait for the collection.
 */
const idleMs = { clear: 20, collect: { afterLarge: 100, afterSmall: 1500 } };
/** Characters of HTML of a document that is large. */
const largeCharacters = 20_000;

/**
 * Characters of HTML printed since garbage was last collected, above which it is collected. Otherwise Chromium collects
 * it during the next prints, which takes a tenth of the time of one of 1,000 rows.
 */
const collectAboveCharacters = 60_000;

/** What an idle page does. */
export interface IdleWork {
  /** Removes the last document. */
  readonly clear: () => Promise<void>;
  readonly collectGarbage: () => Promise<void>;
  /** Called when either fails. */
  readonly failed: () => Promise<void>;
}

/**
 * Empties a page and collects its garbage once nobody has used it for a moment. Under load the next document is written
 * over the last one, and the browser saves a document that nobody prints: a tenth of the cost of a short print.
 */
export class IdleClear {
  readonly #work: IdleWork;
  #characters = 0;
  #lastCharacters = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Identifies the time between two prints; `null` during a print. */
  #pause: object | null = null;
  #running: Promise<void> | null = null;

  constructor(work: IdleWork) {
    this.#work = work;
  }

  /** Counts the HTML of a print. */
  count(characters: number): void {
    this.#characters += characters;
    this.#lastCharacters = characters;
  }

  /** Schedules the work of a page that has printed; `isClear` is true where its document is removed already. */
  schedule(isClear: boolean): void {
    clearTimeout(this.#timer); // a loan may end without a print
    const pause = (this.#pause = {});
    const collectLater = () => {
      if (pause === this.#pause) this.#scheduleCollection();
    };
    if (isClear) collectLater();
    else this.#after(idleMs.clear, () => this.#work.clear().then(collectLater));
  }

  /** Cancels the scheduled work. Returns the end of work that has begun, or `null` where there is none. */
  cancel(): Promise<void> | null {
    clearTimeout(this.#timer);
    this.#pause = null;
    return this.#running;
  }

  #scheduleCollection(): void {
    if (this.#characters < collectAboveCharacters) return;
    const { afterLarge, afterSmall } = idleMs.collect;
    this.#after(this.#lastCharacters < largeCharacters ? afterSmall : afterLarge, () => {
      this.#characters = 0;
      return this.#work.collectGarbage();
    });
  }

  #after(milliseconds: number, work: () => Promise<void>): void {
    this.#timer = setTimeout(() => {
      this.#running = work()
        .catch(this.#work.failed)
        .finally(() => (this.#running = null));
    }, milliseconds);
  }
}
