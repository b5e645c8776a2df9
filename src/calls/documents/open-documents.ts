import { inMemory, type GivenDocument, type NamedDocument } from '../../editions/documents.ts';
import { InputDocument } from '../../editions/input-document.ts';
import type { NamedResults, Tool } from '../../editions/edition.ts';
import { inStep, requestOfSteps, stepsOf, type Step } from '../../editions/steps.ts';
import { AppError } from '../../problems.ts';
import { bytesOf } from '../../render/compose/assets.ts';

/**
 * The result of a finished job of `client`; `null` = the client has no such job. Throws AppErrors such as
 * `job-not-finished`.
 */
export type JobResult = (jobId: string, client: string) => Promise<InputDocument | null>;

interface Opening {
  readonly jobResult: JobResult;
  readonly client: string;
  /**
   * True where the tool runs with an approval of a digest. Documents then have no file names, because a tool may use
   * the names as titles in the result, and the digest does not cover them.
   */
  readonly nameless?: boolean;
}

/**
 * The most bytes of results of jobs in one request, each counted as often as it is named: a small body can name many
 * results, and one of them a thousand times.
 */
const maxResultBytes = 256 * 1024 * 1024;

/**
 * Makes an `InputDocument` of every document that a valid request names, including results of jobs. Throws AppError
 * `job-not-found`, and `limit-exceeded` where the results of jobs are too large together.
 */
export async function openDocuments(request: unknown, tool: Opened, from: Opening): Promise<unknown> {
  if (tool.madeOf !== undefined) return openSteps(stepsOf(request, tool), from);
  const placed = tool.results === undefined ? request : await openResults(request, tool.results, from);
  if (tool.documents === undefined) return placed;
  const named = namedDocuments(request, tool);
  const place = (index: number) => (tool.documents === 'one' ? '/document/jobId' : `/documents/${index}/jobId`);
  const opened = await Promise.all(named.map((document, index) => open(document, from, place(index))));
  checkSize(opened.flatMap((document, index) => ('jobId' in (named[index] ?? {}) ? dataOf(document) : [])));
  if (tool.documents === 'one') return { ...(placed as object), document: opened[0] };
  return { ...(placed as object), documents: from.nameless === true ? opened.map(withoutName) : opened };
}

/** A tool, as far as the documents of its requests are opened. */
type Opened = Pick<Tool, 'documents' | 'results' | 'madeOf'>;

/** The documents of each step. Those that an earlier step makes are still missing. */
async function openSteps(steps: readonly Step[], from: Opening): Promise<unknown> {
  const open = ({ tool, input }: Step, index: number) =>
    openDocuments(input, tool, from).catch((error: unknown) => {
      throw inStep(error, index);
    });
  const inputs = await Promise.all(steps.map(open));
  return requestOfSteps(steps.map(({ tool }, index) => ({ tool, input: inputs[index] })));
}

async function openResults(request: unknown, results: NamedResults<unknown>, from: Opening): Promise<unknown> {
  const ids = [...new Set(results.ids(request))];
  if (ids.length === 0) return request;
  const found = await Promise.all(ids.map((id) => resultOf(id, from)));
  checkSize(found);
  return results.placed(request, new Map(found.map((result, index) => [ids[index] ?? '', result])));
}

function dataOf(document: OpenedDocument): InputDocument[] {
  return 'data' in document ? [document.data] : [];
}

/** Throws AppError `limit-exceeded` where results of jobs or steps are too large together. */
export function checkSize(results: readonly InputDocument[]): void {
  const bytes = results.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxResultBytes)
    throw new AppError(
      'limit-exceeded',
      `The results of jobs and steps that the request names have ${bytes} bytes together; ${maxResultBytes} are ` +
        'allowed. Name fewer in one request.',
    );
}

/** The ids of the jobs whose results a valid request names. */
export function namedJobs(request: unknown, tool: Opened): ReadonlySet<string> {
  const inSteps = stepsOf(request, tool).flatMap((step) => [...namedJobs(step.input, step.tool)]);
  const documents = namedDocuments(request, tool).flatMap((document) => ('jobId' in document ? [document.jobId] : []));
  return new Set([...inSteps, ...documents, ...(tool.results?.ids(request) ?? [])]);
}

/** The documents that a valid request names, in order. */
export function namedDocuments(
  request: unknown,
  { documents: takes }: Pick<Tool, 'documents'>,
): readonly NamedDocument[] {
  if (takes === undefined) return [];
  return takes === 'one'
    ? [(request as { document: NamedDocument }).document]
    : (request as { documents: readonly NamedDocument[] }).documents;
}

/** The numbers of the earlier steps whose documents a step of a valid request uses, each as often as it does. */
export function usedSteps({ input, tool }: Step): number[] {
  return namedDocuments(input, tool).flatMap((document) => ('step' in document ? [document.step] : []));
}

function withoutName(document: OpenedDocument): OpenedDocument {
  return 'step' in document ? document : { ...document, data: new InputDocument(document.data) };
}

/** A document that is there, or will be when an earlier step has made it. */
type OpenedDocument = GivenDocument | { readonly step: number };

/** The document in place of its name; the options beside it stay. */
async function open(named: NamedDocument, from: Opening, pointer: string): Promise<OpenedDocument> {
  if ('step' in named) return named;
  if ('data' in named) {
    const { data } = named;
    return {
      ...named,
      data: data instanceof InputDocument ? data : new InputDocument(inMemory(bytesOf(data) ?? new Uint8Array())),
    };
  }
  const { jobId, ...own } = named;
  return { ...own, data: await resultOf(jobId, from, pointer) };
}

async function resultOf(jobId: string, { jobResult, client }: Opening, pointer?: string): Promise<InputDocument> {
  const result = await jobResult(jobId, client);
  if (result === null)
    throw new AppError('job-not-found', 'A document is to be the result of a job, but there is no job of that id.', {
      errors: pointer === undefined ? [] : [{ pointer, message: 'names no job' }],
    });
  return result;
}
