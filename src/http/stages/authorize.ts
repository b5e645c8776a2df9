import { principalOf } from '../exchange.ts';
import { checkMayUse } from '../../calls/access/authorize-tool.ts';
import type { Stage } from '../stage.ts';
import { handlerFor } from '../routes/route-problems.ts';

/**
 * 5. Checks the route, then the method, then the tier and the scope of the key. The first two are independent of the
 * key.
 */
export function authorize(): Stage {
  return (exchange, next) => {
    const { route } = handlerFor(exchange);
    if (route.tool) checkMayUse(principalOf(exchange), route.tool);
    return next();
  };
}
