/** Positions of a label on a page. In a file of its own, because the code that draws labels loads a text shaper. */
export const labelPositions = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;

/** A position of a label on a page. */
export type LabelPosition = (typeof labelPositions)[number];
