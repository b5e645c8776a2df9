import type { Guards } from '../facets/guards.ts';

/**
 * Does `work` in one transaction with what guards it. Where `done` says that it came to nothing, the guards are left
 * alone.
 */
export type Guarded = <T, U extends T = T>(
  guards: Guards<U> | undefined,
  work: () => T,
  done?: (result: T) => result is U,
) => T;
