/** A character as one reader reports it, and its source. */
export interface Item<T> {
  readonly glyphs: readonly T[];
  readonly text: string;
  /** The gap before it. */
  readonly gap: Gap;
  /** Its gap was dropped as letter spacing. */
  readonly spaced?: boolean;
  /** Start and end along its line, in points. */
  readonly extent?: readonly [from: number, to: number];
}

/** The gap between characters: none, a space that is not in the content, the end of a line, or the end of a text. */
export type Gap = '' | ' ' | '\n' | 'hard';
