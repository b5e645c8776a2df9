import { type Ref, Dict } from '../../objects/objects.ts';
import { Pen } from './pen.ts';
import { Target } from '../../copying/target.ts';
import { Tags } from './tags.ts';

/** A page of the report before it is written. */
export interface MadePage {
  readonly ref: Ref;
  readonly pen: Pen;
  readonly size: { readonly width: number; readonly height: number };
  readonly forms: Dict;
}

/** What the parts of the report are written into. */
export interface Making {
  readonly target: Target;
  readonly tags: Tags;
  readonly page: (size: MadePage['size']) => MadePage;
}
