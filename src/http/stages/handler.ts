import type { Stage } from '../stage.ts';
import { handlerFor } from '../routes/route-problems.ts';

/** 9. Runs the handler of the route. A probe skips stage 5, so the method is checked here again. */
export function handler(): Stage {
  return async (exchange) => handlerFor(exchange).handle(exchange);
}
