import type { Services, Tool, ToolResult } from '../editions/edition.ts';
import type { AnswerForm } from '../editions/steps.ts';
import type { FairQueue } from '../fair-queue.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { StoredAnswer } from '../store/facets/idempotency.ts';
import type { Store } from '../store/store.ts';
import { checkMayUseAll } from './access/authorize-tool.ts';
import type { Approvals } from './approval/approvals.ts';
import { contextOf, type Caller } from './caller.ts';
import { openDocuments } from './documents/open-documents.ts';
import { jobResults, resultDocument } from './jobs/result-document.ts';
import { requestOf } from './reading/read.ts';
import type { Reader, ToRead } from './reading/reader.ts';
import type { ImageType } from '../context.ts';
import type { Representation } from './result/body-facts.ts';
import { isImage } from './result/result-body.ts';

/** The parts that all calls of a deployment share. */
export interface CallDeps {
  readonly reader: Reader;
  readonly services: Services;
  readonly jobs: Jobs;
  readonly store: Store;
  /** Admits work on documents that clients send. */
  readonly gate: FairQueue;
  readonly approvals: Approvals;
}

/** The answers of a transport with the result of a tool. */
export interface ToolAnswering<T> {
  readonly representation: Representation;
  /** The type of images that the caller prefers, whatever the representation. */
  readonly imageType?: ImageType | undefined;
  /** Gets the result, and closes the content of images once nobody needs it any more. */
  readonly answer: (result: ToolResult) => Promise<T>;
  /** The answer in the form that is stored for a replay. */
  readonly stored: (answer: T) => StoredAnswer;
}

/**
 * Chooses the representation of the answer. It runs once the form that the request asks for is known, and before
 * validation. Throws where the caller accepts none of the representations.
 */
export type Settle<T> = (form: AnswerForm) => ToolAnswering<T>;

/** Calls a tool with a received request, for a caller. */
export type CallTool = <T>(received: ToRead, caller: Caller, settle: Settle<T>) => Promise<T>;

/**
 * A synchronous call, for any transport. The request is parsed, the tools that it uses are authorized, the form of the
 * answer is chosen, the request is validated and its documents are opened. An approval is verified where the tool needs
 * one. Then the tool runs; a tool that takes documents waits for its turn. Throws the AppErrors of each step.
 */
export function createToolCall(tool: Tool, { reader, services, jobs, store, gate, approvals }: CallDeps): CallTool {
  const jobResult = jobResults(resultDocument(jobs), store.blobs);
  return async (received, caller, settle) => {
    const { client } = caller.principal;
    const read = () => reader.request(received, tool, { client, signal: caller.signal });
    const { form, used, outcome } = await caller.stages.run('read', read);
    checkMayUseAll(caller.principal, used);
    const { representation, imageType, answer, stored } = settle(form);
    const valid = requestOf(outcome);
    const opening = { jobResult, client, nameless: approvals.requires({ tool, request: valid }) };
    const request = await caller.stages.run('read', () => openDocuments(valid, tool, opening));
    const isPdf = representation === 'application/pdf';
    const context = {
      ...contextOf(caller),
      reports: !isPdf,
      documents: form.produces !== 'report-document' || isPdf,
      images: isImage(representation),
      imageType,
    };
    const run = () => tool.run(request, services, context);
    return approvals.run(
      caller,
      { tool, request },
      { do: async () => answer(await (takesDocuments(tool) ? queued(gate, caller, run) : run())), stored },
    );
  };
}

/** A tool that is made of others has one place for all its steps: a step never waits while another one has a place. */
function takesDocuments({ documents, madeOf }: Tool): boolean {
  return documents !== undefined || madeOf !== undefined;
}

/** Waits for admission; the stage `queue` is the wait without the work. */
async function queued<T>(gate: FairQueue, { principal, signal, stages }: Caller, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  return gate.run({ client: principal.client, signal }, () => {
    stages.add('queue', performance.now() - start);
    return work();
  });
}
