import type { Context } from '../context.ts';
import type { Guards } from '../store/facets/guards.ts';
import type { StoredAnswer } from '../store/facets/idempotency.ts';

/** The claim of an `Idempotency-Key` (docs/spec/requests.md), under which the answer of a call is stored. */
export type Claim = Omit<NonNullable<Guards<never>['keep']>, 'answer'>;

/** The client of a call, and the facts of this call beside its request. A transport makes one for each call. */
export interface Caller extends Omit<Context, 'reports' | 'documents'> {
  /** The approval of a human, a compact JWS (RFC 7515); `null` = none was sent. */
  readonly approval: string | null;
  /** `null` = the call has no `Idempotency-Key`. */
  readonly claim: Claim | null;
}

/** How a transport answers a call that results in `R`. */
export interface Answering<R, T> {
  /** The transport's own answer. If it throws, nothing is stored. */
  readonly answer: (result: R) => T;
  /** The answer in the form that is stored for a replay. */
  readonly stored: (answer: T) => StoredAnswer;
}

/** The context of a call for a tool, without the approval and the claim. */
export function contextOf({ requestId, principal, signal, log, stages }: Caller): Context {
  return { requestId, principal, signal, log, stages };
}

/** The guards that the store commits with the change of a call: its answer, if it has an `Idempotency-Key`. */
export function guardsOf<R, T>({ claim }: Pick<Caller, 'claim'>, { answer, stored }: Answering<R, T>): Guards<R> {
  return claim === null ? {} : { keep: { ...claim, answer: (result) => stored(answer(result)) } };
}
