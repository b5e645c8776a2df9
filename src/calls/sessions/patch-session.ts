import { invalidRequest } from '../../input/input.ts';
import { AppError } from '../../problems.ts';
import type { Changed, Session, SessionChange } from '../../store/facets/sessions.ts';
import { checkStorage } from '../access/check-storage.ts';
import { contextOf, type Answering, type Caller } from '../caller.ts';
import { jsonOf } from '../reading/assemble-body.ts';
import { admit } from './admit.ts';
import { changeSession, type SessionCallWithBody } from './change-session.ts';
import type { SessionDeps } from './open-session.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The result of a JSON Merge Patch (RFC 7396, 2). */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const merged = new Map(Object.entries(isFields(target) ? target : {}));
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  return Object.fromEntries(merged);
}

/**
 * Applies a merge patch to `document`, `output` and `ttl` of a session. Where the session changes meanwhile, the patch
 * is applied to what it has become, unless the call names revisions. Throws the AppErrors of each step.
 */
export async function patchSession<T>(
  deps: SessionDeps,
  caller: Caller,
  { receive, ...call }: SessionCallWithBody,
  answering: Answering<Changed, T>,
): Promise<T> {
  const { client } = caller.principal;
  const payload = await receive();
  const patch = jsonOf(payload);
  if (!isFields(patch))
    throw invalidRequest([{ pointer: '', message: 'the body must be an object: `document`, `output` or `ttl`' }]);
  for (;;) {
    caller.signal.throwIfAborted();
    const session = await deps.sessions.find(client, call.sessionId, false);
    const change = await patched(deps, caller, session, patch);
    const ifMatch = call.ifMatch ?? [session.revision];
    try {
      return await changeSession(deps, caller, { ...call, ifMatch, change }, answering);
    } catch (error) {
      const isLate = call.ifMatch === null && error instanceof AppError && error.slug === 'revision-mismatch';
      if (!isLate) throw error;
    }
  }
}

async function patched(
  { config, store, admission, reader }: SessionDeps,
  caller: Caller,
  session: Session,
  patch: Fields,
): Promise<SessionChange> {
  const { ttl: patchedTtl, ...rest } = patch;
  const options = { document: JSON.parse(session.document) as object, output: JSON.parse(session.output) as object };
  const merged = mergePatch(options, rest) as Fields;
  const body = patchedTtl === undefined || patchedTtl === null ? merged : { ...merged, ttl: patchedTtl };
  const request = Buffer.from(JSON.stringify(body));
  const { principal, signal } = caller;
  const opening = await reader.opening(
    { kind: 'json', request, files: [], isLarge: false },
    { client: principal.client, signal },
  );
  const bytes = Buffer.byteLength(opening.document) + Buffer.byteLength(opening.output);
  await checkStorage({ config, store }, principal, bytes);
  if (opening.outcome !== null)
    await admit({ outcome: opening.outcome, mistakes: [], composes: true }, admission, contextOf(caller));
  const fallback = patchedTtl === null ? config.sessionTtl : session.ttl;
  return {
    kind: 'options',
    document: opening.document,
    output: opening.output,
    ttl: opening.ttlMs ?? fallback,
  };
}
