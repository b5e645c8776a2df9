import { joi } from '../../input/fields.ts';
import { joiInput, type Input } from '../../input/input.ts';
import type { Copied, Session } from '../../store/facets/sessions.ts';
import { checkStorage } from '../access/check-storage.ts';
import { guardsOf, type Answering, type Caller } from '../caller.ts';
import { jsonOf } from '../reading/assemble-body.ts';
import type { SessionCallWithBody } from './change-session.ts';
import type { SessionDeps } from './open-session.ts';

interface Fork {
  readonly revision?: number;
}

/** The body of `POST /sessions/{id}/fork`. */
export const forkInput: Input<Fork> = joiInput(
  joi.object<Fork>({
    revision: joi
      .number()
      .integer()
      .min(0)
      .description('The revision whose content is copied, within the last 100 changes; the current one unless given.'),
  }),
);

/** Copies a session of the caller into a new one. Throws the AppErrors of each step. */
export async function forkSession<T>(
  { config, sessions, store }: SessionDeps,
  caller: Caller,
  { sessionId, ifMatch, receive }: SessionCallWithBody,
  { answer, stored }: Answering<Session, T>,
): Promise<T> {
  const { principal } = caller;
  const session = await sessions.find(principal.client, sessionId, false);
  const { revision = null } = forkInput.validate(jsonOf(await receive()));
  await checkStorage({ config, store }, principal, await bytesOf(session, sessions));
  const answering = { answer: ({ session: copy }: Copied) => answer(copy), stored };
  return answering.answer(await sessions.fork(session, { revision, ifMatch }, guardsOf(caller, answering)));
}

/** The bytes of a copy; those of an earlier revision may be a few more or less. */
async function bytesOf(session: Session, sessions: SessionDeps['sessions']): Promise<number> {
  const assets = await sessions.assets(session);
  const options = Buffer.byteLength(session.document) + Buffer.byteLength(session.output);
  return assets.reduce((sum, { blob }) => sum + blob.size, session.bytes + options);
}
