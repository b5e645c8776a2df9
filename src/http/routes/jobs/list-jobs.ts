import type { HttpDeps } from '../../deployment.ts';
import { json, principalOf, type Handler } from '../../exchange.ts';
import { queryOf } from '../route.ts';
import { jobJson } from './job-json.ts';
import { readListQuery } from './list-query.ts';

/** `GET /api/v1/jobs`: the jobs of the client, the newest first, a page at a time. */
export function listJobs({ config, jobs }: HttpDeps): Handler {
  return async (exchange) => {
    const { client } = principalOf(exchange);
    const page = readListQuery(client, queryOf(exchange.req.url));
    const { jobs: found, next } = await jobs.list(page);
    return json(200, { jobs: found.map((job) => jobJson(job, config.problemBase)), next });
  };
}
