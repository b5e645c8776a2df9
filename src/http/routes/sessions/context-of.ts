import type { Context } from '../../../context.ts';
import { principalOf, type Exchange } from '../../exchange.ts';

/** What a request passes down. */
export function contextOf(exchange: Exchange): Context {
  const { id, cancel, log, stages } = exchange;
  return { requestId: id, principal: principalOf(exchange), signal: cancel.signal, log, stages };
}
