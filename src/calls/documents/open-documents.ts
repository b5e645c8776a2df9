import { inMemory, type GivenDocument, type NamedDocument } from '../../editions/documents.ts';
import { InputDocument } from '../../editions/input-document.ts';
import type { NamedResult, NamedResults, Tool } from '../../editions/edition.ts';
import { inStep, requestOfSteps, stepsOf, type Step } from '../../editions/steps.ts';
import { counted } from '../../input/input.ts';
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
  const opened = await together(named.map((document, index) => open(document, from, placeOf(tool, index))));
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
  const inputs = await together(steps.map(open));
  return requestOfSteps(steps.map(({ tool }, index) => ({ tool, input: inputs[index] })));
}

async function openResults(request: unknown, results: NamedResults<unknown>, from: Opening): Promise<unknown> {
  const named = firstPlaces(results.named(request));
  if (named.size === 0) return request;
  const found = await together([...named].map(async ([id, at]) => [id, await resultOf(id, from, at)] as const));
  checkSize(found.map(([, result]) => result));
  return results.placed(request, new Map(found));
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

/** The ids of the jobs whose results a valid request names, each with the pointer to its first place. */
export function namedJobs(request: unknown, tool: Opened): ReadonlyMap<string, string> {
  const inSteps = stepsOf(request, tool).flatMap((step, index) =>
    [...namedJobs(step.input, step.tool)].map(([jobId, at]) => ({ jobId, pointer: `/steps/${index}/input${at}` })),
  );
  const documents = namedDocuments(request, tool).flatMap((document, index) =>
    'jobId' in document ? [{ jobId: document.jobId, pointer: placeOf(tool, index) }] : [],
  );
  return firstPlaces([...inSteps, ...documents, ...(tool.results?.named(request) ?? [])]);
}

/** Each job once, with its first place. */
function firstPlaces(named: readonly NamedResult[]): ReadonlyMap<string, string> {
  return new Map(named.toReversed().map(({ jobId, pointer }) => [jobId, pointer]));
}

const placeOf = ({ documents }: Opened, index: number) =>
  documents === 'one' ? '/document/jobId' : `/documents/${index}/jobId`;

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
  const used = namedDocuments(input, tool).flatMap((document) => ('step' in document ? [document.step] : []));
  tool.inner?.map(input, (document) => {
    if (typeof document.step === 'number') used.push(document.step);
    return document;
  });
  return used;
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

async function resultOf(jobId: string, { jobResult, client }: Opening, pointer: string): Promise<InputDocument> {
  const result = await inPlace(jobResult(jobId, client), pointer);
  if (result === null)
    throw new AppError('job-not-found', 'A document is to be the result of a job, but there is no job of that id.', {
      errors: [{ pointer, message: '`jobId` names no job of this client' }],
    });
  return result;
}

/** What is found of a job that a request names. Its problem gets the pointer to the place that names the job. */
export async function inPlace<T>(found: Promise<T>, pointer: string): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length > 0) throw error;
    const { slug, message, extra, headers, cause } = error;
    throw new AppError(slug, message, { errors: [{ pointer, message }], extra, headers, cause });
  }
}

/** What all of them find. Where several do not, the problem is that of the first, with the mistakes of all. */
export async function together<T>(searches: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(searches);
  const reasons = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const errors = reasons.flatMap((reason) => (reason instanceof AppError ? reason.errors : []));
  const [first] = reasons;
  if (first instanceof AppError && errors.length > first.errors.length) {
    const { slug, message, extra, headers, cause } = first;
    throw new AppError(slug, counted(errors, message), { errors, extra, headers, cause });
  }
  if (reasons.length > 0) throw first;
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
