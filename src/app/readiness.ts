import type { Pages } from '../browser/pool.ts';
import { AppError } from '../problems.ts';
import type { Store } from '../store/store.ts';

/** Whether the service can serve. Each reason is a part of a sentence; `null` = there is none. */
export interface Readiness {
  /** To be called when the first documents have been printed. */
  warmedUp(): void;
  /** The reason why the service can't print. */
  notPrinting(): string | null;
  /** The reason why the service can't serve: it can't print, or its store can't be used. */
  notReady(): Promise<string | null>;
}

/** Milliseconds for which a check of the store holds: probes need no key, and each check writes to the disk. */
const storeCheckMs = 1000;

/** The readiness of a service that has not printed its first documents yet. */
export function createReadiness(pages: Pages, store: Store): Readiness {
  let isWarm = false;
  const notPrinting = (): string | null => {
    if (!isWarm) return 'the first documents are still being printed';
    return pages.ready() ? null : 'not every browser is up';
  };
  const storeProblem = atMostEvery(storeCheckMs, () =>
    store.check().then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.message : 'the store can not be used'),
    ),
  );
  return {
    warmedUp: () => void (isWarm = true),
    notPrinting,
    notReady: async () => notPrinting() ?? storeProblem(),
  };
}

/** Calls `check` at most once in `holdsMs` milliseconds, and returns the last result meanwhile. */
function atMostEvery<T>(holdsMs: number, check: () => Promise<T>): () => Promise<T> {
  let last: { readonly found: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (last === null || performance.now() >= last.until) last = { found: check(), until: performance.now() + holdsMs };
    return last.found;
  };
}
