import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cleanup } from './app/cleanup.ts';
import { openFoundation, type Foundation } from './app/foundation.ts';
import { listenForMetrics, listenForRequests } from './app/listen.ts';
import { bundled, fontFolders, ownFontFolders, packageVersion, templateFolders } from './app/package-files.ts';
import { createReadiness, warmUp, type Readiness } from './app/readiness.ts';
import { createEgress, type Egress } from './browser/network/egress.ts';
import type { Deployment } from './calls/deployment.ts';
import { jobWork } from './calls/jobs/job-work.ts';
import { createReader, type Reader } from './calls/reading/reader.ts';
import type { Config } from './config/config.ts';
import { checkPlaces } from './config/setting-places.ts';
import { tiers } from './context.ts';
import type { Services } from './editions/edition.ts';
import { editionsFolder, loadEditions } from './editions/registry.ts';
import { createServer, type HttpServer } from './http/server/server.ts';
import { createJobs } from './jobs/jobs.ts';
import { createRequestSeal, type RequestSeal } from './jobs/request-seal.ts';
import { runJobs, type Runner } from './jobs/run-jobs.ts';
import type { Log } from './log.ts';
import { fontFamilies } from './pdf/fonts/families.ts';
import { installedFonts } from './pdf/fonts/installed-fonts.ts';
import { createRenderer, type Renderer } from './render/render.ts';
import { listTemplates } from './render/templates/templates.ts';
import { createSessions } from './sessions/sessions.ts';
import { extension } from './threads/threads.ts';

/** A running service. */
export interface App {
  readonly host: string;
  readonly port: number;
  /** The port of the metrics; `null` = they are not served. */
  readonly metricsPort: number | null;
  readonly deployment: Deployment;
  /** True when every worker runs and the first documents have been printed. */
  ready(): boolean;
  /** The number of pages that are to run, and of those that can print now. */
  workers(): { readonly wanted: number; readonly fit: number };
  /** Waits for the work under way within the grace, then stops everything and removes its files. */
  stop(): Promise<void>;
}

/** The parts of a service that tests and tools replace. */
export interface AppParts {
  readonly log: Log;
  /** The folder of the editions; the one beside this file unless given. */
  readonly editions?: URL;
  /** The network of documents; follows `SERVICE_NETWORK_ALLOW` unless given. */
  readonly egress?: Egress;
  /** The size of the parts of a long document (long-flow.ts). */
  readonly partSize?: number;
}

/**
 * Builds every part in the order of the floors and starts to serve; the one place that sees all floors. Rejects with a
 * message for the operator, after everything that was opened is closed again.
 */
export async function startApp(config: Config, parts: AppParts): Promise<App> {
  const stack = new Cleanup(parts.log, config.grace + 15_000);
  try {
    return await assemble(config, parts, stack);
  } catch (error) {
    await stack.run();
    throw error;
  }
}

async function assemble(config: Config, parts: AppParts, stack: Cleanup): Promise<App> {
  await checkPlaces(config);
  const foundation = await openFoundation(config, parts.log, stack);
  const base: Base = { ...foundation, config, log: parts.log, stack };
  const { store, metrics, threads, pages } = foundation;
  const deployment = await describeDeployment(config, pages.version, parts.editions ?? editionsFolder);
  const ownRenderer = await openRenderer(config, parts, foundation, deployment);
  const renderer = metrics?.renderer(ownRenderer) ?? ownRenderer;
  const serving: Serving = {
    deployment,
    services: { renderer, threads, fonts: fontFolders(config) },
    readiness: createReadiness(pages, store),
    reader: createReader({
      tools: deployment.tools,
      operations: deployment.operations,
      elsewhere: { threads, editions: parts.editions ?? editionsFolder },
      unpacked: config.approvalRequired,
    }),
    seal: config.role === 'all' && config.databaseUrl === null ? createRequestSeal() : null,
    running: { runner: null },
    stopping: new AbortController(),
  };
  const server = openServer(base, serving);
  const { host, port } = await listenForRequests(server, config);
  const about = { version: deployment.version, chromium: pages.version, role: config.role };
  const metricsPort = metrics && (await listenForMetrics(metrics, config, { server, store, about }));
  startWarmUp(base, ownRenderer, serving);
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

async function describeDeployment(config: Config, chromium: string, folder: URL): Promise<Deployment> {
  const editions = await loadEditions(folder);
  return {
    version: await packageVersion(),
    chromium,
    tiers: tiers.filter((tier) => editions.some((edition) => edition.name === tier)),
    editions,
    tools: editions.flatMap((edition) => edition.tools),
    operations: editions.flatMap((edition) => edition.operations),
    templates: (await listTemplates(templateFolders(config))).map(({ name, about }) => ({ name, description: about })),
    fonts: await fontFamilies(ownFontFolders(config).map(({ path }) => path)),
  };
}

async function openRenderer(
  config: Config,
  { editions = editionsFolder, egress, partSize }: AppParts,
  { pages, threads }: Foundation,
  { operations, version }: Deployment,
): Promise<Renderer> {
  return createRenderer({
    pages,
    threads,
    egress: egress ?? createEgress({ allow: config.networkAllow }),
    operations,
    templates: templateFolders(config),
    fonts: installedFonts(fontFolders(config)),
    baseCss: await readFile(join(bundled('templates'), 'base.css'), 'utf8'),
    composing: { module: new URL(`./editions/compose-task${extension}`, import.meta.url), editions },
    maxPages: config.maxPages,
    partSize,
    version,
  });
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

/** Prints the first documents in the background. */
function startWarmUp({ config, log }: Base, renderer: Renderer, { deployment, readiness, stopping }: Serving): void {
  void warmUp(renderer, deployment.operations, config.workerCount, stopping.signal)
    .then(() => readiness.warmedUp())
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
