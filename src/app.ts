import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEgress, type Egress } from './browser/network/egress.ts';
import { findChromium } from './browser/launch/find-chromium.ts';
import { openPages, type Pages } from './browser/pool.ts';
import { openRunFolder } from './browser/launch/run-folder.ts';
import { Worker } from './browser/worker.ts';
import type { Config } from './config.ts';
import { tiers } from './context.ts';
import { editionsFolder, loadEditions } from './editions/registry.ts';
import { jobWork } from './calls/jobs/job-work.ts';
import { createReader } from './calls/reading/reader.ts';
import { createServer, type HttpServer } from './http/server/server.ts';
import { createJobs } from './jobs/jobs.ts';
import { createRequestSeal } from './jobs/request-seal.ts';
import { runJobs, type Runner } from './jobs/run-jobs.ts';
import { createLog, type Log } from './log.ts';
import { memoryShares } from './memory-shares.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { fontFamilies } from './pdf/fonts/families.ts';
import { installedFonts, systemFontFolders, type FontFolder } from './pdf/fonts/installed-fonts.ts';
import { AppError } from './problems.ts';
import { createRenderer, type Renderer } from './render/render.ts';
import type { Operation } from './render/model/operation.ts';
import { renderInput } from './render/model/request.ts';
import { listTemplates } from './render/templates/templates.ts';
import { createSessions } from './sessions/sessions.ts';
import { checkPlaces } from './setting-places.ts';
import { openStore, wordsOf } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { Stages } from './stages.ts';
import { createThreads, extension } from './threads/threads.ts';
import type { Deployment } from './calls/deployment.ts';

/** A running service. */
export interface App {
  readonly host: string;
  readonly port: number;
  /** Where the metrics are; `null` = nowhere. */
  readonly metricsPort: number | null;
  readonly deployment: Deployment;
  /** True when every worker is there and the first documents have been printed. */
  ready(): boolean;
  /** How many pages there are to be, and how many can print now. */
  workers(): { readonly wanted: number; readonly fit: number };
  /** Lets what is under way end within the grace, then stops everything, leaving nothing behind. */
  stop(): Promise<void>;
}

export interface AppParts {
  readonly log: Log;
  /** Where the editions are installed; beside this file unless given. */
  readonly editions?: URL;
  /** How documents reach the network; by `SERVICE_NETWORK_ALLOW` unless given. */
  readonly egress?: Egress;
  /** How large the parts of a long document are (long-flow.ts). */
  readonly partSize?: number;
}

const bundled = (folder: string) => fileURLToPath(new URL(`../${folder}`, import.meta.url));
/** A print of a worker is one request; after this many its browser is replaced, so that nothing can pile up in it. */
const printsAWorker = 1000;
const memory = memoryShares();

/** Builds every part in floor order and starts to serve; the one place that sees all floors. */
export async function startApp(
  config: Config,
  { log, editions: folder = editionsFolder, egress: givenEgress, partSize }: AppParts,
): Promise<App> {
  const stack = new Cleanup(log, config.grace + 15_000);
  try {
    await checkPlaces(config);
    const store = stack.add(await openStore(config, log), (opened) => opened.close());
    const metrics = config.metricsPort === null ? null : stack.add(createMetrics(), (observer) => observer.stop());
    stack.add(sweepRegularly(store, log), (timer) => {
      clearInterval(timer);
      return Promise.resolve();
    });
    const ownThreads = stack.add(
      createThreads({
        count: Math.max(2, Math.min(config.workerCount, 8)),
        megabytes: memory.heapMegabytes,
        queue: config.queueLimit + config.workerCount,
      }),
      (pool) => pool.stop(),
    );
    const threads = metrics?.threads(ownThreads) ?? ownThreads;
    const pages = await openBrowsers(config, { log, metrics }, stack);
    const editions = await loadEditions(folder);
    const operations = editions.flatMap((edition) => edition.operations);
    const templates = [config.templatesDir, bundled('templates')].filter((folder) => folder !== null);
    const baseCss = await readFile(join(bundled('templates'), 'base.css'), 'utf8');
    const egress = givenEgress ?? createEgress({ allow: config.networkAllow });
    const version = await packageVersion();
    const composing = { module: new URL(`./editions/compose-task${extension}`, import.meta.url), editions: folder };
    const ownRenderer = createRenderer({
      pages,
      threads,
      egress,
      operations,
      templates,
      fonts: installedFonts(fontFolders(config)),
      baseCss,
      composing,
      maxPages: config.maxPages,
      partSize,
      version,
    });
    const renderer = metrics?.renderer(ownRenderer) ?? ownRenderer;
    const deployment: Deployment = {
      version,
      chromium: pages.version,
      tiers: tiers.filter((tier) => editions.some((edition) => edition.name === tier)),
      editions,
      tools: editions.flatMap((edition) => edition.tools),
      operations,
      templates: (await listTemplates(templates)).map(({ name, about }) => ({ name, description: about })),
      fonts: await fontFamilies(ownFontFolders(config).map(({ path }) => path)),
    };
    const stopping = new AbortController();
    const warm = { done: false };
    const notPrinting = () =>
      !warm.done ? 'the first documents are still being printed' : pages.ready() ? null : 'not every browser is up';
    const storeProblem = atMostEvery(1000, () =>
      store.check().then(
        () => null,
        (error: unknown) => (error instanceof AppError ? error.message : 'the store can not be used'),
      ),
    );
    const notReady = async () => notPrinting() ?? storeProblem();
    const services = { renderer, threads, fonts: fontFolders(config) };
    const running: { runner: Runner | null } = { runner: null };
    const jobs = createJobs({
      store: store.jobs,
      limit: config.jobQueueLimit,
      abort: (id) => running.runner?.abort(id),
    });
    const sessions = config.sessionsEnabled ? createSessions(store.sessions) : undefined;
    const reader = createReader({
      tools: deployment.tools,
      operations,
      elsewhere: { threads, editions: folder },
      unpacked: config.approvalRequired,
    });
    const seal = config.role === 'all' && config.databaseUrl === null ? createRequestSeal() : null;
    const server = stack.add(
      createServer({
        config,
        log,
        store,
        services,
        deployment,
        jobs,
        reader,
        seal,
        sessions,
        notReady,
        stopping: stopping.signal,
        ...(metrics && { ended: (outcome) => metrics.request(outcome) }),
      }),
      async (listening) => {
        stopping.abort();
        await Promise.all([listening.stop(), running.runner?.stop(config.grace)]); // one grace for both
      },
    );
    const { host, port } = await server.listen().catch((cause: unknown) => {
      throw new Error(
        `The service can not listen on ${config.host}, port ${config.port}: ${wordsOf(cause)}. Choose another ` +
          'with SERVICE_HOST and SERVICE_PORT.',
        { cause },
      );
    });
    const metricsPort =
      metrics &&
      (await listenForMetrics(metrics, config, {
        server,
        store,
        about: { version, chromium: pages.version, role: config.role },
      }));
    void warmUp(ownRenderer, operations, config.workerCount, stopping.signal)
      .then(() => (warm.done = true))
      .catch(
        (error: unknown) =>
          stopping.signal.aborted || log.error({ err: error }, 'the first documents could not be printed'),
      );
    const slots = jobSlots(config);
    const work = jobWork({ deployment, reader, services, store, seal });
    if (slots > 0)
      running.runner = runJobs({
        store: metrics?.jobEnds(store.jobs) ?? store.jobs,
        work: metrics?.jobWork(work) ?? work,
        slots,
        lease: config.jobLease,
        timeout: config.jobTimeout,
        log,
      });
    return {
      host,
      port,
      metricsPort,
      deployment,
      ready: () => notPrinting() === null,
      workers: () => pages.workers(),
      stop: () => stack.run(),
    };
  } catch (error) {
    await stack.run();
    throw error;
  }
}

/** Where the browsers find fonts, those that win over others of their name first. */
const fontFolders = (config: Config): FontFolder[] => [...ownFontFolders(config), ...systemFontFolders];

/**
 * The font folders of the service itself. That with the fonts for Chinese, Japanese and Korean is made by the setup
 * (docs/fonts.md).
 */
function ownFontFolders({ fontsDir }: Config): FontFolder[] {
  const operator: FontFolder[] = fontsDir === null ? [] : [{ path: fontsDir, source: 'operator' }];
  const made = [bundled('cjk-fonts')]
    .filter((path) => existsSync(path))
    .map((path): FontFolder => ({ path, source: 'bundled' }));
  return [...operator, { path: bundled('fonts'), source: 'bundled' }, ...made];
}

/**
 * Renders a line on every worker, through every thread: a service that calls itself ready has printed, and its first
 * client does not wait for modules to load.
 */
async function warmUp(
  renderer: Renderer,
  operations: readonly Operation[],
  workers: number,
  stopping: AbortSignal,
): Promise<void> {
  if (!operations.some(({ name }) => name === 'add_text')) return;
  const request = renderInput(operations).validate({ operations: [{ op: 'add_text', text: 'Ready' }] });
  const principal = { kid: 'start', client: 'start', tier: 'core', scope: null, rate: null } as const;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(60_000)]);
  const render = () =>
    renderer.render(request, { requestId: 'start', principal, signal, log: createLog('silent'), stages: new Stages() });
  await Promise.all(Array.from({ length: workers }, render));
}

/**
 * What `check` found, at most so many milliseconds ago: a probe that anybody may call is no way to write to the disk
 * all the time.
 */
function atMostEvery<T>(holdsMs: number, check: () => Promise<T>): () => Promise<T> {
  let last: { readonly found: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (last === null || performance.now() >= last.until) last = { found: check(), until: performance.now() + holdsMs };
    return last.found;
  };
}

/** Jobs that run at once: a process that serves requests too keeps a worker for them. */
function jobSlots({ role, workerCount }: Config): number {
  return { all: Math.max(1, workerCount - 1), worker: workerCount, api: 0 }[role];
}

/** Deletes from the store what has expired, once a minute. */
function sweepRegularly(store: Store, log: Log): NodeJS.Timeout {
  return setInterval(() => {
    store.sweep(Date.now()).catch((error: unknown) => log.error({ err: error }, 'the store could not be swept'));
  }, 60_000).unref();
}

async function openBrowsers(
  config: Config,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics | null },
  stack: Cleanup,
): Promise<Pages> {
  const executable = findChromium(config.chromiumPath);
  const folder = stack.add(await openRunFolder(ownFontFolders(config).map(({ path }) => path)), (run) => run.remove());
  const sandbox = config.chromiumSandbox === 'on';
  const start = () =>
    Worker.start(
      {
        executable,
        sandbox,
        heapMegabytes: Math.round(memory.browserBytes / 2 / 2 ** 20),
        folder: folder.browser(),
        fontsConf: folder.fontsConf,
      },
      { prints: printsAWorker, residentBytes: memory.browserBytes, scriptTimeoutMs: config.scriptTimeout },
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
  return metrics?.pages(pages) ?? pages;
}

/** Serves the metrics, of what there is only now too. */
async function listenForMetrics(
  metrics: Metrics,
  { host, metricsPort }: Config,
  {
    server,
    store,
    about,
  }: { readonly server: HttpServer; readonly store: Store; readonly about: Parameters<Metrics['build']>[0] },
): Promise<number> {
  metrics.build(about);
  metrics.server(server);
  metrics.queue(store);
  const { port } = await metrics.listen({ host, port: metricsPort ?? 0 }).catch((cause: unknown) => {
    throw new Error(
      `The metrics can not be served on ${host}, port ${metricsPort ?? 0}: ${wordsOf(cause)}. Choose another ` +
        'with SERVICE_METRICS_PORT.',
      { cause },
    );
  });
  return port;
}

export async function packageVersion(): Promise<string> {
  const description = JSON.parse(await readFile(bundled('package.json'), 'utf8')) as { version: string };
  return description.version;
}

/**
 * What has been opened, closed in the opposite order; once. What does not close within `patience` milliseconds is
 * logged, and holds up nothing else.
 */
class Cleanup {
  readonly #close: { readonly how: string; readonly close: () => Promise<unknown> }[] = [];
  readonly #log: Log;
  readonly #patience: number;

  constructor(log: Log, patience: number) {
    this.#log = log;
    this.#patience = patience;
  }

  add<T>(part: T, close: (part: T) => Promise<unknown>): T {
    this.#close.push({ how: String(close), close: () => close(part) });
    return part;
  }

  async run(): Promise<void> {
    for (let next = this.#close.pop(); next !== undefined; next = this.#close.pop()) {
      const given = new AbortController();
      const late = sleep(this.#patience, 'late', { signal: given.signal, ref: false }).catch(() => 'in time');
      if ((await Promise.race([next.close(), late])) === 'late')
        this.#log.error({ close: next.how }, 'a part of the service did not stop in time');
      given.abort();
    }
  }
}
