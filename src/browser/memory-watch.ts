import { AppError } from '../problems.ts';
import { BrowserGone } from './launch/browser-gone.ts';
import { watchGroup } from './launch/process-group.ts';

/** Milliseconds between two measurements during a print. */
const lookEveryMs = 200;

/** A browser as the watch sees it. */
export interface Watched {
  /** The process group that it leads. */
  readonly pid: number;
  readonly maxResidentBytes: number;
  readonly kill: (reason: string) => Promise<void>;
}

/**
 * Rejects when the browser uses too much memory or is stopped, and kills it, until `ended` aborts. V8's limit does not
 * cover the DOM's memory.
 */
export function outgrown({ pid, maxResidentBytes, kill }: Watched, ended: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const look = watchGroup(pid);
    const check = () => {
      const { residentBytes, stopped } = look();
      if (residentBytes < maxResidentBytes && !stopped) {
        timer.refresh();
        return;
      }
      void kill(stopped ? 'one of its processes is stopped' : 'it uses too much memory');
      reject(
        stopped
          ? new BrowserGone('a process of the browser is stopped')
          : new AppError('limit-exceeded', 'The page needs more memory than one request may use.'),
      );
    };
    const timer = setTimeout(check, lookEveryMs).unref();
    ended.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
