import { AppError } from '../../problems.ts';
import { principalOf } from '../exchange.ts';
import { checkMayUse } from '../../calls/access/authorize-tool.ts';
import type { Stage } from '../stage.ts';
import { allow, handlerOf } from '../routes/route.ts';

/**
 * 5. Checks the route, then the method, then the tier and the scope of the key. The first two are independent of the
 * key.
 */
export function authorize(): Stage {
  return (exchange, next) => {
    const { route, req } = exchange;
    if (!route) throw new AppError('not-found', 'There is no such route in this deployment.');
    if (!handlerOf(route, req.method))
      throw new AppError('method-not-allowed', `This path does not take ${req.method}; it takes ${allow(route)}.`, {
        headers: { Allow: allow(route) },
      });
    if (route.tool) checkMayUse(principalOf(exchange), route.tool);
    return next();
  };
}
