import { baseAddress } from '../../browser/network/network.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../problems.ts';
import type { Threads } from '../../threads/threads.ts';
import type { Operation } from '../model/operation.ts';
import type { RenderRequest } from '../model/types/render-request.ts';
import type { Step } from '../model/types/step.ts';
import { everyStep, plan } from '../plan/plan.ts';
import { templatesFor, type TemplateFolders } from '../templates/templates.ts';
import { isLight } from './compose-inline.ts';
import { composeJob, type Composed, type ComposeJob, type Passes } from './compose-job.ts';

/** Parts and settings of a renderer that composing a request takes. */
export interface RequestComposer {
  readonly threads: Threads;
  /** The module and folder with which a thread composes: operations are code, and code does not cross threads. */
  readonly composing: { readonly module: URL; readonly editions: URL };
  readonly operations: readonly Operation[];
  readonly templates: TemplateFolders;
  /** Style sheet of the built-in operations (templates/base.css). */
  readonly baseCss: string;
  /** Size of the parts of a long document, in the unit of `sizeOf` in unit-size.ts. */
  readonly partSize?: number | undefined;
}

/** A request as it was composed first, and how it is composed again. */
export interface ComposedRequest {
  readonly steps: readonly Step[];
  /** The address of the document for its own files, and the time that it shows. */
  readonly start: Pick<ComposeJob, 'base' | 'now'>;
  readonly composed: Composed;
  readonly compose: (passes: Passes) => Promise<Composed>;
}

/** Plans and composes a valid request; `own` takes precedence over what follows from the request. */
export async function composeRequest(
  deps: RequestComposer,
  request: RenderRequest,
  context: Context,
  own: Partial<ComposeJob> = {},
): Promise<ComposedRequest> {
  const steps = plan(request, deps.operations);
  const start = { base: baseAddress(), now: new Date() };
  const compose = async (passes: Passes) =>
    composeOnThread(deps, { ...(await jobOf(deps, request, steps)), ...start, ...own, ...passes }, context);
  const composed = await context.stages.run('compose', () => compose({ resolved: null, contents: null }));
  return { steps, start, composed, compose };
}

/** What all passes compose: the request, its templates and the settings of the service. */
async function jobOf(
  { templates, baseCss, partSize }: RequestComposer,
  { document, output, source }: RenderRequest,
  steps: readonly Step[],
): Promise<Omit<ComposeJob, keyof Passes | 'base' | 'now'>> {
  return {
    steps,
    options: document,
    source,
    attachments: output.attachments ?? [],
    templates: await templatesFor(everyStep(steps), templates),
    baseCss,
    forms: output.forms,
    partSize,
  };
}

/**
 * Composes a document on a thread, or inline where that takes less time than sending it (see compose-inline.ts). Throws
 * AppError `nothing-to-render` where no operation puts anything on a page, and the errors of the operations.
 */
async function composeOnThread(where: RequestComposer, job: ComposeJob, context: Context): Promise<Composed> {
  const inline = job.attachments.length === 0 && isLight(job.steps, job.options, where.operations);
  if (!inline) await context.turn?.wait(() => false);
  const composed = inline ? composeJob(job, where.operations) : await handOver(where, job, context);
  if (composed.document.segments.length === 0)
    throw new AppError('nothing-to-render', 'The operations produce no content on any page.');
  return composed;
}

function handOver(
  { threads, composing }: RequestComposer,
  job: ComposeJob,
  { signal, principal, stages }: Context,
): Promise<Composed> {
  const progress = (composed: number) => stages.progress('compose', composed, job.steps.length);
  return threads.run<Composed>(
    composing.module,
    'compose',
    { job, folder: composing.editions.href },
    { signal, lane: 'compose', client: principal.client, progress },
  );
}
