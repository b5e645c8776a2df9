import { newOperation } from '../../sessions/content.ts';
import type { Beside, Changed, Session, SessionChange } from '../../store/facets/sessions.ts';
import { checkStorage } from '../access/check-storage.ts';
import { payloadLimit } from '../access/limits.ts';
import { contextOf, guardsOf, type Answering, type Caller } from '../caller.ts';
import type { Payload } from '../reading/received.ts';
import { fill } from './session-assets.ts';
import { admit } from './admit.ts';
import type { SessionDeps } from './open-session.ts';

/** A call that changes a session. */
export interface SessionCall {
  readonly sessionId: string;
  /** Revisions that the session may have (`If-Match`); `null` = any. */
  readonly ifMatch: readonly number[] | null;
}

/** A call whose body is read once the session is found. */
export interface SessionCallWithBody extends SessionCall {
  readonly receive: () => Promise<Payload>;
}

/** A change that was made, and the operations that came with it, in order. */
export interface ChangedWith extends Changed {
  readonly operations: readonly { readonly operationId: string; readonly op: string }[];
}

/** Adds operations to a session of the caller: all of them or none. Throws the AppErrors of each step. */
export async function insertOperations<T>(
  deps: SessionDeps,
  caller: Caller,
  { at, ...call }: SessionCallWithBody & { readonly at: Beside | null },
  answering: Answering<ChangedWith, T>,
): Promise<T> {
  const session = await deps.sessions.find(caller.principal.client, call.sessionId, false);
  const read = await admitted(deps, caller, session, { payload: await call.receive(), mayBeList: true });
  const operations = read.map(({ content }) => newOperation(content));
  const change: SessionChange = { kind: 'insert', operations, at };
  const withNames = operations.map(({ operationId }, index) => ({ operationId, op: read[index]?.op ?? '' }));
  return changed(deps, caller, { session, change, ...call }, mapped(answering, withNames));
}

/** Puts an operation in the place of another. Throws the AppErrors of each step. */
export async function replaceOperation<T>(
  deps: SessionDeps,
  caller: Caller,
  { operationId, ...call }: SessionCallWithBody & { readonly operationId: string },
  answering: Answering<ChangedWith, T>,
): Promise<T> {
  const session = await deps.sessions.find(caller.principal.client, call.sessionId, false);
  const [read] = await admitted(deps, caller, session, { payload: await call.receive(), mayBeList: false });
  if (read === undefined) throw new Error('A valid body has one operation.');
  const change: SessionChange = { kind: 'replace', operationId, content: read.content };
  return changed(deps, caller, { session, change, ...call }, mapped(answering, [{ operationId, op: read.op }]));
}

/** Makes a change that needs no body, or one whose body is read already. Throws the AppErrors of each step. */
export async function changeSession<T>(
  deps: SessionDeps,
  caller: Caller,
  { change, ...call }: SessionCall & { readonly change: SessionChange },
  answering: Answering<Changed, T>,
): Promise<T> {
  const session = await deps.sessions.find(caller.principal.client, call.sessionId, false);
  return changed(deps, caller, { session, change, ...call }, answering);
}

interface Making extends SessionCall {
  readonly session: Session;
  readonly change: SessionChange;
}

async function changed<T>(
  { config, sessions }: SessionDeps,
  caller: Caller,
  { session, change, ifMatch }: Making,
  answering: Answering<Changed, T>,
): Promise<T> {
  const maxBytes = payloadLimit(config, caller.principal.tier).bytes;
  return answering.answer(await sessions.change(session, { change, ifMatch, maxBytes }, guardsOf(caller, answering)));
}

/** The operations of a body that a render would accept. */
async function admitted(
  { config, sessions, store, admission, reader }: SessionDeps,
  caller: Caller,
  session: Session,
  sent: { readonly payload: Payload; readonly mayBeList: boolean },
) {
  const { principal, signal } = caller;
  const held = await sessions.assets(session);
  const arriving = { ...sent, document: session.document, assets: held.map(({ name }) => name) };
  const read = await reader.operations(arriving, { client: principal.client, signal });
  const bytes = read.operations.reduce((sum, { content }) => sum + content.json.byteLength, 0);
  await checkStorage({ config, store }, principal, bytes);
  const texts = read.operations.map(({ content }) => content.json);
  if ('request' in read.outcome) await fill(read.outcome.request, held, { texts, blobs: store.blobs });
  const candidate = { outcome: read.outcome, mistakes: [], composes: read.flows, isList: read.isList };
  await admit(candidate, admission, contextOf(caller));
  return read.operations;
}

function mapped<T>(
  { answer, stored }: Answering<ChangedWith, T>,
  operations: ChangedWith['operations'],
): Answering<Changed, T> {
  return { answer: (result) => answer({ ...result, operations }), stored };
}
