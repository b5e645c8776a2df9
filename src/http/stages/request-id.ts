import { randomUUID } from 'node:crypto';
import type { HttpDeps } from '../deployment.ts';
import type { Stage } from '../stage.ts';

const shape = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * 1. Uses the caller's `X-Request-Id`, or makes one. It is in the answer, in every line of the log and in every
 * problem.
 */
export function requestId({ log }: HttpDeps): Stage {
  return (exchange, next) => {
    const sent = exchange.req.headers['x-request-id'];
    exchange.id = typeof sent === 'string' && shape.test(sent) ? sent : randomUUID();
    exchange.log = log.child({ id: exchange.id });
    return next();
  };
}
