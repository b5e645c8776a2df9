import type { Tool } from '../editions/edition.ts';
import type { HttpDeps } from './deployment.ts';
import { principalOf } from './exchange.ts';
import { bodyOf } from './payload.ts';
import { choose, represent } from './representation.ts';
import type { Handler } from './routes.ts';

/** The route of a tool: what it may answer is settled first, then its body is parsed and validated, then it runs. */
export function runTool(tool: Tool, { deployment, services }: Pick<HttpDeps, 'deployment' | 'services'>): Handler {
  const input = tool.input(deployment.operations);
  return async (exchange) => {
    const representation = choose(exchange.req, tool.produces);
    const request = input.validate(bodyOf(await exchange.payload(), tool));
    const context = { requestId: exchange.id, principal: principalOf(exchange), signal: exchange.cancel.signal, log: exchange.log, stages: exchange.stages };
    return represent(await tool.run(request, services, context), representation, exchange.stages);
  };
}
