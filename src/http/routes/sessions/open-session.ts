import type { Config } from '../../../config.ts';
import type { Sessions } from '../../../sessions/sessions.ts';
import type { Session, Store } from '../../../store/store.ts';
import { checkStorage } from '../../../calls/access/check-storage.ts';
import { principalOf, type Answer, type Handler } from '../../exchange.ts';
import { guardsOf } from '../../stages/store-idempotent-answer.ts';
import type { SessionReader } from '../../body/reading/session-reader.ts';
import { admit, type Admission } from './admit.ts';
import { contextOf } from './context-of.ts';
import { sessionAnswer } from './session-answer.ts';

interface OpenDeps {
  readonly config: Config;
  readonly sessions: Sessions;
  readonly store: Store;
  readonly admission: Admission;
  readonly reader: SessionReader;
}

/** `POST /sessions`. */
export function openSession({ config, sessions, store, admission, reader }: OpenDeps): Handler {
  return async (exchange) => {
    const principal = principalOf(exchange);
    const { client } = principal;
    await checkStorage({ config, store }, principal);
    const { document, output, ttlMs, outcome } = await reader.opening(await exchange.payload(), {
      client,
      signal: exchange.cancel.signal,
    });
    if (outcome !== null) await admit({ outcome, mistakes: [], composes: true }, admission, contextOf(exchange));
    const answer = (session: Session): Answer => sessionAnswer(201, session);
    return answer(
      await sessions.open(client, { document, output, ttl: ttlMs ?? config.sessionTtl }, guardsOf(exchange, answer)),
    );
  };
}
