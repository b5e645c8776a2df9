import type { Tier } from '../../../context.ts';
import type { Position } from './position.ts';

/** One resolved operation of a request. Plain data; its code is found again by `name`. */
export interface Step {
  readonly name: string;
  readonly tier: Tier;
  /** JSON Pointer to the operation in the request. */
  readonly pointer: string;
  /** The operation's own fields, defaults filled in. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly lang?: string;
  readonly position?: Position;
  /** The steps that stand inside it, list by list. `tier` is the highest of its own and theirs. */
  readonly inside?: readonly (readonly Step[])[];
}
