/** Where on a page a label may be. Apart from what draws it, which loads a shaper. */
export const labelPositions = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
export type LabelPosition = (typeof labelPositions)[number];
