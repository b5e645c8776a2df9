import type { FairQueue } from '../../../fair-queue.ts';
import { principalOf, type Exchange, type Handler } from '../../exchange.ts';
import { ifMatchOf } from './if-match.ts';

/** A handler that waits until it is the turn of its request. */
export function turnsOf(turns: FairQueue): (handle: Handler) => Handler {
  return (handle) => async (exchange) => {
    const leave = await turns.enter(principalOf(exchange).client, exchange.cancel.signal);
    try {
      return await handle(exchange);
    } finally {
      leave();
    }
  };
}

/** The session that the path names, the revisions that it may have, and the body. */
export function sessionCall(exchange: Exchange) {
  return {
    sessionId: exchange.params.sessionId ?? '',
    ifMatch: ifMatchOf(exchange.req.headers['if-match']),
    receive: () => exchange.payload(),
  };
}
