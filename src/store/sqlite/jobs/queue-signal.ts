import type { DatabaseSync } from 'node:sqlite';

/** Notifies listeners when a job may be ready to claim. */
export interface QueueSignal {
  /** To be called after this process has committed a queued job. */
  queued(): void;
  /** Adds a listener. Returns a function that removes it. */
  listen(listener: () => void): () => void;
}

/** Milliseconds between two checks for commits of other processes. */
const checkMs = 25;

/**
 * A signal that is immediate within the process. While there are listeners, it also checks a number that every commit
 * of another process changes (sqlite.org/pragma.html#pragma_data_version).
 */
export function queueSignal(database: DatabaseSync): QueueSignal {
  const version = database.prepare('PRAGMA data_version');
  const waiting = database.prepare(`SELECT 1 FROM jobs WHERE status = 'queued' LIMIT 1`);
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seen: unknown;

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  function check(): void {
    try {
      const current = version.get()?.data_version;
      if (current === seen) return;
      if (waiting.get()) notify();
      seen = current;
    } catch {
      // otherwise the disk failed for a moment, and the next check finds the missed change
      if (!database.isOpen) clearInterval(timer);
    }
  }

  return {
    queued: () => void setImmediate(notify),
    listen(listener) {
      const own = (): void => listener(); // the same function may listen twice
      if (listeners.size === 0) {
        seen = version.get()?.data_version;
        timer = setInterval(check, checkMs).unref();
      }
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}
