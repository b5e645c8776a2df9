import type { Guards } from '../facets/guards.ts';

/**
 * Runs `work` and applies its guards in one transaction. When `done` returns false for the result, the guards are not
 * applied.
 */
export type Guarded = <T, U extends T = T>(
  guards: Guards<U> | undefined,
  work: () => T,
  done?: (result: T) => result is U,
) => T;
