import { FairQueue } from '../../../fair-queue.ts';
import { AppError } from '../../../problems.ts';
import type { Job, JobOutcome } from '../../../store/facets/jobs.ts';
import type { HttpDeps } from '../../deployment.ts';
import { principalOf, type Exchange, type Handler } from '../../exchange.ts';
import { problemAnswer } from '../../answer/problem.ts';
import { choose, represent, representImages, representStored } from '../../answer/representation.ts';
import { formOf, openDocument, readResult, type StoredResult } from '../../../calls/jobs/stored-result.ts';
import type { Representation } from '../../../calls/result/body-facts.ts';
import type { Produces, ToolResult } from '../../../editions/edition.ts';

/** Results of more bytes than this are limited for each client; further ones wait in order, on disk. */
const large = 1024 * 1024;
/** Large results in JSON or as archives, which are in memory until the client has read them. */
const maxInMemory = 4;
/** Large PDFs, each of which is an open file and is sent from the disk. */
const maxOpenFiles = 64;
/** PDFs of one client whose digests are checked at a time. */
const maxChecks = 4;

/**
 * `GET /api/v1/jobs/{id}/result`: the answer of the synchronous route, in the representation that `Accept` of
 * this request selects.
 */
export function jobResult(deps: HttpDeps): Handler {
  const inMemory = new FairQueue({ placesPerClient: maxInMemory });
  const openFiles = new FairQueue({ placesPerClient: maxOpenFiles });
  const checks = new FairQueue({ placesPerClient: maxChecks });
  return async (exchange) => {
    const { client } = principalOf(exchange);
    const { signal } = exchange.cancel;
    const waitFor = async (queue: FairQueue) => exchange.res.once('close', await queue.enter(client, signal));
    const job = await deps.jobs.finished(client, exchange.params.id ?? '');
    if (job.problem !== null)
      return problemAnswer(AppError.fromPlain(job.problem), {
        base: deps.config.problemBase,
        requestId: exchange.id,
        log: null,
      });
    if (isPdf(exchange, job)) {
      await waitFor(openFiles);
      const document = await checks.run({ client, signal }, () =>
        stored(job, deps, (outcome) => openDocument(outcome, deps.store.blobs)),
      );
      // The timeout has answered in the meantime: nobody sends the stream.
      if (signal.aborted) document.streamed.stream.destroy();
      signal.throwIfAborted();
      return representStored(document);
    }
    const isImages = job.outcome !== null && formOf(job.outcome).kind === 'images';
    if ((job.outcome?.bytes ?? 0) > large) await waitFor(isImages ? openFiles : inMemory);
    const { result, produces } = await stored(job, deps, (outcome) => readResult(outcome, deps.store.blobs));
    const representation = representationFor(exchange, { result, produces });
    return result.kind === 'images' ? representImages(result, representation) : represent(result, representation);
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

/** True where a job made one document, and `Accept` selects its PDF. */
function isPdf({ req }: Exchange, { outcome }: Job): boolean {
  if (outcome === null) return false;
  const { produces, kind } = formOf(outcome);
  return kind === 'document' && choose(req, storedForm({ produces, kind })) === 'application/pdf';
}

/** The form of a stored document, of a tool that makes documents or images. */
function storedForm({ produces, kind }: { readonly produces: Produces; readonly kind: ToolResult['kind'] }): Produces {
  return kind === 'document' && produces === 'document-or-images' ? 'document' : produces;
}

/** A tool that makes documents may have answered a report (`dryRun`), which is JSON whatever `Accept` allows. */
const madeOfReport: readonly Produces[] = ['report', 'text-report', 'report-document'];

function representationFor({ req }: Exchange, { result, produces }: StoredResult): Representation {
  if (result.kind === 'report' && !madeOfReport.includes(produces)) return 'application/json';
  return choose(
    req,
    storedForm({ produces, kind: result.kind }),
    result.kind === 'images' ? result.contentType : undefined,
  );
}
