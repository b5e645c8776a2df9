import type { Caller } from '../calls/caller.ts';
import { principalOf, type Exchange } from './exchange.ts';

/** The caller of a request that has passed the stages before its handler. */
export function callerOf(exchange: Exchange): Caller {
  const { id, cancel, log, stages, claim, req } = exchange;
  const { approval } = req.headers;
  return {
    requestId: id,
    principal: principalOf(exchange),
    signal: cancel.signal,
    log,
    stages,
    approval: typeof approval === 'string' ? approval : null,
    claim,
  };
}
