import { memoryShares } from '../../memory-shares.ts';
import { AppError } from '../../problems.ts';

/** What one document may cost. All of them end in 422 `limit-exceeded`, but for pages: `too-many-pages`. */
export interface Limits {
  readonly objects: number;
  readonly pages: number;
  /** Arrays and dictionaries within each other. */
  readonly depth: number;
  /** Bytes that come out of the filters of one stream. */
  readonly streamBytes: number;
  /** Bytes that come out of the filters of all streams, each counted once. */
  readonly documentBytes: number;
}

/** Limits that apply where the caller sets none. */
export const defaultLimits: Limits = {
  objects: 2_000_000,
  pages: 20_000,
  depth: 200,
  streamBytes: 256 * 1024 * 1024,
  documentBytes: memoryShares().documentBytes,
};

/** Filters on one stream. More only serve to hide a bomb. */
export const longestFilterChain = 16;

/**
 * Counts the resources that a document takes. One of the limits is on work: with overlapping objects (for example, each
 * with an unclosed string) a reader could read the file once for each object.
 */
export class Meter {
  readonly limits: Limits;
  #inflated = 0;
  #work: number;

  constructor(limits: Limits, fileBytes: number) {
    this.limits = limits;
    this.#work = 64 * 1024 * 1024 + 32 * fileBytes;
  }

  /** Bytes that the parser went over. */
  parsed(bytes: number): void {
    this.#work -= bytes;
    if (this.#work < 0)
      throw new AppError(
        'limit-exceeded',
        'The objects of the document overlap so much that reading them takes too long.',
      );
  }

  inflated(bytes: number): void {
    this.#inflated += bytes;
    if (this.#inflated > this.limits.documentBytes) {
      throw new AppError(
        'limit-exceeded',
        `The streams of the document inflate to more than ${this.limits.documentBytes} bytes.`,
      );
    }
  }

  /** @throws AppError when `count` objects are too many */
  objects(count: number): void {
    if (count > this.limits.objects)
      throw new AppError('limit-exceeded', `The document has more than ${this.limits.objects} objects.`);
  }
}
