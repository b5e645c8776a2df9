import { statSync } from 'node:fs';
import type { Log } from '../../log.ts';

/** Keys by their kid, as the file has them now. */
export interface WatchedKeys<T> {
  readonly current: ReadonlyMap<string, T>;
  close(): void;
}

interface Watching<T> {
  /** `null` = there is no file, and nothing to watch. */
  readonly file: string | null;
  /** Milliseconds between two checks. */
  readonly interval: number;
  /** The name of the file in the log. */
  readonly name: string;
  /** Reads the keys. Throws where there are mistakes, which it may list as `mistakes`. */
  readonly read: () => ReadonlyMap<string, T>;
  readonly log: Log;
}

/**
 * Reads keys, and reads them again when their file changes. When the file is broken or missing, the last good set stays
 * valid. Throws the errors of the first reading.
 */
export function watchKeys<T>({ file, interval, name, read, log }: Watching<T>): WatchedKeys<T> {
  let seen = file === null ? '' : stampOf(file);
  let current = read();
  const looking = file === null ? undefined : setInterval(() => look(file), interval).unref();

  function look(path: string): void {
    const stamp = stampOf(path);
    if (stamp === seen) return;
    seen = stamp;
    try {
      current = read();
      log.info({ keys: current.size }, `${name} file read again`);
    } catch (error) {
      log.error(
        { mistakes: error instanceof Error && 'mistakes' in error ? error.mistakes : [String(error)] },
        `${name} file is broken; the last good keys stay`,
      );
    }
  }

  return {
    get current() {
      return current;
    },
    close: () => clearInterval(looking),
  };
}

/**
 * A text that changes whenever the file does. Polling `stat` detects every kind of change, including the symlink swap
 * of a mounted secret. `fs.watchFile` does so too, but it compares with its own first look, and so misses a change
 * between the first reading and that look.
 */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
