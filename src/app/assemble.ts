import type { Cleanup } from './cleanup.ts';
import type { Foundation } from './foundation.ts';
import { listenForMetrics, listenForRequests } from './listen.ts';
import { offerOf, openOwnReader, openRenderers, servicesOf } from './offer.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { keepWarming, warmUp } from './warm-up.ts';
import { openingPages } from '../browser/pool.ts';
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
  const stopping = new AbortController();
  const warming = { renderer: ownRenderer, operations: offer.operations, stopping: stopping.signal };
  const warm = warmUp(warming, config.workerCount); // composes while the browsers start
  warm.catch(() => undefined); // `afterWarmUp` reports the error
  const reader = openOwnReader(config, parts, threads, offer);
  const pages = await foundation.pages;
  const deployment: Deployment = { ...offer, chromium: pages.version };
  const serving: Serving = {
    deployment,
    services: servicesOf(config, { renderer, stretches, threads }),
    readiness: createReadiness(pages, store),
    reader,
    seal: config.role === 'all' && config.databaseUrl === null ? createRequestSeal() : null,
    running: { runner: null },
    stopping,
  };
  const server = openServer(base, serving);
  const { host, port } = await listenForRequests(server, config);
  const about = { version: deployment.version, chromium: pages.version, role: config.role };
  const metricsPort = metrics && (await listenForMetrics(metrics, config, { server, store, about }));
  afterWarmUp(base, serving, Promise.all([warm, pages.started]), async () => {
    const background = { isBusy: () => server.load().open > 0, startThreads: () => threads.start() };
    if (parts.keepsWarming === true) await keepWarming(warming, background);
    else threads.start();
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

/** The parts that the listener for requests and the runner of jobs share. */
interface Serving {
  readonly deployment: Deployment;
  readonly services: Services;
  readonly readiness: Readiness;
  readonly reader: Reader;
  readonly seal: RequestSeal | null;
  /** The runner of jobs in this process; `null` before it starts, and where jobs run in other processes. */
  readonly running: { runner: Runner | null };
  /** Aborts when the service stops. */
  readonly stopping: AbortController;
}

function openServer(
  { config, log, store, metrics, stack }: Base,
  { readiness, running, stopping, ...shared }: Serving,
): HttpServer {
  return stack.add(
    createServer({
      ...shared,
      config,
      log,
      store,
      jobs: createJobs({
        store: store.jobs,
        limit: config.jobQueueLimit,
        abort: (id) => running.runner?.abort(id),
      }),
      mounts: config.mcpEnabled ? [mcpMount({ config, deployment: shared.deployment })] : [],
      sessions: config.sessionsEnabled ? createSessions(store.sessions) : undefined,
      notReady: () => readiness.notReady(),
      stopping: stopping.signal,
      ...(metrics && { ended: (outcome) => metrics.request(outcome) }),
    }),
    async (listening) => {
      stopping.abort();
      await Promise.all([listening.stop(), running.runner?.stop(config.grace)]); // one grace for both
    },
  );
}

/** When the first documents are printed, the service is ready, and `more` prepares what later requests would wait for. */
function afterWarmUp(
  { log }: Base,
  { readiness, stopping }: Serving,
  warm: Promise<unknown>,
  more: () => Promise<void>,
): void {
  warm
    .then(() => {
      readiness.warmedUp();
      return more();
    })
    .catch(
      (error: unknown) =>
        stopping.signal.aborted || log.error({ err: error }, 'the first documents could not be printed'),
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
