import { createToolCall, type CallDeps } from '../../calls/call-tool.ts';
import type { Tool } from '../../editions/edition.ts';
import { choose, represent } from '../answer/representation.ts';
import { callerOf } from '../caller-of.ts';
import type { Handler } from '../exchange.ts';
import { remainingForm } from '../stages/store-idempotent-answer.ts';
import { queryOf } from './route.ts';

/** The route of a tool: `POST /api/v1/<name>`. */
export function runTool(tool: Tool, deps: CallDeps): Handler {
  const call = createToolCall(tool, deps);
  return async (exchange) => {
    exchange.stages.add('receive', performance.now() - exchange.start);
    const received = { ...(await exchange.payload()), query: queryOf(exchange.req.url) };
    return call(received, callerOf(exchange), ({ produces, reports }) => {
      const representation = reports ? 'application/json' : choose(exchange.req, produces);
      return {
        representation,
        answer: (result) => represent(result, representation),
        stored: remainingForm,
      };
    });
  };
}
