import type { Tool } from '../../../editions/edition.ts';
import { invalidRequest } from '../../../input/input.ts';
import type { RequestSeal } from '../../../jobs/request-seal.ts';
import { sizeOf, type BlobStore, type Job, type JobFile } from '../../../store/store.ts';
import type { Approvals } from '../../approval/approvals.ts';
import { checkStorage } from '../../../calls/access/check-storage.ts';
import type { HttpDeps } from '../../deployment.ts';
import { json, principalOf, type Answer, type Exchange, type Handler } from '../../exchange.ts';
import { guardsOf } from '../../stages/store-idempotent-answer.ts';
import { checkMayUse } from '../../../calls/access/authorize-tool.ts';
import { refuseParts, type ReceivedFile } from '../../body/multipart.ts';
import { openDocuments } from '../../../calls/documents/open-documents.ts';
import { requestOf } from '../../body/reading/read.ts';
import { toolPath } from '../route.ts';
import { jobJson, jobPath } from './job-json.ts';
import { pinnedResults, pinResults, resultDocument } from './result-document.ts';

/**
 * `POST /api/v1/jobs`: what the synchronous route would refuse of the request is refused here, and what is queued needs
 * nothing of the request any more.
 */
export function submitJob(deps: HttpDeps & { readonly approvals: Approvals }): Handler {
  const { config, deployment, jobs, reader, store, seal, approvals } = deps;
  const tools = new Map(deployment.tools.map((tool) => [tool.name, tool]));
  function toolOf(name: string): Tool {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return tool;
  }
  const find = resultDocument(jobs);
  const answer = (job: Job): Answer =>
    json(202, jobJson(job, config.problemBase), { location: jobPath(job.id), 'retry-after': '1' });

  return async (exchange) => {
    const principal = principalOf(exchange);
    const payload = await exchange.payload();
    const received = payload.files;
    const { tool: name, ...asked } = await reader.job(
      { ...payload, query: '' },
      { client: principal.client, signal: exchange.cancel.signal },
    );
    const tool = toolOf(name);
    checkMayUse(principal, tool);
    refuseParts(received, tool);
    const kept = keeps(tool, seal);
    const request = requestOf(asked.outcome);
    const pinned = await pinResults(request, tool, { find, client: principal.client });
    const approvable = {
      tool,
      request: approvals.requires(tool)
        ? await openDocuments(request, tool, {
            jobResult: pinnedResults(pinned, store.blobs),
            client: principal.client,
          })
        : request,
    };
    return approvals.commit(exchange, approvable, async (use) => {
      if (received.length > 0) await jobs.checkRoom(principal.client);
      await checkStorage(deps, principal, asked.input.byteLength + sizeOf(received.map(({ stored }) => stored)));
      const files = [
        ...(await keepFiles(use === null ? received : received.map(withoutName), store.blobs, exchange)),
        ...pinned,
      ];
      const submission = {
        tool: name,
        principal,
        request: kept(asked.input),
        files,
        retain: asked.retain ?? config.jobRetention,
      };
      exchange.cancel.signal.throwIfAborted(); // nobody would know of it
      return answer(
        await jobs.submit(submission, { ...guardsOf(exchange, answer), ...(use !== null && { approval: use }) }),
      );
    });
  };
}

/**
 * How the request of a job is stored: one that holds keys so that only this process can read it. Throws AppError
 * `invalid-request` where another may have to.
 */
function keeps(tool: Tool, seal: RequestSeal | null): (request: Uint8Array) => Uint8Array {
  if (tool.secrets !== true) return (request) => request;
  if (seal === null)
    throw invalidRequest([
      {
        pointer: '/tool',
        message:
          `\`${tool.name}\` does not run as a job in this deployment: its request holds a key, which would have ` +
          `to be stored for another process. Call ${toolPath(tool)} instead`,
      },
    ]);
  return (request) => seal.close(request);
}

/** See `nameless` of open-documents.ts: of a job it is the stored file that goes without its name. */
function withoutName(file: ReceivedFile): ReceivedFile {
  return file.field === 'documents' ? { ...file, filename: '' } : file;
}

/** Files as blobs, straight from the spool. Nothing is kept of a request that is over before it is whole. */
async function keepFiles(
  received: readonly ReceivedFile[],
  blobs: BlobStore,
  { cancel }: Exchange,
): Promise<JobFile[]> {
  const files: JobFile[] = [];
  for (const { stored, ...file } of received) {
    files.push({ ...file, blob: await blobs.put(stored.stream()) });
    cancel.signal.throwIfAborted();
  }
  return files;
}
