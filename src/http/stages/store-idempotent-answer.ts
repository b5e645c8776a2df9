import type { Answering } from '../../calls/caller.ts';
import type { StoredAnswer } from '../../store/facets/idempotency.ts';
import type { Answer } from '../exchange.ts';

/** Headers of one answer only, which a replay does not repeat. */
const passing = ['server-timing', 'retry-after'];

/** An answer in the form that is stored for a replay. */
export function remainingForm({ status, headers, body }: Answer): StoredAnswer {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name))),
    body,
  };
}

/** How this transport answers with a result; a replay gives the same answer. */
export function answering<R>(answer: (result: R) => Answer): Answering<R, Answer> {
  return { answer, stored: remainingForm };
}
