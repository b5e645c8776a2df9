import { join } from 'node:path';
import { admissionQueue } from '../calls/access/admission-queue.ts';
import { openApprovals } from '../calls/approval/open-approvals.ts';
import { Spool } from '../calls/documents/spool.ts';
import type { OwnCalls } from '../calls/own-calls.ts';
import type { Config } from '../config/config.ts';
import { editionsFolder, loadEditions } from '../editions/registry.ts';
import { createJobs } from '../jobs/jobs.ts';
import { openStore } from '../store/open-store.ts';
import { openThreads } from './foundation.ts';
import { offerOf, openOwnReader, openRenderers, servicesOf } from './offer.ts';
import { patienceMs, type OwnBrowser } from './own-browser.ts';

/** The tools on a browser. These modules load while it starts. */
export async function openOwnTools(config: Config, browser: OwnBrowser): Promise<OwnCalls> {
  const { pages, log, stack } = browser;
  const store = stack.add(await openStore(config, log), (opened) => opened.close());
  const threads = openThreads(config, stack);
  const offer = await offerOf(config, await loadEditions(editionsFolder));
  const renderers = await openRenderers(
    config,
    {},
    {
      lending: {
        use: async (context, work) => (await pages()).use(context, work),
        spare: () => null,
        idle: () => 0,
      },
      threads,
    },
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
      services: servicesOf(config, { ...renderers, threads }),
      jobs,
      store,
      gate: admissionQueue(config),
      approvals,
    },
    spool: () => new Spool(join(config.dataDir, 'spool')),
    startBrowser: () => void browser.spawned(),
    close: () => browser.close(),
  };
}
