import type { FairQueue } from '../../fair-queue.ts';
import { toolBody } from '../body/accepted-body.ts';
import type { Approvals } from '../../calls/approval/approvals.ts';
import { capabilities } from './capabilities.ts';
import type { HttpDeps } from '../deployment.ts';
import { mountRoute } from '../mount.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import { live, ready } from './probes.ts';
import { apiBase, toolPath } from './route.ts';
import { type Route } from '../exchange.ts';
import { runTool } from './run-tool.ts';
import { sessionRoutes } from './sessions/session-routes.ts';

/**
 * Every route of this deployment: registered at the start, from the tools that are installed
 * (docs/spec/keys-and-editions.md). A worker has the probes alone.
 */
export function routes(
  deps: HttpDeps & { readonly approvals: Approvals; readonly gate: FairQueue },
  isStopping: () => boolean,
): readonly Route[] {
  const probes: Route[] = [
    { path: '/healthz', methods: { GET: live() }, body: null, tool: null, probe: true },
    { path: '/readyz', methods: { GET: ready(deps, isStopping) }, body: null, tool: null, probe: true },
  ];
  if (deps.config.role === 'worker') return probes;
  return [
    ...probes,
    { path: `${apiBase}/capabilities`, methods: { GET: capabilities(deps) }, body: null, tool: null, probe: false },
    ...deps.deployment.tools.map((tool) => ({
      path: toolPath(tool),
      methods: { POST: runTool(tool, deps) },
      body: toolBody(tool),
      tool,
      probe: false,
    })),
    ...jobRoutes(deps),
    ...sessionRoutes(deps),
    ...(deps.mounts ?? []).map((mount) => mountRoute(mount, deps)),
  ];
}
