import { createToolCall, type CallDeps } from '../../calls/call-tool.ts';
import type { Tool } from '../../editions/edition.ts';
import { toolAnswering } from '../answer/tool-answering.ts';
import { callerOf } from '../caller-of.ts';
import type { Handler } from '../exchange.ts';
import { queryOf } from './route.ts';

/** The route of a tool: `POST /api/v1/<name>`. */
export function runTool(tool: Tool, deps: CallDeps): Handler {
  const call = createToolCall(tool, deps);
  return async (exchange) => {
    exchange.stages.add('receive', performance.now() - exchange.start);
    const received = { ...(await exchange.payload()), query: queryOf(exchange.req.url) };
    return call(received, callerOf(exchange), ({ produces, reports }) => toolAnswering(exchange, produces, reports));
  };
}
