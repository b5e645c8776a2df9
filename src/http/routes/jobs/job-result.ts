import { FairQueue } from '../../../fair-queue.ts';
import { AppError } from '../../../problems.ts';
import { Stages } from '../../../stages.ts';
import type { BlobStore } from '../../../store/facets/blobs.ts';
import type { Job, JobOutcome } from '../../../store/facets/jobs.ts';
import type { HttpDeps } from '../../deployment.ts';
import { principalOf, type Exchange, type Handler } from '../../exchange.ts';
import { problemAnswer } from '../../answer/problem.ts';
import { choose, represent, representStored } from '../../answer/representation.ts';
import {
  formOf,
  openDocument,
  readResult,
  type StoredResult,
  type OpenedDocument,
} from '../../../calls/jobs/stored-result.ts';
import type { Representation } from '../../../calls/result/result-body.ts';

/**
 * Results of more bytes than `large` that one client gets in JSON or as an archive at a time. They are in memory until
 * the client has read them; its others wait in order, on disk. A PDF is sent from the disk and waits for nothing.
 */
const large = 1024 * 1024;
const atOnce = 4;

/**
 * `GET /api/v1/jobs/{id}/result`: the answer of the synchronous route, in the representation that `Accept` of
 * this request selects.
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
    const document = await stored(job, deps, (outcome) => documentAsPdf(exchange, outcome, deps.store.blobs));
    if (document !== null) return representStored(document);
    if ((job.outcome?.bytes ?? 0) > large)
      exchange.res.once('close', await turns.enter(client, exchange.cancel.signal));
    const result = await stored(job, deps, (outcome) => readResult(outcome, deps.store.blobs));
    return represent(result.result, representationFor(exchange, result), new Stages());
  };
}

/** Reads the result. Throws the problem of the job where the result was deleted meanwhile. */
async function stored<T>(
  { client, id, outcome }: Job,
  { jobs }: Pick<HttpDeps, 'jobs'>,
  read: (outcome: JobOutcome) => Promise<T>,
): Promise<T> {
  if (outcome === null) throw new Error('A job that succeeded has an outcome.');
  try {
    return await read(outcome);
  } catch (error) {
    if (error instanceof AppError) throw error;
    await jobs.finished(client, id);
    throw error;
  }
}

/** The document of a job that made one, where `Accept` asks for its PDF; else `null`. */
async function documentAsPdf({ req }: Exchange, outcome: JobOutcome, blobs: BlobStore): Promise<OpenedDocument | null> {
  const { produces, kind } = formOf(outcome);
  if (kind !== 'document') return null;
  return choose(req, produces) === 'application/pdf' ? openDocument(outcome, blobs) : null;
}

/** A tool that makes documents may have answered a report (`dryRun`), which is JSON whatever `Accept` allows. */
function representationFor({ req }: Exchange, { result, produces }: StoredResult): Representation {
  const reportInstead = result.kind === 'report' && (produces === 'document' || produces === 'documents');
  return reportInstead ? 'application/json' : choose(req, produces);
}
