import type { Permit } from '../revisions/diff-rules.ts';

/** A change after a signature. */
export interface ChangeAfter {
  readonly kind: Permit;
  readonly allowed: boolean;
  /** Path of keys, as `Page 1/Contents`. */
  readonly path: string;
  readonly object: number | null;
  readonly page: number | null;
  readonly field: string | null;
}
