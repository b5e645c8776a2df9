import type { BlobStore } from '../../store/facets/blobs.ts';
import type { Job, JobOutcome } from '../../store/facets/jobs.ts';
import type { Tool } from '../../editions/edition.ts';
import type { CallDeps } from '../call-tool.ts';
import type { Caller } from '../caller.ts';
import { storeResult, type About, type StoredResult } from './stored-result.ts';

/** Where the result of a call goes that did not wait in the queue. */
interface Keeping extends Pick<Caller, 'principal'> {
  readonly tool: Pick<Tool, 'name'>;
  /** Milliseconds. */
  readonly retain: number;
}

/** Stores the result of a synchronous call as a job that has succeeded, so that every node can read it. */
export async function keepResult(
  { jobs, store }: Pick<CallDeps, 'jobs' | 'store'>,
  { principal, tool, retain }: Keeping,
  result: StoredResult,
): Promise<Job> {
  return jobs.keep({ principal, tool: tool.name, retain }, await storeResult(result, store.blobs));
}

/** One of the documents of a result. */
export interface StoredDocument {
  readonly filename: string;
  readonly pages: number;
  readonly bytes: number;
}

/** The documents of a result, in order; none where it is a report or images. */
export function documentsOf({ about, parts }: JobOutcome): readonly StoredDocument[] {
  const { result } = JSON.parse(Buffer.from(about).toString()) as About;
  if (result.kind === 'documents') return result.documents;
  if (result.kind !== 'document') return [];
  const { filename, pages, pdf } = result;
  return [{ filename, pages, bytes: parts[pdf]?.size ?? 0 }];
}

/** The bytes of a document of a result, by its place in `documentsOf`. Rejects where the blob is missing. */
export async function readDocument(outcome: JobOutcome, index: number, blobs: BlobStore): Promise<Uint8Array> {
  const { result } = JSON.parse(Buffer.from(outcome.about).toString()) as About;
  const part = result.kind === 'documents' ? result.pdfs : result.kind === 'document' ? result.pdf : -1;
  const blob = outcome.parts[part];
  if (blob === undefined) throw new Error('The result has no documents.');
  const bytes = await blobs.read(blob);
  if (result.kind !== 'documents') return bytes;
  const start = result.documents.slice(0, index).reduce((sum, document) => sum + document.bytes, 0);
  return bytes.subarray(start, start + (result.documents[index]?.bytes ?? 0));
}
