import type { RateStore } from '../facets/rates.ts';
import type { Queries } from './database.ts';

/**
 * Rates that all nodes share: one call of a function of the schema, which locks the keys in order. They are not flushed
 * to the disk, so a crash of the server resets them.
 */
export function postgresRates(queries: Queries): RateStore {
  return {
    async take(takes, window, now) {
      const { rows } = await queries.query<{ allowed: boolean; remaining: number; retry_after: string }>(
        'SELECT * FROM colophon.take_rates($1, $2, $3, $4)',
        [takes.map(({ key }) => key), takes.map(({ limit }) => limit), window, Math.round(now)],
      );
      return rows.map(({ allowed, remaining, retry_after: retryAfter }) => ({
        allowed,
        remaining,
        retryAfter: Number(retryAfter),
      }));
    },
  };
}
