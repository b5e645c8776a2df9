import { prepareLaunch } from '../browser/launch/launch.ts';
import type { Pages } from '../browser/pool.ts';
import { readConfig, type Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { Cleanup } from './cleanup.ts';
import { openBrowsers } from './foundation.ts';

/** Settings of a process that works for its owner alone, by the names of the variables without their prefix. */
export type OwnSettings = Readonly<Partial<Record<'NETWORK_ALLOW' | 'CHROMIUM_PATH' | 'WORKER_COUNT', string>>>;

/** The browser of a process that works for its owner alone. It may start before the settings of the tools are known. */
export interface OwnBrowser {
  /** The pages of the browser, which starts with the first call, and with the next one where that failed. */
  readonly pages: () => Promise<Pages>;
  /** Starts the browser. Resolves when its process runs, or could not be started. */
  spawned(): Promise<void>;
  readonly log: Log;
  /** Whatever is opened beside the browser is closed with it. */
  readonly stack: Cleanup;
  /** Closes everything. */
  close(): Promise<void>;
}

/** Milliseconds that a part may take to stop. */
export const patienceMs = 10_000;

/** A browser that has not been started. `findPath` is called when it is; without it, an installed one is found. */
export function ownBrowser(log: Log, findPath: () => string | null = () => null): OwnBrowser {
  prepareLaunch();
  const config = ownConfig('', {});
  const stack = new Cleanup(log, patienceMs);
  const process = Promise.withResolvers<null>();
  const spawned = (): void => process.resolve(null);
  let opening: Promise<Pages> | null = null;
  const open = async (): Promise<Pages> =>
    openBrowsers({ ...config, chromiumPath: findPath() }, { log, metrics: null, spawned }, stack);
  const pages = (): Promise<Pages> =>
    (opening ??= open().catch((error: unknown) => {
      opening = null; // the next call tries again
      throw error;
    }));
  return {
    pages,
    log,
    stack,
    async spawned() {
      await Promise.race([process.promise, pages().catch(() => null)]); // the render reports the error
    },
    async close() {
      await opening?.catch(() => undefined); // what it opened is in the stack from then on
      await stack.run();
    },
  };
}

/** The settings of such a process, with its files in a folder. No variable of a service's settings has an effect. */
export function ownConfig(folder: string, settings: OwnSettings): Config {
  const given = { WORKER_COUNT: '1', ...settings, APPROVAL_REQUIRED: '', DATA_DIR: folder };
  const env = Object.entries(given).map(([name, value]) => [`SERVICE_${name}`, value] as const);
  return { ...readConfig(Object.fromEntries(env)), approvalRequired: [] };
}
