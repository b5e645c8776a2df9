import type { Dict, Obj } from '../objects/objects.ts';

/**
 * One operator of a content stream with its operands (ISO 32000-2, 7.8.2), and where it stands: from its first operand
 * to the end of its operator.
 */
export interface Operation {
  /** As it is written: `Tj`, `re`, `BI` for a whole inline image. A word that is no operator is one here, too. */
  readonly operator: string;
  readonly operands: readonly Obj[];
  readonly start: number;
  readonly end: number;
  /** Of `BI`: the dictionary as written, and the data (ISO 32000-2, 8.9.7). */
  readonly image?: InlineImage;
}

export interface InlineImage {
  readonly dict: Dict;
  /** Still filtered. */
  readonly data: Buffer;
}
