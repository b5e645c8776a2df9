import type { Config } from '../../config.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Session } from '../../store/store.ts';
import { principalOf, type Answer } from '../exchange.ts';
import { guardsOf } from '../keep.ts';
import type { SessionReader } from '../reading/session-reader.ts';
import type { Handler } from '../route.ts';
import { admit, type Admission } from './admit.ts';
import { contextOf } from './context-of.ts';
import { sessionAnswer } from './session-answer.ts';

/** `POST /sessions`. */
export function openSession({ config, sessions, admission, reader }: { readonly config: Config; readonly sessions: Sessions; readonly admission: Admission; readonly reader: SessionReader }): Handler {
  return async (exchange) => {
    const { client } = principalOf(exchange);
    const { document, output, ttlMs, outcome } = await reader.opening(await exchange.payload(), { client, signal: exchange.cancel.signal });
    if (outcome !== null) await admit({ outcome, mistakes: [], composes: true }, admission, contextOf(exchange));
    const answer = (session: Session): Answer => sessionAnswer(201, session);
    return answer(await sessions.open(client, { document, output, ttl: ttlMs ?? config.sessionTtl }, guardsOf(exchange, answer)));
  };
}
