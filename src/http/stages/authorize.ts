import { reaches } from '../../context.ts';
import { AppError } from '../../problems.ts';
import { principalOf } from '../exchange.ts';
import type { Stage } from '../pipeline.ts';
import { allow, handlerOf } from '../routes.ts';

/** 5. Decides what the key may do here: whether there is such a route and method first, whatever the tier, then tier and scope. */
export function authorize(): Stage {
  return (exchange, next) => {
    const { route, req } = exchange;
    if (!route) throw new AppError('not-found', 'There is no such route in this deployment.');
    if (!handlerOf(route, req.method)) throw new AppError('method-not-allowed', `This path does not take ${req.method}; it takes ${allow(route)}.`, { headers: { Allow: allow(route) } });
    const { tier, scope } = principalOf(exchange);
    if (route.tool && !reaches(tier, route.tool.tier)) throw new AppError('tier-required', `\`${route.tool.name}\` needs a key of the tier \`${route.tool.tier}\`; this one is \`${tier}\`.`);
    if (route.tool && scope && !scope.has(route.tool.name)) throw new AppError('capability-denied', `The scope of this key does not include \`${route.tool.name}\`.`);
    return next();
  };
}
