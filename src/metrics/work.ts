import type { Pages } from '../browser/pool.ts';
import type { Work } from '../jobs/run.ts';
import type { Renderer } from '../render/render.ts';
import type { StageTime } from '../stages.ts';
import type { JobStore } from '../store/facets/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Threads } from '../threads/threads.ts';
import { observedPages } from './pages.ts';
import type { Registry } from './registry.ts';
import { observedThreads } from './threads.ts';

/** The parts that make documents, with metrics: each function returns a part that measures the given one. */
export interface ObservedWork {
  pages(pages: Pages): Pages;
  /** Counts each start of a browser. */
  start<T>(start: () => Promise<T>): () => Promise<T>;
  threads(threads: Threads): Threads;
  renderer(renderer: Renderer): Renderer;
  /** The store for the loop that runs jobs. */
  jobEnds(store: JobStore): JobStore;
  jobWork(work: Work): Work;
  /** The numbers of queued and running jobs, in all processes that share the store. */
  queue(store: Pick<Store, 'jobs'>): void;
}

/** The series of the stages that requests and jobs go through. */
export function stageSeconds(registry: Registry): { add(times: readonly StageTime[]): void } {
  const series = registry.histogram(
    'colophon_stage_seconds',
    'What the stages of requests and of attempts at jobs took.',
    ['stage'],
  );
  return {
    add(times) {
      for (const { name, milliseconds } of times) series.observe({ stage: name }, milliseconds / 1000);
    },
  };
}

/** Observes the work of this process: pages, threads, renders and jobs. */
export function observeWork(registry: Registry, stages: { add(times: readonly StageTime[]): void }): ObservedWork {
  const attempts = registry.histogram(
    'colophon_job_attempt_seconds',
    'What attempts at jobs of this process took, by tool.',
    ['tool'],
  );
  const ends = registry.counter(
    'colophon_jobs_ended_total',
    'Attempts at jobs of this process, by what they came to.',
    ['end'],
  );
  const starts = registry.counter(
    'colophon_browser_starts_total',
    'Browsers started: one a worker, and one for each that ended or was replaced.',
  );
  return {
    pages: (pages) => observedPages(registry, pages),
    start: (start) => () => {
      starts.inc();
      return start();
    },
    threads: (threads) => observedThreads(registry, threads),
    renderer: (renderer) => observedRenderer(registry, renderer),
    jobEnds: (store) => ({
      ...store,
      succeed: (claim, outcome, now) => counted(store.succeed(claim, outcome, now), 'succeeded'),
      fail: (claim, problem, now) => counted(store.fail(claim, problem, now), 'failed'),
      giveBack: (claim, again, now) => counted(store.giveBack(claim, again, now), 'given back'),
    }),
    jobWork: (work) => async (job, context) => {
      const start = performance.now();
      try {
        return await work(job, context);
      } finally {
        attempts.observe({ tool: job.tool }, (performance.now() - start) / 1000);
        stages.add(context.stages.times);
      }
    },
    queue: ({ jobs }) =>
      registry.gauge(
        'colophon_jobs',
        'Jobs queued and running, in all processes that share the store.',
        ['status'],
        async () => Object.entries(await jobs.count()).map(([status, value]) => ({ labels: { status }, value })),
      ),
  };

  async function counted(ended: Promise<boolean>, end: string): Promise<boolean> {
    const ours = await ended;
    ends.inc({ end: ours ? end : 'lost' });
    return ours;
  }
}

/** A renderer that counts documents and their pages. */
function observedRenderer(registry: Registry, renderer: Renderer): Renderer {
  const documents = registry.counter('colophon_rendered_documents_total', 'Documents rendered.');
  const pages = registry.counter('colophon_rendered_pages_total', 'Pages of documents rendered.');
  return {
    async render(request, context) {
      const rendered = await renderer.render(request, context);
      if (rendered.kind === 'document') {
        documents.inc();
        pages.inc(rendered.pages);
      }
      return rendered;
    },
    printStamps: (request, context) => renderer.printStamps(request, context),
  };
}
