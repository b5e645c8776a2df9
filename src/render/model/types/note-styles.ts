/** A part of a note that style sheets may name: `::footnote-call` in the text, `::footnote-marker` before the note. */
export type NotePart = 'call' | 'marker';

/** What the style sheets of a document declare for its footnotes (CSS Generated Content for Paged Media 3, 2). */
export interface NoteStyles extends Readonly<Record<NotePart, readonly string[]>> {
  /** Declarations of `@footnote`, the area of the notes at the foot of a page: properties and values. */
  readonly area: readonly (readonly [property: string, value: string])[];
  /** True where elements may begin the numbers anew (`counter-reset: footnote`). */
  readonly restarts: boolean;
}

/** Footnotes without a style of their own. */
export const plainNotes: NoteStyles = { call: [], marker: [], area: [], restarts: false };
