/** How thorough an analysis is (`depth` of a request). */
export const depths = ['quick', 'standard', 'deep'] as const;

/** A depth of analysis. */
export type Depth = (typeof depths)[number];

/** Limits of an examination. */
export interface Budget {
  /** Versions that are opened and compared: the first and the newest. */
  readonly revisions: number;
  readonly signatures: number;
  /** Pages that are drawn and compared as pictures, between versions. */
  readonly pictures: number;
  /** Pages whose text is examined. */
  readonly textPages: number;
  /** Levels of PDFs within PDFs. */
  readonly nesting: number;
  /** Whether other readers are consulted. */
  readonly otherReaders: boolean;
}

/** The limits of each depth. */
export const budgets: Readonly<Record<Depth, Budget>> = {
  quick: { revisions: 8, signatures: 20, pictures: 0, textPages: 0, nesting: 0, otherReaders: false },
  standard: { revisions: 20, signatures: 50, pictures: 20, textPages: 100, nesting: 1, otherReaders: true },
  deep: { revisions: 100, signatures: 200, pictures: 200, textPages: 2000, nesting: 3, otherReaders: true },
};
