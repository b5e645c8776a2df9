import { Dict, Name, type Ref } from '../objects/objects.ts';
import type { Target } from '../copying/target.ts';

/** Width and height of an empty page, in points. */
export interface BlankPage {
  readonly width: number;
  readonly height: number;
}

/** The pages of a result that has them in an order of its own. */
export interface Layout {
  /** For each page its place among the pages of all selections, which count on from one to the next; or an empty page. */
  readonly order: readonly (number | BlankPage)[];
  /** Changes the pages of the result, once everything is copied. */
  finish(target: Target, pages: readonly Ref[]): void;
}

/** An empty page (ISO 32000-2, 7.7.3.3). */
export function blankPage({ width, height }: BlankPage): Dict {
  return new Dict([
    ['Type', new Name('Page')],
    ['MediaBox', [0, 0, width, height]],
    ['Resources', new Dict()],
  ]);
}
