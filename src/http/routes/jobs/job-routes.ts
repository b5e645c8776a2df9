import type { Approvals } from '../../../calls/approval/approvals.ts';
import type { HttpDeps } from '../../deployment.ts';
import { apiBase } from '../route.ts';
import { withoutQuery } from '../without-query.ts';
import { type Route } from '../../exchange.ts';
import { filePartsOfJobs } from '../../../calls/reading/job-request.ts';
import { deleteJob } from './delete-job.ts';
import { jobResult } from './job-result.ts';
import { listJobs } from './list-jobs.ts';
import { showJob } from './show-job.ts';
import { submitJob } from './submit-job.ts';

/**
 * The routes of jobs (docs/spec/jobs-and-sessions.md). Their tool is named in the body, so they have no tool that
 * authorization could check before.
 */
export function jobRoutes(deps: HttpDeps & { readonly approvals: Approvals }): Route[] {
  const of = { tool: null, probe: false };
  return [
    {
      ...of,
      path: `${apiBase}/jobs`,
      methods: { GET: listJobs(deps), ...withoutQuery({ POST: submitJob(deps) }) },
      body: {
        fileParts: filePartsOfJobs(deps.deployment.tools),
        anyParts: deps.deployment.tools.some(({ namesParts }) => namesParts === true),
      },
    },
    {
      ...of,
      path: `${apiBase}/jobs/{id}`,
      methods: withoutQuery({ GET: showJob(deps), DELETE: deleteJob(deps) }),
      body: null,
    },
    { ...of, path: `${apiBase}/jobs/{id}/result`, methods: withoutQuery({ GET: jobResult(deps) }), body: null },
  ];
}
