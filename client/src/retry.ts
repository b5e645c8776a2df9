import type { RetryOptions } from './options.ts';

/** How failed requests are repeated. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** The policy of these options. */
export function retryPolicy({ attempts = 4, firstDelayMs = 500, maxDelayMs = 30_000 }: RetryOptions): RetryPolicy {
  return { attempts, firstDelayMs, maxDelayMs };
}

/**
 * The wait before the next attempt, `null` if there is none: what the service asks for, and a little more, so that
 * clients that were refused together do not come back together; without a request of the service, a random part of a
 * delay that doubles.
 */
export function delayBefore(attempt: number, retryAfterMs: number | null, policy: RetryPolicy): number | null {
  if (attempt > policy.attempts) return null;
  if (retryAfterMs !== null) return retryAfterMs > policy.maxDelayMs ? null : retryAfterMs * (1 + Math.random() / 10);
  const delayMs = Math.min(policy.firstDelayMs * 2 ** (attempt - 2), policy.maxDelayMs);
  return delayMs * (0.5 + Math.random() / 2);
}

/** True for answers that a repetition can change: too many requests, an overloaded or stopping service. */
export function isPassing(status: number, slug: string): boolean {
  return status === 429 || status === 503 || slug === 'idempotency-in-progress';
}

/** The time that `Retry-After` names (RFC 9110): seconds, or a date. */
export function retryAfterMs(headers: Headers, nowMs: number = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^[0-9]+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
