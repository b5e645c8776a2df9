import { OperationInput } from '../../render/operation-input.ts';
import type { Operation } from '../../render/operation.ts';
import type { Landed, Sessions } from '../../sessions/sessions.ts';
import type { Config } from '../../config.ts';
import { json, principalOf, type Answer } from '../exchange.ts';
import { guardsOf } from '../keep.ts';
import { payloadLimit } from '../limits.ts';
import { queryOf, type Handler } from '../route.ts';
import { contextOf } from './context-of.ts';
import { admit, type Admission } from './admit.ts';
import { etagOf, ifMatchOf } from './if-match.ts';
import { fieldsOf } from './operation-fields.ts';

/** `POST .../pages`, `.../text` and so on: appends the operation whose fields the body has. */
export function appendOperation(operation: Operation, { config, sessions, admission }: { readonly config: Config; readonly sessions: Sessions; readonly admission: Admission }): Handler {
  const schema = new OperationInput(operation).fieldsJsonSchema;
  return async (exchange) => {
    const { client, tier } = principalOf(exchange);
    const session = await sessions.find(client, exchange.params.sessionId ?? '', false);
    const { fields, mistakes } = await fieldsOf(await exchange.payload(), queryOf(exchange.req.url), schema);
    const appended = { op: operation.name, ...fields };
    const request = { operations: [appended], document: JSON.parse(session.document) as unknown };
    await admit(request, { mistakes, composes: operation.flows }, admission, contextOf(exchange));
    const answer = ({ revision, index }: Landed): Answer => json(201, { sessionId: session.id, revision, index }, { etag: etagOf(revision) });
    const addition = { operation: appended, ifMatch: ifMatchOf(exchange.req.headers['if-match']), mostBytes: payloadLimit(config, tier), signal: exchange.cancel.signal };
    return answer(await sessions.append(session, addition, guardsOf(exchange, answer)));
  };
}
