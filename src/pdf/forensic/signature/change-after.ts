import type { Permit } from '../revisions/diff-rules.ts';

/** What was done after a signature. */
export interface ChangeAfter {
  readonly kind: Permit;
  readonly allowed: boolean;
  /** As names lead to it: `Page 1/Contents`. */
  readonly path: string;
  readonly object: number | null;
  readonly page: number | null;
  readonly field: string | null;
}
