import { documentsOf, readDocument, type StoredDocument } from '../../calls/jobs/stored-documents.ts';
import type { CallDeps } from '../../calls/call-tool.ts';
import { fileNames } from '../../calls/result/file-names.ts';
import { AppError } from '../../problems.ts';
import type { Job } from '../../store/facets/jobs.ts';
import { resultUri, type ResultPlace } from './uris.ts';

/** Milliseconds for which the result of a call can be read. */
export const resultLifeMs = 3_600_000;

/** A document of a result, with its URI; its name is safe as a file name, and unique in the result. */
export interface ListedDocument extends StoredDocument {
  readonly uri: string;
}

/** A document that a URI names, to be read when it is needed. */
export interface FoundDocument extends ListedDocument {
  /** True where the result has no other document, so that its job stands for it. */
  readonly isAlone: boolean;
  readonly read: () => Promise<Uint8Array>;
}

/** The documents of a job that has succeeded, in order. */
export async function listedDocuments({ id, outcome }: Pick<Job, 'id' | 'outcome'>): Promise<ListedDocument[]> {
  const documents = outcome === null ? [] : documentsOf(outcome);
  const names = await fileNames(documents.map(({ filename }) => filename));
  return documents.map(({ pages, bytes }, index) => ({
    uri: resultUri({ jobId: id, number: index + 1 }),
    filename: names[index] ?? '',
    pages,
    bytes,
  }));
}

/**
 * The document at a place, for its client. Throws AppError `job-not-found`, `job-not-finished` and
 * `job-result-expired`; a result of another client does not exist.
 */
export async function findDocument(
  { jobs, store }: Pick<CallDeps, 'jobs' | 'store'>,
  client: string,
  { jobId, number }: ResultPlace,
): Promise<FoundDocument> {
  const job = await jobs.finished(client, jobId);
  const documents = await listedDocuments(job);
  const document = documents[number - 1];
  const { outcome } = job;
  if (document === undefined || outcome === null)
    throw new AppError('job-not-found', `The result has ${documents.length} documents, and none of number ${number}.`);
  const read = () =>
    readDocument(outcome, number - 1, store.blobs).catch((error: unknown) =>
      jobs.finished(client, jobId).then(() => Promise.reject(error as Error)),
    );
  return { ...document, isAlone: documents.length === 1, read };
}
