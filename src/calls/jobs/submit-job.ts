import type { Config } from '../../config/config.ts';
import type { Tool } from '../../editions/edition.ts';
import { hasSecrets } from '../../editions/steps.ts';
import { invalidRequest } from '../../input/input.ts';
import type { RequestSeal } from '../../jobs/request-seal.ts';
import { sizeOf, type BlobStore } from '../../store/facets/blobs.ts';
import type { Job, JobFile } from '../../store/facets/jobs.ts';
import { checkMayUseAll } from '../access/authorize-tool.ts';
import { checkStorage } from '../access/check-storage.ts';
import type { Use } from '../approval/approvals.ts';
import type { CallDeps } from '../call-tool.ts';
import { guardsOf, type Answering, type Caller } from '../caller.ts';
import type { Deployment } from '../deployment.ts';
import { openDocuments } from '../documents/open-documents.ts';
import { refuseParts } from '../reading/file-parts.ts';
import { requestOf } from '../reading/read.ts';
import type { Payload, ReceivedFile } from '../reading/received.ts';
import { withSession } from '../sessions/session-job.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { sealed } from './sealed-request.ts';
import { pinnedResults, pinResults, resultDocument } from './result-document.ts';

/** The parts that all submissions of jobs share. */
export interface SubmissionDeps extends Pick<CallDeps, 'reader' | 'jobs' | 'store' | 'approvals'> {
  readonly config: Config;
  readonly deployment: Pick<Deployment, 'tools'>;
  /** Encrypts requests that hold keys of clients; `null` where jobs may run in another process. */
  readonly seal: RequestSeal | null;
  /** Documents held open across calls, which jobs can render. */
  readonly sessions?: Sessions | undefined;
}

/** Submits a received request as a job, for a caller. */
export type SubmitJob = <T>(received: Payload, caller: Caller, answering: Answering<Job, T>) => Promise<T>;

/**
 * Submits a job, for any transport. It refuses what the synchronous call refuses. A queued job no longer needs its
 * request. Throws the AppErrors of each step.
 */
export function createJobSubmission(deps: SubmissionDeps): SubmitJob {
  const { config, deployment, jobs, reader, store, seal, approvals, sessions } = deps;
  const tools = new Map(deployment.tools.map((tool) => [tool.name, tool]));
  function toolOf(name: string): Tool {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return tool;
  }
  const find = resultDocument(jobs);

  return async (sent, caller, answering) => {
    const { principal, signal } = caller;
    const payload = await withSession(sent, caller, { sessions, tools, blobs: store.blobs });
    const { client } = principal;
    const read = await reader.job({ ...payload, query: '' }, { client, signal });
    const tool = toolOf(read.tool);
    checkMayUseAll(principal, read.used);
    refuseParts(payload.files, tool);
    const request = requestOf(read.outcome);
    const toStore = storedForm(request, tool, seal);
    const pinned = await pinResults(request, tool, { find, client });
    const jobResult = pinnedResults(pinned, store.blobs);
    const opened = approvals.requires({ tool, request })
      ? await openDocuments(request, tool, { jobResult, client })
      : request;
    const submit = async (use: Use | null) => {
      if (payload.files.length > 0) await jobs.checkRoom(client);
      await checkStorage(deps, principal, read.input.byteLength + sizeOf(payload.files.map(({ stored }) => stored)));
      const received = use === null ? payload.files : payload.files.map(withoutName);
      const files = [...(await storeFiles(received, store.blobs, caller)), ...pinned];
      const retain = read.retain ?? config.jobRetention;
      const submission = { tool: tool.name, principal, request: toStore(read.input), files, retain };
      signal.throwIfAborted(); // no client would learn the id of the job
      const guards = { ...guardsOf(caller, answering), ...(use !== null && { approval: use }) };
      return answering.answer(await jobs.submit(submission, guards));
    };
    return approvals.commit(caller, { tool, request: opened }, { do: submit, stored: answering.stored });
  };
}

/**
 * Returns a function that makes the stored form of a request. A request with keys is encrypted, so that only this
 * process can read it. Throws AppError `invalid-request` where another process may have to run the job.
 */
function storedForm(valid: unknown, tool: Tool, seal: RequestSeal | null): (request: Uint8Array) => Uint8Array {
  if (!hasSecrets(valid, tool)) return (request) => request;
  if (seal === null)
    throw invalidRequest([
      {
        pointer: '/tool',
        message:
          `\`${tool.name}\` does not run as a job in this deployment: its request holds a key, which would have ` +
          `to be stored for another process. Call \`${tool.name}\` itself instead`,
      },
    ]);
  return (request) => sealed(request, seal);
}

/** See `nameless` of open-documents.ts: of a job it is the stored file that goes without its name. */
function withoutName(file: ReceivedFile): ReceivedFile {
  return file.field === 'documents' ? { ...file, filename: '' } : file;
}

/** Files as blobs, straight from the spool. Nothing is left of a request that is over before it is whole. */
async function storeFiles(received: readonly ReceivedFile[], blobs: BlobStore, { signal }: Caller): Promise<JobFile[]> {
  const files: JobFile[] = [];
  for (const { stored, ...file } of received) {
    files.push({ ...file, blob: await blobs.put(stored.stream()) });
    signal.throwIfAborted();
  }
  return files;
}
