import type { StageTime } from '../../stages.ts';
import type { Exchange } from '../exchange.ts';

/** How a request ended. */
export interface Outcome {
  readonly method: string;
  /** The path as the reference writes it; `null` = it has no such path. */
  readonly route: string | null;
  /** 499 = the client went away before its answer. */
  readonly status: number;
  readonly milliseconds: number;
  readonly times: readonly StageTime[];
}

/** The outcome of an exchange that has just ended. */
export function outcomeOf({ req, res, route, stages, start, answered }: Exchange): Outcome {
  const status = answered || res.writableFinished ? res.statusCode : 499;
  return {
    method: req.method,
    route: route?.path ?? null,
    status,
    milliseconds: performance.now() - start,
    times: stages.times,
  };
}

/**
 * Logs one line for each request, without body, query and key. Probes come every few seconds, so they are logged at
 * `debug`.
 */
export function logAccess({ route, principal, log }: Exchange, { milliseconds, times, ...ended }: Outcome): void {
  const line = {
    ...ended,
    ms: Math.round(milliseconds * 10) / 10,
    stages: Object.fromEntries(times.map(({ name, milliseconds }) => [name, Math.round(milliseconds * 10) / 10])),
    ...(principal && { client: principal.client, kid: principal.kid }),
  };
  if (route?.probe) log.debug(line, 'request');
  else log.info(line, 'request');
}
