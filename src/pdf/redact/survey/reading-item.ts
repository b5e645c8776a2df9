/** A character as one reader has it, and what it was read from. */
export interface Item<T> {
  readonly glyphs: readonly T[];
  readonly text: string;
  /** Before it. */
  readonly gap: Gap;
  /** Its gap was left out, because all letters around it stand apart. */
  readonly spaced?: boolean;
  /** Points along its line. */
  readonly extent?: readonly [from: number, to: number];
}

/** Between pieces of text: nothing, a space that nobody wrote, the end of a line, or nothing that belongs together. */
export type Gap = '' | ' ' | '\n' | 'hard';
