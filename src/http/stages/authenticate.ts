import { AppError } from '../../problems.ts';
import { addressOf } from '../server/address.ts';
import { limitBody } from '../body/body.ts';
import { keyInvalid, keyMissing } from '../answer/key-problems.ts';
import type { HttpDeps } from '../deployment.ts';
import { bearerToken, type Keys } from '../../calls/access/keys.ts';
import { minute, payloadLimit } from '../../calls/access/limits.ts';
import type { Stage } from '../stage.ts';
import { SlidingWindow } from '../../store/sliding-window.ts';

/**
 * 4. Finds the client of the key (RFC 6750), and limits the body to the limit of its tier. Failures are limited by
 * address: past the limit the answer is 429 instead of 401.
 */
export function authenticate({ config, deployment }: HttpDeps, keys: Keys): Stage {
  const failures = new SlidingWindow(minute);
  return (exchange, next) => {
    const token = bearerToken(exchange.req.headers.authorization);
    exchange.principal = token === null ? null : keys.verify(token);
    if (exchange.principal) {
      limitBody(exchange, (exchange.route?.body?.raw ?? payloadLimit)(config, exchange.principal.tier));
      return next();
    }
    const taken = failures.take(addressOf(exchange), config.rateLimitAuthFailures);
    if (!taken.allowed)
      throw new AppError('rate-limited', 'Too many failed authentications came from this address.', {
        headers: { 'Retry-After': String(taken.retryAfter) },
      });
    if (token === null)
      throw new AppError('missing-key', keyMissing(exchange, deployment.version), {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    throw new AppError('invalid-key', keyInvalid(token), {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  };
}
