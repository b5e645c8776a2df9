import { AppError } from '../../problems.ts';

/** Limits on reading content. Exceeding one is the problem `limit-exceeded`. */
export interface ContentLimits {
  /** Operations of all runs of content streams. */
  readonly operations: number;
  /** Glyphs of all text. */
  readonly glyphs: number;
  /** Depth of nested forms, patterns, glyph procedures and masks. */
  readonly depth: number;
  /** Nested `q` in one stream. Further ones are ignored, as in viewers. */
  readonly saved: number;
  readonly milliseconds: number;
}

/** Limits unless given. */
export const defaultContentLimits: ContentLimits = {
  operations: 20_000_000,
  glyphs: 20_000_000,
  depth: 100,
  saved: 1000,
  milliseconds: 120_000,
};

/** Operations between two checks of the time. */
const lookEvery = 4096;

/** Counts the operations and glyphs of a document, over all its pages. */
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

  /** Number of operators `q` beyond `limits.saved`. */
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
