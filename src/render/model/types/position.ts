import type { Length } from '../../../input/length.ts';

/** Where positioned content stands, from the top-left of the content box of the page that is current. */
export interface Position {
  readonly x: Length;
  readonly y: Length;
  readonly width?: Length;
  readonly height?: Length;
}
