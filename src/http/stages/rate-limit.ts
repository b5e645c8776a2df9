import { AppError } from '../../problems.ts';
import { addressOf } from '../address.ts';
import type { HttpDeps } from '../deployment.ts';
import { principalOf, type Exchange } from '../exchange.ts';
import { minute, rateOf } from '../limits.ts';
import type { Stage } from '../pipeline.ts';
import { SlidingWindow, type Taken } from '../sliding-window.ts';

/** 6. Limits the address, then the client; every answer from here on carries `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-08). */
export function rateLimit({ config }: HttpDeps): Stage {
  const addresses = new SlidingWindow(minute);
  const clients = new SlidingWindow(minute);
  return (exchange, next) => {
    const principal = principalOf(exchange);
    check(exchange, 'ip', config.rateLimitIp, addresses.take(addressOf(exchange), config.rateLimitIp));
    const rate = rateOf(config, principal);
    check(exchange, 'client', rate, clients.take(principal.client, rate));
    return next();
  };
}

function check({ res }: Exchange, policy: 'ip' | 'client', limit: number, taken: Taken): void {
  res.append('RateLimit-Policy', `"${policy}";q=${limit};w=${minute / 1000}`);
  res.append('RateLimit', `"${policy}";r=${taken.remaining};t=${taken.retryAfter}`);
  if (taken.allowed) return;
  const whose = policy === 'ip' ? 'this address' : 'this client';
  throw new AppError('rate-limited', `More than ${limit} requests a minute came from ${whose}.`, { headers: { 'Retry-After': String(taken.retryAfter) } });
}
