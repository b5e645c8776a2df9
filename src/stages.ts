/** The time of one stage of a request. */
export interface StageTime {
  readonly name: string;
  readonly milliseconds: number;
}

/** One of several equal parts of a request or job: its index, and how many there are. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

/** Receives the stage that a request or job enters, its progress (`share`, 0 to 1), and the part that it belongs to. */
export type StageListener = (stage: string, share: number, part?: Part) => void;

/** Times the named stages of one request. The times of a stage that runs twice are added. */
export class Stages {
  readonly #times: Map<string, number>;
  readonly #listener: StageListener;

  constructor(listener: StageListener = () => undefined, times = new Map<string, number>()) {
    this.#listener = listener;
    this.#times = times;
  }

  /** The stages of one part of the request. Their times are those of the whole request. */
  part(part: Part): Stages {
    return new Stages((stage, share) => this.#listener(stage, share, part), this.#times);
  }

  /** Runs `work` as the stage `name`. Its time counts also when it fails. */
  async run<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    this.#listener(name, 0);
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.add(name, performance.now() - start);
    }
  }

  /** Reports the progress of a stage, in any unit: pages printed, operations composed. */
  progress(name: string, done: number, total: number): void {
    this.#listener(name, total > 0 ? Math.min(1, done / total) : 1);
  }

  /** Adds time that was measured elsewhere, for example in a thread. */
  add(name: string, milliseconds: number): void {
    this.#times.set(name, (this.#times.get(name) ?? 0) + milliseconds);
  }

  /** The stages in the order in which they were first entered. */
  get times(): StageTime[] {
    return [...this.#times].map(([name, milliseconds]) => ({ name, milliseconds }));
  }
}
