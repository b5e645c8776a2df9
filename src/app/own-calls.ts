import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareLaunch } from '../browser/launch/launch.ts';
import type { Pages } from '../browser/pool.ts';
import { admissionQueue } from '../calls/access/admission-queue.ts';
import { openApprovals } from '../calls/approval/open-approvals.ts';
import { Spool } from '../calls/documents/spool.ts';
import type { OwnCalls } from '../calls/own-calls.ts';
import { readConfig, type Config } from '../config/config.ts';
import { editionsFolder, loadEditions } from '../editions/registry.ts';
import { createJobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { openStore } from '../store/open-store.ts';
import { Cleanup } from './cleanup.ts';
import { openBrowsers, openThreads } from './foundation.ts';
import { offerOf, openOwnReader, openRenderer, servicesOf } from './offer.ts';

/** Settings of a process that works for its owner alone, by the names of the variables without their prefix. */
export type OwnSettings = Readonly<Partial<Record<'NETWORK_ALLOW' | 'CHROMIUM_PATH' | 'WORKER_COUNT', string>>>;

/** Milliseconds that a part may take to stop. */
const patienceMs = 10_000;

/**
 * Opens the tools for the owner of this process. Its files are in a temporary folder, no variable of a service's
 * settings has an effect, and the browser starts with the first call that needs it. Rejects with a message for a person.
 */
export async function openOwnCalls(log: Log, settings: OwnSettings = {}): Promise<OwnCalls> {
  const stack = new Cleanup(log, patienceMs);
  try {
    const folder = stack.add(await mkdtemp(join(tmpdir(), 'colophon-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    return await open(ownConfig(folder, settings), log, stack);
  } catch (error) {
    await stack.run();
    throw error;
  }
}

function ownConfig(folder: string, settings: OwnSettings): Config {
  const given = { WORKER_COUNT: '1', ...settings, APPROVAL_REQUIRED: '', DATA_DIR: folder };
  const env = Object.entries(given).map(([name, value]) => [`SERVICE_${name}`, value] as const);
  return { ...readConfig(Object.fromEntries(env)), approvalRequired: [] };
}

async function open(config: Config, log: Log, stack: Cleanup): Promise<OwnCalls> {
  prepareLaunch();
  let pages: Promise<Pages> | null = null;
  const openPages = (): Promise<Pages> =>
    (pages ??= openBrowsers(config, { log, metrics: null }, stack).catch((error: unknown) => {
      pages = null; // the next call tries again
      throw error;
    }));
  const store = stack.add(await openStore(config, log), (opened) => opened.close());
  const threads = openThreads(config, stack);
  const offer = await offerOf(config, await loadEditions(editionsFolder));
  const renderer = await openRenderer(
    config,
    {},
    { lending: { use: async (context, work) => (await openPages()).use(context, work), spare: () => null }, threads },
    offer,
  );
  const settings = { config, deployment: offer, store, log };
  const approvals = stack.add(openApprovals(settings, patienceMs), (opened) => {
    opened.close();
    return Promise.resolve();
  });
  const jobs = createJobs({ store: store.jobs, limit: config.jobQueueLimit, abort: () => undefined });
  return {
    offer,
    log,
    deps: {
      reader: openOwnReader(config, {}, threads, offer),
      services: servicesOf(config, { renderer, threads }),
      jobs,
      store,
      gate: admissionQueue(config),
      approvals,
    },
    spool: () => new Spool(join(config.dataDir, 'spool')),
    startBrowser: () => void openPages().catch(() => undefined), // the render reports the error
    async close() {
      await pages?.catch(() => undefined); // what it opened is in the stack from then on
      await stack.run();
    },
  };
}
