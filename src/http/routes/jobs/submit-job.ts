import { createJobSubmission, type SubmissionDeps } from '../../../calls/jobs/submit-job.ts';
import type { Job } from '../../../store/facets/jobs.ts';
import { callerOf } from '../../caller-of.ts';
import { json, type Handler } from '../../exchange.ts';
import { answering } from '../../stages/store-idempotent-answer.ts';
import { jobJson, jobPath } from './job-json.ts';

/** `POST /api/v1/jobs`. */
export function submitJob(deps: SubmissionDeps): Handler {
  const submit = createJobSubmission(deps);
  const accepted = answering((job: Job) =>
    json(202, jobJson(job, deps.config.problemBase), { location: jobPath(job.id), 'retry-after': '1' }),
  );
  return async (exchange) => submit(await exchange.payload(), callerOf(exchange), accepted);
}
