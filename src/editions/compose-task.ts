import { composeJob, type Composed, type ComposeJob } from '../render/compose-job.ts';
import { task } from '../threads/threads.ts';
import { loadEditions } from './registry.ts';

/** Loads the operations once a process. */
const operations = new Map<string, ReturnType<typeof load>>();

async function load(folder: string) {
  return (await loadEditions(new URL(folder))).flatMap((edition) => edition.operations);
}

/** Composes on another thread, with the operations of the editions in `folder`. */
export const compose = task<{ job: ComposeJob; folder: string }, Composed>(async ({ job, folder }, progress) => {
  const loading = operations.get(folder) ?? load(folder);
  operations.set(folder, loading);
  return composeJob(job, await loading, progress);
});
