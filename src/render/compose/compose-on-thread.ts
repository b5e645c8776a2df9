import type { Context } from '../../context.ts';
import { AppError } from '../../problems.ts';
import type { Threads } from '../../threads/threads.ts';
import type { Operation } from '../model/operation.ts';
import { isLight } from './compose-inline.ts';
import { composeJob, type Composed, type ComposeJob } from './compose-job.ts';

/** Where documents are composed. */
export interface ComposeThread {
  readonly threads: Threads;
  /** The module and folder with which a thread composes: operations are code, and code does not cross threads. */
  readonly composing: { readonly module: URL; readonly editions: URL };
  readonly operations: readonly Operation[];
}

/**
 * Composes a document on a thread, or inline where that takes less time than sending it (see compose-inline.ts). Throws
 * AppError `nothing-to-render` where no operation puts anything on a page, and the errors of the operations.
 */
export async function composeOnThread(where: ComposeThread, job: ComposeJob, context: Context): Promise<Composed> {
  const inline = job.attachments.length === 0 && isLight(job.steps, job.options, where.operations);
  const composed = inline ? composeJob(job, where.operations) : await handOver(where, job, context);
  if (composed.segments.length === 0)
    throw new AppError('nothing-to-render', 'The operations produce no content on any page.');
  return composed;
}

function handOver(
  { threads, composing }: ComposeThread,
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
