import { jobNotFound } from '../../../jobs/jobs.ts';
import type { Job } from '../../../store/facets/jobs.ts';
import type { HttpDeps } from '../../deployment.ts';
import { empty, principalOf, type Answer, type Handler } from '../../exchange.ts';
import { guardsOf } from '../../../calls/caller.ts';
import { callerOf } from '../../caller-of.ts';
import { answering } from '../../stages/store-idempotent-answer.ts';
import { problemAnswer } from '../../answer/problem.ts';

/** `DELETE /api/v1/jobs/{id}`: stops the work, and deletes record and result. */
export function deleteJob({ config, jobs }: HttpDeps): Handler {
  return async (exchange) => {
    const about = { base: config.problemBase, requestId: exchange.id, log: exchange.log };
    const deleted = answering((job: Job | null): Answer =>
      job === null ? problemAnswer(jobNotFound(), about) : empty(204),
    );
    exchange.cancel.signal.throwIfAborted();
    const { client } = principalOf(exchange);
    return deleted.answer(await jobs.remove(client, exchange.params.id ?? '', guardsOf(callerOf(exchange), deleted)));
  };
}
