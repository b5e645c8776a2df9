import { tooLarge } from '../body.ts';
import type { HttpDeps } from '../deployment.ts';
import { bearerToken, type Keys } from '../keys.ts';
import { payloadLimit } from '../limits.ts';
import type { Stage } from '../pipeline.ts';

/**
 * 2. Refuses by `Content-Length` before a byte of the body is read, and sets the limit that a body without a length is counted against.
 * The key is not verified yet, so the tier is the highest that the request can possibly have.
 */
export function sizeLimits({ config }: HttpDeps, keys: Keys): Stage {
  return (exchange, next) => {
    exchange.limit = payloadLimit(config, keys.tierOf(bearerToken(exchange.req.headers.authorization) ?? '') ?? 'core');
    if (Number(exchange.req.headers['content-length'] ?? 0) > exchange.limit) throw tooLarge(exchange.limit);
    return next();
  };
}
