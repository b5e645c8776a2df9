/** One finished stage of a request: its name as docs, logs and `Server-Timing` say it, and its milliseconds. */
export interface StageTime {
  readonly name: string;
  readonly milliseconds: number;
}

/** Times the named stages of one request; a stage that runs twice adds up. */
export class Stages {
  readonly #times = new Map<string, number>();
  readonly #onEnter: (name: string) => void;

  constructor(onEnter: (name: string) => void = () => undefined) {
    this.#onEnter = onEnter;
  }

  /** Runs `work` as the stage `name`; its time counts whether it succeeds or fails. */
  async run<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    this.#onEnter(name);
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.add(name, performance.now() - start);
    }
  }

  /** Adds time that was measured elsewhere. */
  add(name: string, milliseconds: number): void {
    this.#times.set(name, (this.#times.get(name) ?? 0) + milliseconds);
  }

  get times(): StageTime[] {
    return [...this.#times].map(([name, milliseconds]) => ({ name, milliseconds }));
  }
}
