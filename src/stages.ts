/** One finished stage of a request: its name as docs, logs and `Server-Timing` say it, and its milliseconds. */
export interface StageTime {
  readonly name: string;
  readonly milliseconds: number;
}

/** Hears where a request or job is: the stage it enters, and how much of that is done (`share`, 0 to 1). */
export type StageListener = (stage: string, share: number) => void;

/** Times the named stages of one request; a stage that runs twice adds up. */
export class Stages {
  readonly #times = new Map<string, number>();
  readonly #listener: StageListener;

  constructor(listener: StageListener = () => undefined) {
    this.#listener = listener;
  }

  /** Runs `work` as the stage `name`; its time counts whether it succeeds or fails. */
  async run<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    this.#listener(name, 0);
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.add(name, performance.now() - start);
    }
  }

  /** Tells that so much of a stage is done: pages printed, operations composed. */
  progress(name: string, done: number, total: number): void {
    this.#listener(name, total > 0 ? Math.min(1, done / total) : 1);
  }

  /** Adds time that was measured elsewhere. */
  add(name: string, milliseconds: number): void {
    this.#times.set(name, (this.#times.get(name) ?? 0) + milliseconds);
  }

  get times(): StageTime[] {
    return [...this.#times].map(([name, milliseconds]) => ({ name, milliseconds }));
  }
}
