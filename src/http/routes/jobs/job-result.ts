import { FairQueue } from '../../../fair-queue.ts';
import { AppError } from '../../../problems.ts';
import { Stages } from '../../../stages.ts';
import type { Job } from '../../../store/store.ts';
import type { HttpDeps } from '../../deployment.ts';
import { principalOf, type Exchange, type Handler } from '../../exchange.ts';
import { problemAnswer } from '../../answer/problem.ts';
import { choose, represent, type Representation } from '../../answer/representation.ts';
import { readResult, type StoredResult } from './stored-result.ts';

/**
 * Results of more bytes than `large` that are on their way to one client at a time; its others wait in order, on disk.
 * One that reads slowly holds up itself.
 */
const large = 1024 * 1024;
const atOnce = 4;

/**
 * `GET /api/v1/jobs/{id}/result`: what the synchronous route would have answered, in the representation that `Accept`
 * of this request asks for.
 */
export function jobResult(deps: HttpDeps): Handler {
  const turns = new FairQueue({ placesPerClient: atOnce });
  return async (exchange) => {
    const { client } = principalOf(exchange);
    const job = await deps.jobs.finished(client, exchange.params.id ?? '');
    if (job.problem !== null)
      return problemAnswer(AppError.fromPlain(job.problem), {
        base: deps.config.problemBase,
        requestId: exchange.id,
        log: null,
      });
    if ((job.outcome?.bytes ?? 0) > large)
      exchange.res.once('close', await turns.enter(client, exchange.cancel.signal));
    const kept = await read(job, deps);
    return represent(kept.result, representationFor(exchange, kept), new Stages());
  };
}

/** The result. Where it went away while it was read, the job tells why. */
async function read(
  { client, id, outcome }: Job,
  { jobs, store }: Pick<HttpDeps, 'jobs' | 'store'>,
): Promise<StoredResult> {
  if (outcome === null) throw new Error('A job that succeeded has an outcome.');
  try {
    return await readResult(outcome, store.blobs);
  } catch (error) {
    await jobs.finished(client, id);
    throw error;
  }
}

/** A tool that makes documents may have answered a report (`dryRun`), which is JSON whatever `Accept` says. */
function representationFor({ req }: Exchange, { result, produces }: StoredResult): Representation {
  const reportInstead = result.kind === 'report' && (produces === 'document' || produces === 'documents');
  return reportInstead ? 'application/json' : choose(req, produces);
}
