import type { Dict } from '../../objects/objects.ts';
import { type Ref } from '../../objects/objects.ts';
import type { Pen } from './pen.ts';
import type { Target } from '../../copying/target.ts';
import type { Tags } from './tags.ts';

/** A page of the report before it is written. */
export interface MadePage {
  readonly ref: Ref;
  readonly pen: Pen;
  readonly size: { readonly width: number; readonly height: number };
  readonly forms: Dict;
}

/** Objects that all parts of the report are written into. */
export interface Making {
  readonly target: Target;
  readonly tags: Tags;
  readonly page: (size: MadePage['size']) => MadePage;
}
