import { AppError } from '../../../problems.ts';

/** A filled template may not be longer than this, in UTF-16 units. */
const longestOutput = 32 * 1024 * 1024;

/**
 * Maximum number of steps (turns of loops, calls of helpers and partials, items of calculations), each weighted by its
 * cost: a few seconds of work.
 */
const maxSteps = 5_000_000;

/** A call of a partial, in turns of a loop. */
const partialSteps = 3;

/** Partials inside of partials. */
const maxDepth = 50;

/**
 * The remaining budget of one filling. It is counted, not timed: the same template with the same data is refused always
 * or never. Every method throws AppError `limit-exceeded`.
 */
export class Budget {
  readonly #name: string;
  #steps = 0;
  #depth = 0;

  /** `name` is what problems call the template. */
  constructor(name: string) {
    this.#name = name;
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps)
      throw new AppError(
        'limit-exceeded',
        `${this.#name} takes more than ${maxSteps / 1e6} million steps (turns of loops, calls of helpers and ` +
          'partials, items of sums).',
      );
  }

  /** Runs what may run itself again, and refuses to go deeper than that makes sense. */
  nest(run: () => string): string {
    if (this.#depth >= maxDepth)
      throw new AppError('limit-exceeded', `${this.#name} calls partials more than ${maxDepth} deep.`);
    this.spend(partialSteps);
    this.#depth += 1;
    try {
      const html = run();
      this.checkLength(html.length);
      return html;
    } finally {
      this.#depth -= 1;
    }
  }

  /** Refuses output that is longer than this already. */
  checkLength(characters: number): void {
    if (characters > longestOutput)
      throw new AppError('limit-exceeded', `${this.#name} gives more than ${longestOutput / 1024 / 1024} MiB of HTML.`);
  }
}
