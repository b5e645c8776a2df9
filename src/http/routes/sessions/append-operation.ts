import type { Config } from '../../../config.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { Landed, Sessions } from '../../../sessions/sessions.ts';
import type { Store } from '../../../store/store.ts';
import { checkStorage } from '../../../calls/access/check-storage.ts';
import { json, principalOf, type Answer, type Handler } from '../../exchange.ts';
import { guardsOf } from '../../stages/store-idempotent-answer.ts';
import { payloadLimit } from '../../../calls/access/limits.ts';
import type { SessionReader } from '../../body/reading/session-reader.ts';
import { queryOf } from '../route.ts';
import { admit, type Admission } from './admit.ts';
import { contextOf } from './context-of.ts';
import { etagOf, ifMatchOf } from './if-match.ts';

interface AppendDeps {
  readonly config: Config;
  readonly sessions: Sessions;
  readonly store: Store;
  readonly admission: Admission;
  readonly reader: SessionReader;
}

/** `POST .../pages`, `.../text` and so on: appends the operation whose fields the body has. */
export function appendOperation(
  operation: Operation,
  { config, sessions, store, admission, reader }: AppendDeps,
): Handler {
  return async (exchange) => {
    const principal = principalOf(exchange);
    const { client, tier } = principal;
    const session = await sessions.find(client, exchange.params.sessionId ?? '', false);
    const arriving = {
      payload: await exchange.payload(),
      query: queryOf(exchange.req.url),
      document: session.document,
    };
    const { entry, mistakes, outcome } = await reader.addition(arriving, operation, {
      client,
      signal: exchange.cancel.signal,
    });
    await checkStorage({ config, store }, principal, entry.json.byteLength);
    await admit({ outcome, mistakes, composes: operation.flows }, admission, contextOf(exchange));
    const answer = ({ revision, index }: Landed): Answer =>
      json(201, { sessionId: session.id, revision, index }, { etag: etagOf(revision) });
    const addition = {
      entry,
      ifMatch: ifMatchOf(exchange.req.headers['if-match']),
      maxBytes: payloadLimit(config, tier),
      signal: exchange.cancel.signal,
    };
    return answer(await sessions.append(session, addition, guardsOf(exchange, answer)));
  };
}
