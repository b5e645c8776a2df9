import type { Operation } from '../../render/model/operation.ts';
import type { Landed } from '../../sessions/sessions.ts';
import type { Session } from '../../store/facets/sessions.ts';
import { checkStorage } from '../access/check-storage.ts';
import { payloadLimit } from '../access/limits.ts';
import { contextOf, guardsOf, type Answering, type Caller } from '../caller.ts';
import type { Payload } from '../reading/received.ts';
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

/** An operation that was appended, and its session as it was before. */
export interface Appended extends Landed {
  readonly session: Session;
}

/** Appends an operation to a session of the caller. Throws the AppErrors of each step. */
export async function appendOperation<T>(
  { config, sessions, store, admission, reader }: SessionDeps,
  caller: Caller,
  { sessionId, operation, query, ifMatch, receive }: Append,
  { answer, stored }: Answering<Appended, T>,
): Promise<T> {
  const { principal, signal } = caller;
  const { client, tier } = principal;
  const session = await sessions.find(client, sessionId, false);
  const arriving = { payload: await receive(), query, document: session.document };
  const { entry, mistakes, outcome } = await reader.addition(arriving, operation, { client, signal });
  await checkStorage({ config, store }, principal, entry.json.byteLength);
  await admit({ outcome, mistakes, composes: operation.flows }, admission, contextOf(caller));
  const addition = { entry, ifMatch, maxBytes: payloadLimit(config, tier).bytes, signal };
  const answering = { answer: (landed: Landed) => answer({ ...landed, session }), stored };
  return answering.answer(await sessions.append(session, addition, guardsOf(caller, answering)));
}
