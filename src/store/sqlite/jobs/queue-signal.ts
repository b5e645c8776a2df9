import type { DatabaseSync } from 'node:sqlite';

/** Tells listeners that there may be a job to claim. */
export interface QueueSignal {
  /** This process has queued one, and has committed that. */
  queued(): void;
  listen(listener: () => void): () => void;
}

/** Milliseconds between looks at whether another process has written. */
const interval = 25;

/**
 * Within the process at once; for other processes it looks at a number that every commit of theirs changes
 * (sqlite.org/pragma.html#pragma_data_version), while somebody listens.
 */
export function queueSignal(database: DatabaseSync): QueueSignal {
  const version = database.prepare('PRAGMA data_version');
  const waiting = database.prepare(`SELECT 1 FROM jobs WHERE status = 'queued' LIMIT 1`);
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seen: unknown;

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  function look(): void {
    try {
      const current = version.get()?.data_version;
      if (current === seen) return;
      if (waiting.get()) tell();
      seen = current;
    } catch {
      // else the disk fails at the moment: the next look finds what was missed
      if (!database.isOpen) clearInterval(timer);
    }
  }

  return {
    queued: () => void setImmediate(tell),
    listen(listener) {
      const own = (): void => listener(); // the same function may listen twice
      if (listeners.size === 0) {
        seen = version.get()?.data_version;
        timer = setInterval(look, interval).unref();
      }
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}
