import type { BlobStore, Job, JobFile } from '../../store/store.ts';
import type { HttpDeps } from '../deployment.ts';
import { json, principalOf, type Answer, type Exchange } from '../exchange.ts';
import { guardsOf } from '../keep.ts';
import { checkMayUse } from '../may-use.ts';
import { refuseParts, type ReceivedFile } from '../multipart.ts';
import { jsonOf, placeFiles } from '../payload.ts';
import type { Handler } from '../route.ts';
import { together, validated } from '../validated.ts';
import { jobJson, jobPath } from './job-json.ts';
import { readJobRequest, underInput, type JobRequest } from './job-request.ts';
import { pinResults, resultDocument } from './result-document.ts';

/** `POST /api/v1/jobs`: what the synchronous route would refuse of the request is refused here, and what is queued needs nothing of the request any more. */
export function submitJob({ config, deployment, jobs, store }: HttpDeps): Handler {
  const { tools, operations } = deployment;
  const inputs = new Map(tools.map((tool) => [tool.name, tool.input(operations)]));
  const find = resultDocument(jobs);
  const answer = (job: Job): Answer => json(202, jobJson(job, config.problemBase), { location: jobPath(job.id), 'retry-after': '1' });

  /** The valid request of the tool. Every mistake is told at once. */
  function check({ tool, input, mistakes }: JobRequest, files: readonly ReceivedFile[]): Promise<unknown> {
    const takes = inputs.get(tool.name) ?? tool.input(operations);
    return together(mistakes, () => underInput(async () => validated(takes, await placeFiles(input, files, tool))));
  }

  return async (exchange) => {
    const principal = principalOf(exchange);
    const { files: received, ...payload } = await exchange.payload();
    const asked = readJobRequest(jsonOf(payload), tools);
    checkMayUse(principal, asked.tool);
    refuseParts(received, asked.tool);
    const request = await check(asked, received);
    const pinned = await pinResults(request, asked.tool, { find, client: principal.client });
    if (received.length > 0) await jobs.checkRoom();
    const files = [...(await keepFiles(received, store.blobs, exchange)), ...pinned];
    const submission = { tool: asked.tool.name, principal, request: Buffer.from(JSON.stringify(asked.input)), files, retain: asked.retain ?? config.jobRetention };
    exchange.cancel.signal.throwIfAborted(); // nobody would know of it
    return answer(await jobs.submit(submission, guardsOf(exchange, answer)));
  };
}

/** Files as blobs, straight from the spool. Nothing is kept of a request that is over before it is whole. */
async function keepFiles(received: readonly ReceivedFile[], blobs: BlobStore, { cancel }: Exchange): Promise<JobFile[]> {
  const files: JobFile[] = [];
  for (const { stored, ...file } of received) {
    files.push({ ...file, blob: await blobs.put(stored.stream()) });
    cancel.signal.throwIfAborted();
  }
  return files;
}
