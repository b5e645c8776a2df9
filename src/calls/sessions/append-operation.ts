import type { Operation } from '../../render/model/operation.ts';
import { newOperation } from '../../sessions/content.ts';
import type { Changed } from '../../store/facets/sessions.ts';
import { checkStorage } from '../access/check-storage.ts';
import { payloadLimit } from '../access/limits.ts';
import { contextOf, guardsOf, type Answering, type Caller } from '../caller.ts';
import type { Payload } from '../reading/received.ts';
import { fill } from './session-assets.ts';
import { admit } from './admit.ts';
import type { SessionDeps } from './open-session.ts';

/** An operation whose fields a request has. */
export interface Append {
  readonly sessionId: string;
  readonly operation: Operation;
  /** The options of a request whose body is a file. */
  readonly query: string;
  /** Revisions that the session may have (`If-Match`); `null` = any. */
  readonly ifMatch: readonly number[] | null;
  /** Called once the session is found. */
  readonly receive: () => Promise<Payload>;
}

/** Appends an operation to a session of the caller. Throws the AppErrors of each step. */
export async function appendOperation<T>(
  { config, sessions, store, admission, reader }: SessionDeps,
  caller: Caller,
  { sessionId, operation, query, ifMatch, receive }: Append,
  answering: Answering<Changed, T>,
): Promise<T> {
  const { principal, signal } = caller;
  const { client, tier } = principal;
  const session = await sessions.find(client, sessionId, false);
  const held = await sessions.assets(session);
  const assets = held.map(({ name }) => name);
  const arriving = { payload: await receive(), query, document: session.document, assets };
  const { content, mistakes, outcome } = await reader.addition(arriving, operation, { client, signal });
  await checkStorage({ config, store }, principal, content.json.byteLength);
  if ('request' in outcome) await fill(outcome.request, held, { texts: [content.json], blobs: store.blobs });
  await admit({ outcome, mistakes, composes: operation.flows }, admission, contextOf(caller));
  const change = { kind: 'insert', operations: [newOperation(content)], at: null } as const;
  const maxBytes = payloadLimit(config, tier).bytes;
  return answering.answer(await sessions.change(session, { change, ifMatch, maxBytes }, guardsOf(caller, answering)));
}
