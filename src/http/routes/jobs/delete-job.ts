import { jobNotFound } from '../../../jobs/jobs.ts';
import type { Job } from '../../../store/store.ts';
import type { HttpDeps } from '../../deployment.ts';
import { empty, principalOf, type Answer, type Handler } from '../../exchange.ts';
import { guardsOf } from '../../stages/store-idempotent-answer.ts';
import { problemAnswer } from '../../answer/problem.ts';

/** `DELETE /api/v1/jobs/{id}`: stops what is under way, and deletes record and result. */
export function deleteJob({ config, jobs }: HttpDeps): Handler {
  return async (exchange) => {
    const told = { base: config.problemBase, requestId: exchange.id, log: exchange.log };
    const answer = (job: Job | null): Answer => (job === null ? problemAnswer(jobNotFound(), told) : empty(204));
    exchange.cancel.signal.throwIfAborted();
    return answer(
      await jobs.remove(principalOf(exchange).client, exchange.params.id ?? '', guardsOf(exchange, answer)),
    );
  };
}
