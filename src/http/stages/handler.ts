import { AppError } from '../../problems.ts';
import type { Stage } from '../stage.ts';
import { allow, handlerOf } from '../routes/route.ts';

/** 9. Runs the handler of the route. A probe skips stage 5, so the method is checked here again. */
export function handler(): Stage {
  return async (exchange) => {
    const { route, req } = exchange;
    if (!route) throw new AppError('not-found', 'There is no such route in this deployment.');
    const handle = handlerOf(route, req.method);
    if (!handle)
      throw new AppError('method-not-allowed', `This path does not take ${req.method}; it takes ${allow(route)}.`, {
        headers: { Allow: allow(route) },
      });
    return handle(exchange);
  };
}
