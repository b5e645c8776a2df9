import type { Dict, Obj } from '../objects/objects.ts';

/**
 * An operator of a content stream with its operands (ISO 32000-2, 7.8.2). Offsets are from its first operand to the end
 * of its operator.
 */
export interface Operation {
  /** As written: `Tj`, `re`, `BI` for a whole inline image. Unknown words count as operators. */
  readonly operator: string;
  readonly operands: readonly Obj[];
  readonly start: number;
  readonly end: number;
  /** For `BI`: the dictionary as written, and the data (ISO 32000-2, 8.9.7). */
  readonly image?: InlineImage;
}

/** The parts of an inline image. */
export interface InlineImage {
  readonly dict: Dict;
  /** Encoded by the filters. */
  readonly data: Buffer;
}
