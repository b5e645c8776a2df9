import { Stages } from '../../stages.ts';
import type { Spool } from '../../calls/documents/spool.ts';
import { receive, type Receiving } from '../body/payload.ts';
import { emptyPayload, type Payload } from '../../calls/reading/received.ts';
import { ClientGone } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { FoundRoute } from '../routes/route-table.ts';
import { outcomeOf, logAccess, type Outcome } from './access-log.ts';
import type { Connections } from './connections.ts';

/** Methods whose body is received. */
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

interface NewExchange extends Pick<Exchange, 'req' | 'res' | 'path' | 'log' | 'routes'> {
  readonly found: FoundRoute | null;
  readonly receiving: Receiving;
  readonly spool: Spool;
}

/** The exchange of a request that has just arrived, before the first stage. */
export function createExchange({ found, receiving, spool, ...known }: NewExchange): Exchange {
  let payload: Promise<Payload> | null = null;
  const accepted = withBody.has(known.req.method) ? (found?.route.body ?? null) : null;
  const exchange: Exchange = {
    ...known,
    route: found?.route ?? null,
    params: found?.params ?? {},
    start: performance.now(),
    stages: new Stages(),
    cancel: new AbortController(),
    id: '',
    limit: { bytes: 0, setting: '' },
    principal: null,
    claim: null,
    continued: false,
    answered: false,
    closing: false,
    payload: () =>
      (payload ??= accepted ? receive(exchange, accepted, { ...receiving, spool }) : Promise.resolve(emptyPayload)),
    release: () => spool.close(),
  };
  return exchange;
}

/** The path of a request target, in origin form or absolute form (RFC 9112, 3.2). */
export function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  if (path.startsWith('/') || !URL.canParse(path)) return path;
  return new URL(path).pathname;
}

/**
 * Tracks an exchange until it ends, however it ends. Its signal aborts when the client goes away. The end is logged and
 * reported to `ended`, once.
 */
export function follow(
  exchange: Exchange,
  connections: Connections,
  ended: ((outcome: Outcome) => void) | undefined,
): void {
  const { req, res, cancel } = exchange;
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    connections.delete(exchange);
    const outcome = outcomeOf(exchange);
    logAccess(exchange, outcome);
    ended?.(outcome);
  };
  connections.add(exchange);
  req.on('error', () => undefined); // a connection that breaks while the body arrives also aborts `cancel`
  res.on('error', () => undefined);
  res.once('close', () => {
    if (!res.writableFinished && !exchange.answered) cancel.abort(new ClientGone());
    end();
  });
  cancel.signal.addEventListener('abort', () => {
    if (cancel.signal.reason instanceof ClientGone) end();
  });
}
