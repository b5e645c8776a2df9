import { inMemory, InputDocument, type GivenDocument, type NamedDocument } from '../editions/documents.ts';
import type { Tool } from '../editions/edition.ts';
import { AppError } from '../problems.ts';
import { bytesOf } from '../render/assets.ts';

/** The result of a finished job of `client`; `null` = there is no such job of that client. May throw `job-not-finished` and the like. */
export type JobResult = (jobId: string, client: string) => Promise<InputDocument | null>;

interface Opening {
  readonly jobResult: JobResult | undefined;
  readonly client: string;
}

/** Makes an `InputDocument` of every document that a valid request names. Throws AppError `job-not-found`. */
export async function openDocuments(request: unknown, { documents: takes }: Pick<Tool, 'documents'>, from: Opening): Promise<unknown> {
  if (takes === undefined) return request;
  if (takes === 'one') {
    const one = request as { document: NamedDocument };
    return { ...one, document: await open(one.document, from) };
  }
  const many = request as { documents: readonly NamedDocument[] };
  return { ...many, documents: await Promise.all(many.documents.map((document) => open(document, from))) };
}

/** The document in place of its name; the options beside it stay. */
async function open(named: NamedDocument, { jobResult, client }: Opening): Promise<GivenDocument> {
  if ('data' in named) {
    const { data } = named;
    return { ...named, data: data instanceof InputDocument ? data : new InputDocument(inMemory(bytesOf(data) ?? new Uint8Array())) };
  }
  const { jobId, ...own } = named;
  const data = (await jobResult?.(jobId, client)) ?? null;
  if (data === null) throw new AppError('job-not-found', 'A document is to be the result of a job, but there is no job of that id.');
  return { ...own, data };
}
