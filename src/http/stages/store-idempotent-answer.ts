import type { Guards, StoredAnswer } from '../../store/store.ts';
import type { Answer, Exchange } from '../exchange.ts';

/** What belongs to the one answer, not to the content. */
const passing = ['server-timing', 'retry-after'];

/** An answer as it is kept for a replay. */
export function remainingForm({ status, headers, body }: Answer): StoredAnswer {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name))),
    body,
  };
}

/**
 * What the store commits together with the change that a request asks for: its answer, where the request has an
 * `Idempotency-Key`. A handler that answers by the same `answer` thus changes the store and keeps the answer in one
 * transaction.
 */
export function guardsOf<T>({ keep }: Pick<Exchange, 'keep'>, answer: (result: T) => Answer): Guards<T> {
  return keep === null ? {} : { keep: { ...keep, answer: (result) => remainingForm(answer(result)) } };
}
