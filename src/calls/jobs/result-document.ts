import { InputDocument } from '../../editions/input-document.ts';
import type { Tool } from '../../editions/edition.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { AppError } from '../../problems.ts';
import type { Blob, BlobStore } from '../../store/facets/blobs.ts';
import type { JobFile } from '../../store/facets/jobs.ts';
import { inPlace, namedJobs, together, type JobResult } from '../documents/open-documents.ts';
import { pdfOf } from './stored-result.ts';

/** The field of a job's file that is the result of another job. */
export const pinnedField = 'jobResult';

/** Finds the PDF that a job of a client has made. */
export type ResultDocument = (jobId: string, client: string) => Promise<Blob>;

/**
 * Throws AppError `job-not-found`, `job-not-finished`, `job-result-expired`, and `invalid-pdf` where the result of the
 * job is no PDF.
 */
export function resultDocument(jobs: Jobs): ResultDocument {
  return async (jobId, client) => {
    const { outcome } = await jobs.finished(client, jobId);
    if (outcome === null)
      throw new AppError('invalid-pdf', 'A document is to be the result of a job, but that job has failed.');
    const pdf = pdfOf(outcome);
    if (pdf === null)
      throw new AppError(
        'invalid-pdf',
        'A document is to be the result of a job, but that job did not make one document: its result is ' +
          `${outcome.contentType}.`,
      );
    return pdf;
  };
}

/**
 * Documents of a request that are results of jobs. They are read when the tool needs them. Where a result no longer
 * exists then, the problem is that of its job.
 */
export function jobResults(find: ResultDocument, blobs: BlobStore): JobResult {
  return async (jobId, client) => {
    const blob = await find(jobId, client);
    return new InputDocument({
      ...blob,
      bytes: () =>
        blobs.read(blob).catch((error: unknown) => find(jobId, client).then(() => Promise.reject(error as Error))),
    });
  };
}

/**
 * Documents of a job that are results of other jobs, as they were at its submission. Later changes to those jobs do not
 * affect them.
 */
export function pinnedResults(files: readonly JobFile[], blobs: BlobStore): JobResult {
  return (jobId) => {
    const file = files.find(({ field, filename }) => field === pinnedField && filename === jobId);
    return Promise.resolve(
      file === undefined ? null : new InputDocument({ ...file.blob, bytes: () => blobs.read(file.blob) }),
    );
  };
}

/** The results of other jobs that a valid request names, to be stored with it; each once. */
export async function pinResults(
  request: unknown,
  tool: Tool,
  { find, client }: { find: ResultDocument; client: string },
): Promise<JobFile[]> {
  return together(
    [...namedJobs(request, tool)].map(async ([id, pointer]) => ({
      field: pinnedField,
      filename: id,
      contentType: 'application/pdf',
      blob: await inPlace(find(id, client), `/input${pointer}`),
    })),
  );
}
