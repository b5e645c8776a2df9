import { AppError } from '../../problems.ts';
import type { Taken } from '../../store/facets/rates.ts';
import { addressOf } from '../server/address.ts';
import type { HttpDeps } from '../deployment.ts';
import { principalOf, type Exchange } from '../exchange.ts';
import type { Keys } from '../../calls/access/keys.ts';
import { minute, rateOf, rateOfAddress } from '../../calls/access/limits.ts';
import type { Stage } from '../stage.ts';

interface Policy {
  readonly name: 'ip' | 'client';
  readonly key: string;
  readonly limit: number;
}

/**
 * 6. Limits the address, then the client. Every later answer carries `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-08).
 */
export function rateLimit({ config, store }: HttpDeps, keys: Keys): Stage {
  return async (exchange, next) => {
    const principal = principalOf(exchange);
    const policies: readonly Policy[] = [
      { name: 'ip', key: `ip ${addressOf(exchange)}`, limit: rateOfAddress(config, keys.highestRate()) },
      { name: 'client', key: `client ${principal.client}`, limit: rateOf(config, principal) },
    ];
    const taken = await store.rates.take(policies, minute, Date.now());
    for (const [index, one] of taken.entries()) check(exchange, policies[index], one);
    return next();
  };
}

function check({ res }: Exchange, policy: Policy | undefined, taken: Taken): void {
  if (policy === undefined) throw new Error('The store returned more decisions than requested.');
  const { name, limit } = policy;
  res.append('RateLimit-Policy', `"${name}";q=${limit};w=${minute / 1000}`);
  res.append('RateLimit', `"${name}";r=${taken.remaining};t=${taken.retryAfter}`);
  if (taken.allowed) return;
  const whose = name === 'ip' ? 'this address' : 'this client';
  throw new AppError('rate-limited', `More than ${limit} requests a minute came from ${whose}.`, {
    headers: { 'Retry-After': String(taken.retryAfter) },
  });
}
