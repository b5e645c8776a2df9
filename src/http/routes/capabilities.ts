import { mayUse } from '../../calls/access/authorize-tool.ts';
import type { HttpDeps } from '../deployment.ts';
import { json, principalOf, type Handler } from '../exchange.ts';
import { payloadLimit, rateOf } from '../../calls/access/limits.ts';
import { toolPath } from './route.ts';

/**
 * `GET /api/v1/capabilities` (docs/spec/keys-and-editions.md): the offer of the deployment, with the part of
 * this key in `usable` and `limits`.
 */
export function capabilities({ config, deployment, seal }: HttpDeps): Handler {
  const { version, chromium, tiers, fonts } = deployment;
  const templates = deployment.templates.map(({ name, description }) => ({ name, description }));
  const operations = deployment.operations
    .map(({ name }) => name)
    .filter((name) => name !== 'add_url' || config.networkAllow.length > 0);
  return async (exchange) => {
    const principal = principalOf(exchange);
    const tools = deployment.tools.map((tool) => ({
      name: tool.name,
      tier: tool.tier,
      path: toolPath(tool),
      approval: config.approvalRequired.includes(tool.name),
      async: tool.secrets !== true || seal !== null,
      usable: mayUse(principal, tool),
    }));
    const limits = {
      payloadBytes: payloadLimit(config, principal.tier).bytes,
      requestsPerMinute: rateOf(config, principal),
      requestTimeoutSeconds: config.requestTimeout / 1000,
      maxPages: config.maxPages,
    };
    return json(200, {
      service: { name: 'colophon', version, chromium },
      tiers,
      tools,
      operations,
      templates,
      fonts: await fonts(),
      sessions: { enabled: config.sessionsEnabled },
      limits,
    });
  };
}
