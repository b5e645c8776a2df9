import { limitBody } from '../body/body.ts';
import type { HttpDeps } from '../deployment.ts';
import { maxPayload } from '../../calls/access/limits.ts';
import type { Stage } from '../stage.ts';

/**
 * 2. Refuses by `Content-Length` before a byte of the body is read, and sets the limit that a body without a length is
 *    counted against.
 * Nobody is authenticated yet, so the limit is the same for all: an answer shows nothing about a key. That of the tier
 * follows in stage 4.
 */
export function sizeLimits({ config }: HttpDeps): Stage {
  const limit = maxPayload(config);
  return (exchange, next) => {
    limitBody(exchange, limit);
    return next();
  };
}
