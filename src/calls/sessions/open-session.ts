import type { Config } from '../../config/config.ts';
import type { FairQueue } from '../../fair-queue.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Session } from '../../store/facets/sessions.ts';
import type { Store } from '../../store/store.ts';
import { checkStorage } from '../access/check-storage.ts';
import { contextOf, guardsOf, type Answering, type Caller } from '../caller.ts';
import type { Payload } from '../reading/received.ts';
import { admit, type Admission } from './admit.ts';
import type { SessionReader } from './session-reader.ts';

/** The parts that all changes of sessions share. */
export interface SessionDeps {
  readonly config: Config;
  readonly sessions: Sessions;
  readonly store: Store;
  readonly admission: Admission;
  readonly reader: SessionReader;
  /** Where requests with large files wait for their turn. */
  readonly gate: FairQueue;
}

/**
 * Opens a session for a caller. `receive` is called once the client has room for it. Throws the AppErrors of each step.
 */
export async function openSession<T>(
  { config, sessions, store, admission, reader }: SessionDeps,
  caller: Caller,
  receive: () => Promise<Payload>,
  answering: Answering<Session, T>,
): Promise<T> {
  const { principal, signal } = caller;
  const { client } = principal;
  await checkStorage({ config, store }, principal);
  const { document, output, ttlMs, outcome } = await reader.opening(await receive(), { client, signal });
  if (outcome !== null) await admit({ outcome, mistakes: [], composes: true }, admission, contextOf(caller));
  await checkStorage({ config, store }, principal, Buffer.byteLength(document) + Buffer.byteLength(output));
  const opening = { document, output, ttl: ttlMs ?? config.sessionTtl };
  return answering.answer(await sessions.open(client, opening, guardsOf(caller, answering)));
}
