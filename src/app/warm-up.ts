import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../log.ts';
import type { Operation } from '../render/model/operation.ts';
import { renderInput } from '../render/model/request.ts';
import type { Renderer } from '../render/render.ts';
import { Stages } from '../stages.ts';

/** What warming up uses of a service. */
export interface Warming {
  readonly renderer: Renderer;
  readonly operations: readonly Operation[];
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
}

const principal = { kid: 'start', client: 'start', tier: 'core', scope: null, rate: null } as const;

const renderOf =
  ({ renderer, operations, stopping }: Warming) =>
  (body: unknown) =>
    renderer.render(renderInput(operations).validate(body), {
      requestId: 'start',
      principal,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(60_000)]),
      log: createLog('silent'),
      stages: new Stages(),
      reports: false,
    });

const has = (operations: readonly Operation[], wanted: string) => operations.some(({ name }) => name === wanted);

const line = '<h1>Warm</h1><p>A line of <b>text</b>.</p>';
const rowsOf = (count: number) =>
  `<table>${Array.from({ length: count }, (_, row) => `<tr><td>${row}</td><td>Item ${row}</td></tr>`).join('')}</table>`;
const bodyOf = (html: string) => ({ operations: [{ op: 'add_html', html, css: 'td { padding: 2pt }' }] });

/**
 * Renders a document with a table on every worker. So a service that reports that it is ready has printed, and its
 * first client does not wait for modules to load.
 */
export async function warmUp(warming: Warming, workers: number): Promise<void> {
  if (!has(warming.operations, 'add_html')) return;
  const render = renderOf(warming);
  await Promise.all(Array.from({ length: workers }, () => render(bodyOf(line + rowsOf(20)))));
}

/** Number of documents after which V8 has compiled the code of a render; of these, one in `large` is large. */
const warmDocuments = { all: 120, large: 15 };
/** Milliseconds before the first of them, and between two looks at a service that has work to do. */
const pauseMs = { first: 500, busy: 100 };

/** The service, as warming up in the background sees it. */
interface Background {
  /** True while a request is under way. */
  readonly isBusy: () => boolean;
  /** Starts the threads: four processes, which would slow down the first requests of a service that is just ready. */
  readonly startThreads: () => void;
}

/**
 * Renders documents one after the other while no request is under way, until the code of a render is compiled: small
 * ones in this process, and large ones, which threads compose and finish.
 */
export async function keepWarming(warming: Warming, { isBusy, startThreads }: Background): Promise<void> {
  const render = renderOf(warming);
  const stopped = () => warming.stopping.aborted;
  await sleep(pauseMs.first, undefined, { ref: false });
  if (stopped()) return;
  startThreads();
  if (!has(warming.operations, 'add_html')) return;
  for (let count = 1; count <= warmDocuments.all; count += 1) {
    while (isBusy() && !stopped()) await sleep(pauseMs.busy, undefined, { ref: false });
    if (stopped()) return;
    const html = count % warmDocuments.large === 0 ? line + rowsOf(600) : line + rowsOf(count % 2 === 0 ? 0 : 20);
    await render(bodyOf(html));
  }
}
