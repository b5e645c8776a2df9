import { createHash } from 'node:crypto';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import { keepResult } from '../../calls/jobs/stored-documents.ts';
import type { CallDeps, ToolAnswering } from '../../calls/call-tool.ts';
import type { Caller } from '../../calls/caller.ts';
import type { Produces, Tool, ToolResult } from '../../editions/edition.ts';
import type { AnswerForm } from '../../editions/steps.ts';
import { AppError } from '../../problems.ts';
import { problemDocument, shownError } from '../../problems/problem-document.ts';
import { listedDocuments, resultLifeMs, type ListedDocument } from '../resources/results.ts';
import type { Files } from '../root/files.ts';
import { imageAnswer } from './image-answer.ts';
import type { OwnArguments } from './own-arguments.ts';

/** What an answer needs to know of its call. */
export interface Answered {
  readonly deps: Pick<CallDeps, 'jobs' | 'store'>;
  readonly caller: Caller;
  readonly tool: Tool;
  readonly own: OwnArguments;
  readonly files: Files | null;
}

/** How a call is answered whose request asks for an answer of this form. */
export function answering(call: Answered, { produces, reports }: AnswerForm): ToolAnswering<CallToolResult> {
  const asDocument = produces === 'report-document' && (call.own.asDocument || call.own.saveTo !== null);
  return {
    representation: asDocument && !reports ? 'application/pdf' : 'application/json',
    answer: (result) => answerOf(asDocument ? documentOfReport(result) : result, produces, call),
    stored: (answer) => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }),
  };
}

/** The document that a tool has made of its report, as the result. */
function documentOfReport(result: ToolResult): ToolResult {
  if (result.kind !== 'report' || result.pdf === undefined) return result;
  return { kind: 'document', ...result.pdf, report: reportOf(result.report) };
}

async function answerOf(result: ToolResult, produces: Produces, call: Answered): Promise<CallToolResult> {
  const steps = result.steps && { reports: result.steps.reports.map(reportOf) };
  if (result.kind === 'report') return jsonResult({ ...reportOf(result.report), ...steps });
  const { deps, caller, tool } = call;
  if (result.kind === 'images') {
    const { facts, content } = await imageAnswer(result, { saveTo: call.own.saveTo, files: call.files });
    return jsonResult({ images: facts, report: result.report, ...steps }, content);
  }
  caller.signal.throwIfAborted(); // nobody is left to receive the answer
  const form = produces === 'report-document' ? 'document' : produces;
  const keeping = { principal: caller.principal, tool, retain: resultLifeMs };
  const job = await keepResult(deps, keeping, { result, produces: form });
  const pdfs = result.kind === 'document' ? [result.pdf] : result.documents.map(({ pdf }) => pdf);
  const listed = await listedDocuments(job);
  const saved = await savedPaths(listed, pdfs, { ...call, isFolder: produces === 'documents' });
  const documents = listed.map((document, index) => ({
    ...document,
    contentType: 'application/pdf',
    sha256: createHash('sha256')
      .update(pdfs[index] ?? new Uint8Array())
      .digest('hex'),
    ...(saved[index] !== undefined && { path: saved[index] }),
  }));
  const facts = result.kind === 'document' ? { document: documents[0] } : { documents };
  return jsonResult({ ...facts, report: result.report, ...steps }, listed.slice(0, maxLinks).map(resourceLink));
}

/** Links in one result; `structuredContent` has the URIs of all documents. */
const maxLinks = 100;

/** The paths of the documents that the call wants as files, in order. */
async function savedPaths(
  listed: readonly ListedDocument[],
  pdfs: readonly Uint8Array[],
  { own: { saveTo }, isFolder, files }: Answered & { readonly isFolder: boolean },
): Promise<string[]> {
  if (saveTo === null || files === null) return [];
  const paths: string[] = [];
  for (const [index, { filename }] of listed.entries()) {
    const path = isFolder ? `${saveTo}/${filename}` : saveTo;
    paths.push(await files.save(path, pdfs[index] ?? new Uint8Array()));
  }
  return paths;
}

function resourceLink({ uri, filename, pages, bytes }: ListedDocument): ContentBlock {
  const description = `${pages} ${pages === 1 ? 'page' : 'pages'}; can be read for an hour`;
  return { type: 'resource_link', uri, name: filename, mimeType: 'application/pdf', size: bytes, description };
}

/** A result that is JSON: as an object for programs, as a text for models, and with links after it. */
function jsonResult(value: Record<string, unknown>, links: readonly ContentBlock[] = []): CallToolResult {
  return { structuredContent: value, content: [{ type: 'text', text: JSON.stringify(value) }, ...links] };
}

/** A report as an object. One that was made on a thread is JSON text. */
function reportOf(report: unknown): Record<string, unknown> {
  const value = report instanceof Uint8Array ? (JSON.parse(Buffer.from(report).toString()) as unknown) : report;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { report: value };
}

/** A refusal or a failure as the result of a call: the problem document, for programs and for models. */
export function problemResult(
  thrown: unknown,
  { problemBase, caller: { requestId, log } }: { readonly problemBase: string; readonly caller: Caller },
): CallToolResult {
  const error = shownError(thrown);
  if (!(thrown instanceof AppError)) log.error({ err: thrown, slug: error.slug }, error.slug);
  return { ...jsonResult(problemDocument(error, { base: problemBase, instance: requestId })), isError: true };
}
