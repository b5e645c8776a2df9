import { limitBody } from '../body/body.ts';
import type { HttpDeps } from '../deployment.ts';
import { maxPayload, type BodyLimit, type OwnLimit } from '../../calls/access/limits.ts';
import type { Stage } from '../stage.ts';

/**
 * 2. Refuses a body by its `Content-Length` before a byte is read, and sets the limit for a body without a length. The
 * client is not authenticated yet, so the limit is the same for all, and an answer reveals nothing about a key. The
 * limit of the tier follows in stage 4.
 */
export function sizeLimits({ config }: HttpDeps): Stage {
  const limits = new Map<OwnLimit | undefined, BodyLimit>();
  return (exchange, next) => {
    const own = exchange.route?.body?.raw;
    const limit = limits.get(own) ?? maxPayload(config, own);
    limits.set(own, limit);
    limitBody(exchange, limit);
    return next();
  };
}
