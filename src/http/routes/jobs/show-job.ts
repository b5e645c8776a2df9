import type { HttpDeps } from '../../deployment.ts';
import { json, principalOf, type Handler } from '../../exchange.ts';
import { jobJson } from './job-json.ts';

/** `GET /api/v1/jobs/{id}`: the state and progress of the job. */
export function showJob({ config, jobs }: HttpDeps): Handler {
  return async (exchange) => {
    const job = await jobs.find(principalOf(exchange).client, exchange.params.id ?? '');
    const unfinished = job.status === 'queued' || job.status === 'running';
    return json(200, jobJson(job, config.problemBase), unfinished ? { 'retry-after': '1' } : {});
  };
}
