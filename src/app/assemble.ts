import type { Cleanup } from './cleanup.ts';
import type { Foundation } from './foundation.ts';
import { listenForMetrics, listenForRequests } from './listen.ts';
import { offerOf, openOwnReader, openRenderers, servicesOf } from './offer.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { getReady } from './get-ready.ts';
import { openInnerClient } from './inner-client.ts';
import { canWarmUp, warmUp } from './warm-up.ts';
import { openingPages } from '../browser/opening-pages.ts';
import type { Deployment } from '../calls/deployment.ts';
import { jobWork } from '../calls/jobs/job-work.ts';
import type { Reader } from '../calls/reading/reader.ts';
import type { Config } from '../config/config.ts';
import type { Services } from '../editions/edition.ts';
import { editionsFolder, loadEditions } from '../editions/registry.ts';
import { createServer, type HttpServer } from '../http/server/server.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createRequestSeal, type RequestSeal } from '../jobs/request-seal.ts';
import { runJobs, type Runner } from '../jobs/run-jobs.ts';
import type { Log } from '../log.ts';
import { mcpMount } from '../mcp/mount.ts';
import { createSessions } from '../sessions/sessions.ts';

import type { App, AppParts } from './parts.ts';

/** The parts of a service from the tools to the listener, on a foundation that may still be opening. */
export async function assemble(
  config: Config,
  parts: AppParts,
  stack: Cleanup,
  opening: Promise<Foundation>,
): Promise<App> {
  const offer = await offerOf(config, await loadEditions(parts.editions ?? editionsFolder));
  const foundation = await opening;
  const base: Base = { ...foundation, config, log: parts.log, stack };
  const { store, metrics, threads } = foundation;
  const lending = openingPages(foundation.pages);
  const { renderer: ownRenderer, stretches } = await openRenderers(config, parts, { lending, threads }, offer);
  const renderer = metrics?.renderer(ownRenderer) ?? ownRenderer;
  const shared = sharedParts(config, openOwnReader(config, parts, threads, offer));
  const client = openInnerClient({
    ...serverParts(base, shared),
    deployment: { ...offer, chromium: '' },
    services: servicesOf(config, { renderer: ownRenderer, threads, stretches }),
    notReady: () => null,
  });
  const warm = warmUp(client.send, offer.operations, config.workerCount); // composes while the browsers start
  warm.catch(() => undefined); // `getReady` reports the error
  const pages = await foundation.pages;
  const deployment: Deployment = { ...offer, chromium: pages.version };
  const serving: Serving = {
    ...shared,
    deployment,
    services: servicesOf(config, { renderer, stretches, threads }),
    readiness: createReadiness(pages, store),
  };
  const server = openServer(base, serving);
  const { host, port } = await listenForRequests(server, config);
  const about = { version: deployment.version, chromium: pages.version, role: config.role };
  const metricsPort = metrics && (await listenForMetrics(metrics, config, { server, store, about }));
  void getReady({
    firstDocuments: Promise.all([warm, pages.started]),
    client,
    keepsWarming: parts.keepsWarming === true && canWarmUp(offer.operations),
    readiness: serving.readiness,
    background: {
      quietMs: () => server.quietMs(),
      startThreads: () => threads.start(),
      stopping: serving.stopping.signal,
    },
    log: parts.log,
  });
  startJobs(base, serving);
  return {
    host,
    port,
    metricsPort,
    deployment,
    ready: () => serving.readiness.notPrinting() === null,
    workers: () => pages.workers(),
    stop: () => stack.run(),
  };
}

/** The foundation, with the settings and the log that everything above it uses. */
interface Base extends Foundation {
  readonly config: Config;
  readonly log: Log;
  readonly stack: Cleanup;
}

/** The parts that all servers and the runner of jobs share. */
interface Shared {
  readonly reader: Reader;
  readonly seal: RequestSeal | null;
  /** The runner of jobs in this process; `null` before it starts, and where jobs run in other processes. */
  readonly running: { runner: Runner | null };
  /** Aborts when the service stops. */
  readonly stopping: AbortController;
}

const sharedParts = ({ role, databaseUrl }: Config, reader: Reader): Shared => ({
  reader,
  seal: role === 'all' && databaseUrl === null ? createRequestSeal() : null,
  running: { runner: null },
  stopping: new AbortController(),
});

/** The parts that the listener for requests and the runner of jobs share. */
interface Serving extends Shared {
  readonly deployment: Deployment;
  readonly services: Services;
  readonly readiness: Readiness;
}

/** The parts of a server for requests that do not depend on the browsers. */
function serverParts({ config, store }: Base, { reader, seal, running, stopping }: Shared) {
  return {
    config,
    store,
    reader,
    seal,
    jobs: createJobs({
      store: store.jobs,
      limit: config.jobQueueLimit,
      abort: (id) => running.runner?.abort(id),
    }),
    sessions: config.sessionsEnabled ? createSessions(store.sessions) : undefined,
    stopping: stopping.signal,
  };
}

function openServer(base: Base, serving: Serving): HttpServer {
  const { config, log, metrics, stack } = base;
  const { deployment, services, readiness, running, stopping } = serving;
  return stack.add(
    createServer({
      ...serverParts(base, serving),
      deployment,
      services,
      log,
      mounts: config.mcpEnabled ? [mcpMount({ config, deployment })] : [],
      notReady: () => readiness.notReady(),
      ...(metrics && { ended: (outcome) => metrics.request(outcome) }),
    }),
    async (listening) => {
      stopping.abort();
      await Promise.all([listening.stop(), running.runner?.stop(config.grace)]); // one grace for both
    },
  );
}

/** Starts to run jobs, unless other processes do. A process that also serves requests leaves a worker for them. */
function startJobs(
  { config: { role, workerCount, jobLease, jobTimeout }, log, store, metrics }: Base,
  { deployment, reader, services, seal, running }: Serving,
): void {
  const slots = { all: Math.max(1, workerCount - 1), worker: workerCount, api: 0 }[role];
  if (slots === 0) return;
  const work = jobWork({ deployment, reader, services, store, seal });
  running.runner = runJobs({
    store: metrics?.jobEnds(store.jobs) ?? store.jobs,
    work: metrics?.jobWork(work) ?? work,
    slots,
    lease: jobLease,
    timeout: jobTimeout,
    log,
  });
}
