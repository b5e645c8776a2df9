import { AppError } from '../../problems.ts';

/** What reading content may cost. All of them end in 422 `limit-exceeded`. */
export interface ContentLimits {
  /** Operations of all content streams together, each time that one is run. */
  readonly operations: number;
  /** Glyphs of all text together. */
  readonly glyphs: number;
  /** Forms, patterns, glyph procedures and masks within each other. */
  readonly depth: number;
  /** Operators `q` that are open in one stream. More are ignored, as viewers do. */
  readonly saved: number;
  readonly milliseconds: number;
}

export const defaultContentLimits: ContentLimits = {
  operations: 20_000_000,
  glyphs: 20_000_000,
  depth: 100,
  saved: 1000,
  milliseconds: 120_000,
};

/** Operations between two looks at the clock. */
const lookEvery = 4096;

/** Counts what the content of one document costs, over all its pages. */
export class ContentBudget {
  readonly limits: ContentLimits;
  readonly #deadline: number;
  #operations = 0;
  #glyphs = 0;
  #ignoredSaves = 0;

  constructor(limits: Partial<ContentLimits> = {}) {
    this.limits = { ...defaultContentLimits, ...limits };
    this.#deadline = performance.now() + this.limits.milliseconds;
  }

  /** Operators `q` beyond `limits.saved`. */
  get ignoredSaves(): number {
    return this.#ignoredSaves;
  }

  ignoresSave(): void {
    this.#ignoredSaves += 1;
  }

  operation(): void {
    this.#operations += 1;
    if (this.#operations > this.limits.operations)
      throw new AppError(
        'limit-exceeded',
        `The content of the document has more than ${this.limits.operations} operations.`,
      );
    if (this.#operations % lookEvery === 0 && performance.now() > this.#deadline) {
      throw new AppError(
        'limit-exceeded',
        `The content of the document takes longer than ${this.limits.milliseconds / 1000} s to read.`,
      );
    }
  }

  glyphs(count: number): void {
    this.#glyphs += count;
    if (this.#glyphs > this.limits.glyphs)
      throw new AppError('limit-exceeded', `The content of the document shows more than ${this.limits.glyphs} glyphs.`);
  }
}
