import { invalidRequest, pointer } from '../../input/input.ts';
import type { Handler, Route } from '../exchange.ts';
import { queryOf } from './route.ts';

/** A handler of a route without query parameters: each is a mistake, because a client means something by it. */
function refusing(handle: Handler): Handler {
  return (exchange) => {
    const names = [...new Set(new URLSearchParams(queryOf(exchange.req.url)).keys())];
    if (names.length === 0) return handle(exchange);
    throw invalidRequest(
      names.map((name) => ({
        pointer: pointer([name]),
        message: `\`${name.slice(0, 64)}\` is in the query, and this route has no parameters there`,
      })),
    );
  };
}

/** These methods, which then refuse every query. */
export function withoutQuery(methods: Route['methods']): Route['methods'] {
  return Object.fromEntries(Object.entries(methods).map(([method, handle]) => [method, refusing(handle)]));
}
