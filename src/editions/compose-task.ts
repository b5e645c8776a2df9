import { composeJob, type Composed, type ComposeJob } from '../render/compose/compose-job.ts';
import { unpackSteps } from '../render/model/packed-parameters.ts';
import { task } from '../threads/threads.ts';
import { installedEditions } from './registry.ts';

/** Composes on another thread, with the operations of the editions in `folder`. */
export const compose = task<{ job: ComposeJob; folder: string }, Composed>(async ({ job, folder }, progress) => {
  const operations = (await installedEditions(folder)).flatMap((edition) => edition.operations);
  return composeJob({ ...job, steps: unpackSteps(job.steps) }, operations, progress);
});
