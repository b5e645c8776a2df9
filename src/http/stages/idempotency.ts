import { AppError } from '../../problems.ts';
import type { IdempotencyScope, IdempotencyStore, StoredAnswer } from '../../store/facets/idempotency.ts';
import { checkStorage } from '../../calls/access/check-storage.ts';
import { type HttpDeps } from '../deployment.ts';
import { principalOf, type Answer, type Exchange } from '../exchange.ts';
import { remainingForm } from './store-idempotent-answer.ts';
import type { Stage } from '../stage.ts';
import { problemAnswer, problemFor, problemType } from '../answer/problem.ts';
import { fingerprintPieces } from './fingerprint-pieces.ts';

const keyShape = /^[\x20-\x7e]{1,255}$/;
/** Methods that change something. */
const changing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const retentionMs = 24 * 3_600_000;
/** Refusals of the handler that a retry would get again. */
const refusals = [400, 404, 409, 422];

/**
 * 7. Runs a request with an `Idempotency-Key` once (docs/spec/requests.md). A retry gets the stored answer. When a
 * handler has stored the answer itself, together with its change (`guardsOf`), the store ignores the second call here.
 */
export function idempotency(deps: HttpDeps): Stage {
  const { store, reader, config } = deps;
  const { idempotencyLease: lease } = config;
  return async (exchange, next) => {
    const scope = scopeOf(exchange);
    if (scope === null) return next();
    const payload = await exchange.payload();
    const fingerprint = await reader.fingerprint(fingerprintPieces(exchange.req, payload), {
      isLarge: payload.isLarge,
      client: scope.client,
      signal: exchange.cancel.signal,
    });
    const found = await store.idempotency.begin(scope, fingerprint, Date.now() + lease, Date.now());
    if (found.state === 'conflict')
      throw new AppError('idempotency-conflict', 'This `Idempotency-Key` was used with another request.');
    if (found.state === 'running')
      throw new AppError('idempotency-in-progress', 'The first request with this `Idempotency-Key` is still running.', {
        headers: { 'Retry-After': '1' },
      });
    if (found.state === 'finished') return replay(exchange, found.answer);
    exchange.claim = { scope, claim: found.claim, expiresAt: Date.now() + retentionMs };
    const problemContext = { base: config.problemBase, requestId: exchange.id, log: exchange.log };
    return runOnce({ store: store.idempotency, scope, claim: found.claim, lease, exchange }, async () => {
      try {
        if (exchange.req.method !== 'DELETE') await checkStorage(deps, principalOf(exchange));
        return await next();
      } catch (error) {
        if (error instanceof AppError && refusals.includes(error.status)) return problemAnswer(error, problemContext);
        throw error;
      }
    });
  };
}

function scopeOf(exchange: Exchange): IdempotencyScope | null {
  const { req } = exchange;
  const key = req.headers['idempotency-key'];
  if (key === undefined || exchange.route?.streams === true || !changing.has(req.method)) return null;
  if (typeof key !== 'string' || !keyShape.test(key))
    throw new AppError(
      'invalid-idempotency-key',
      '`Idempotency-Key` has to be 1 to 255 characters of printable ASCII.',
    );
  return { client: principalOf(exchange).client, method: req.method, path: exchange.path, key };
}

interface Claim {
  readonly store: IdempotencyStore;
  readonly scope: IdempotencyScope;
  readonly claim: string;
  /** Milliseconds. The lease is renewed three times within that time. */
  readonly lease: number;
  readonly exchange: Exchange;
}

/**
 * Renews the claim while `work` runs. A stored answer is durable before the client gets it; any other answer releases
 * the key. When the answer can't be stored, the client gets `not-ready` instead, because a retry would make another
 * document.
 */
async function runOnce({ store, scope, claim, lease, exchange }: Claim, work: () => Promise<Answer>): Promise<Answer> {
  const failed = (error: unknown): void => exchange.log.error({ err: error }, 'idempotency store failed');
  const renewal = setInterval(() => void store.renew(scope, claim, Date.now() + lease).catch(failed), lease / 3);
  try {
    const answer = await work();
    if (isStorable(answer))
      await store.finish(scope, claim, remainingForm(answer), Date.now() + retentionMs).catch(notStored);
    else await store.release(scope, claim).catch(failed);
    return answer;
  } catch (error) {
    await store.release(scope, claim).catch(failed);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** The answer was not stored, for any reason. A retry finds out the result of the work. */
function notStored(cause: unknown): never {
  throw new AppError(
    'not-ready',
    'The answer could not be stored under its `Idempotency-Key`, and is not sent for that reason. Send the ' +
      'request again.',
    { cause },
  );
}

function isStorable({ status }: Answer): boolean {
  return (status >= 200 && status < 300) || refusals.includes(status);
}

function replay(exchange: Exchange, { status, headers, body }: StoredAnswer): Answer {
  const isProblem = headers['content-type'] === problemType;
  return {
    status,
    headers: { ...headers, 'idempotency-replayed': 'true' },
    body: isProblem ? problemFor(exchange.id, body) : body,
  };
}
