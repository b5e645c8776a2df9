import { findChromium } from '../browser/launch/find-chromium.ts';
import { openRunFolder } from '../browser/launch/run-folder.ts';
import { openPages, type Pages } from '../browser/pool.ts';
import { Worker } from '../browser/worker.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { memoryShares } from '../memory-shares.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createThreads, type Threads } from '../threads/threads.ts';
import type { Cleanup } from './cleanup.ts';
import { fontCaches, ownFontFolders } from './package-files.ts';

/** The parts of the service below its tools. */
export interface Foundation {
  readonly store: Store;
  /** `null` = the metrics are off (SERVICE_METRICS_PORT). */
  readonly metrics: Metrics | null;
  readonly threads: Threads;
  /** Opened last, because browsers take longest to start. */
  readonly pages: Promise<Pages>;
}

/** Prints after which a browser is replaced, so that nothing piles up in it. A print is one request. */
const printsPerBrowser = 4000;
const sweepEveryMs = 60_000;
const memory = memoryShares();

/**
 * Opens the store, the metrics and the threads, while the browsers start: these start first, because they take longest
 * and need nothing else. `spawned` is called when the process of one runs. Rejects with a message for the operator.
 */
export async function openFoundation(
  config: Config,
  log: Log,
  stack: Cleanup,
  spawned?: () => void,
): Promise<Foundation> {
  const metrics = config.metricsPort === null ? null : await openMetrics(stack);
  const browsers = openBrowsers(config, { log, metrics, spawned }, stack);
  browsers.catch(() => undefined); // whoever waits for them reports the error
  try {
    const store = stack.add(await openStore(config, log), (opened) => opened.close());
    stack.add(sweepRegularly(store, log), (timer) => {
      clearInterval(timer);
      return Promise.resolve();
    });
    const threads = openThreads(config, stack);
    return { store, metrics, threads: metrics?.threads(threads) ?? threads, pages: browsers };
  } catch (error) {
    await browsers.catch(() => undefined); // what they opened is in the stack from then on
    throw error;
  }
}

/** The metrics, whose modules are only loaded where they are on. */
async function openMetrics(stack: Cleanup): Promise<Metrics> {
  const { createMetrics } = await import('../metrics/metrics.ts');
  return stack.add(createMetrics(), (observer) => observer.stop());
}

/** Deletes expired rows from the store, once a minute. */
function sweepRegularly(store: Store, log: Log): NodeJS.Timeout {
  return setInterval(() => {
    store.sweep(Date.now()).catch((error: unknown) => log.error({ err: error }, 'the store could not be swept'));
  }, sweepEveryMs).unref();
}

/** The processes for work off the main thread; they start with their first task, or by `start`. */
export function openThreads({ workerCount, queueLimit }: Config, stack: Cleanup): Threads {
  return stack.add(
    createThreads({
      count: Math.max(2, Math.min(workerCount, 8)),
      megabytes: memory.heapMegabytes,
      queue: queueLimit + workerCount,
    }),
    (pool) => pool.stop(),
  );
}

/** Starts the browsers. `spawned` is called when the process of one runs. */
export async function openBrowsers(
  config: Config,
  {
    log,
    metrics,
    spawned,
  }: Pick<Foundation, 'metrics'> & { readonly log: Log; readonly spawned?: (() => void) | undefined },
  stack: Cleanup,
): Promise<Pages> {
  const executable = findChromium(config.chromiumPath);
  const fonts = ownFontFolders(config).map(({ path }) => path);
  const folder = stack.add(await openRunFolder(fonts, fontCaches), (run) => run.remove());
  const sandbox = config.chromiumSandbox === 'on';
  const start = () =>
    Worker.start(
      {
        executable,
        sandbox,
        heapMegabytes: Math.round(memory.browserBytes / 2 / 2 ** 20),
        folder: folder.browser(),
        fontsConf: folder.fontsConf,
        spawned,
      },
      { prints: printsPerBrowser, residentBytes: memory.browserBytes, scriptTimeoutMs: config.scriptTimeout },
    );
  const pages = stack.add(
    await openPages({
      workers: config.workerCount,
      queue: config.queueLimit,
      patience: config.queueTimeout,
      start: metrics?.start(start) ?? start,
      log,
    }),
    (pool) => pool.stop(),
  );
  await folder.storeFontCache();
  return metrics?.pages(pages) ?? pages;
}
