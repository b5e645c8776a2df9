import type { Stage } from './stage.ts';
import type { HttpDeps } from './deployment.ts';
import type { Answer, Exchange } from './exchange.ts';
import type { Keys } from '../calls/access/keys.ts';
import { authenticate } from './stages/authenticate.ts';
import { authorize } from './stages/authorize.ts';
import { cors } from './stages/cors.ts';
import { handler } from './stages/handler.ts';
import { idempotency } from './stages/idempotency.ts';
import { rateLimit } from './stages/rate-limit.ts';
import { requestId } from './stages/request-id.ts';
import { sizeLimits } from './stages/size-limits.ts';
import { timeout } from './stages/timeout.ts';

interface NamedStage {
  readonly name: string;
  readonly run: Stage;
  /** Probes answer outside stages 4-8. */
  readonly probes: boolean;
}

/** The stages of every request, in this order (docs/spec/requests.md). */
export function pipeline(deps: HttpDeps, keys: Keys, isStopping: () => boolean): readonly NamedStage[] {
  return [
    { name: 'request id', run: requestId(deps), probes: true },
    { name: 'size limits', run: sizeLimits(deps), probes: true },
    { name: 'cors', run: cors(deps), probes: true },
    { name: 'authentication', run: authenticate(deps, keys), probes: false },
    { name: 'capability authorization', run: authorize(), probes: false },
    { name: 'rate limits', run: rateLimit(deps, keys), probes: false },
    { name: 'idempotency', run: idempotency(deps), probes: false },
    { name: 'timeout', run: timeout(deps, isStopping), probes: false },
    { name: 'handler', run: handler(), probes: true },
  ];
}

/** The stages as one function, from the first to the last. */
export function compose(stages: readonly NamedStage[]): (exchange: Exchange) => Promise<Answer> {
  const last = (): Promise<Answer> => Promise.reject(new Error('The last stage has to answer.'));
  return stages.reduceRight<(exchange: Exchange) => Promise<Answer>>(
    (next, { run }) =>
      async (exchange) =>
        run(exchange, () => next(exchange)),
    last,
  );
}
