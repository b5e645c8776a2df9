import type { Outcome } from '../http/server/access-log.ts';
import type { HttpServer } from '../http/server/server.ts';
import type { StageTime } from '../stages.ts';
import type { Registry } from './registry.ts';

/**
 * Requests as they end; the labels are the route as the reference writes it (its tool, where it has one), the method
 * and the status.
 */
export function observeRequests(
  registry: Registry,
  stages: { add(times: readonly StageTime[]): void },
): (outcome: Outcome) => void {
  const requests = registry.counter(
    'colophon_http_requests_total',
    'Requests that have ended, by route, method and status; 499 = the client went away.',
    ['route', 'method', 'status'],
  );
  const seconds = registry.histogram(
    'colophon_http_request_seconds',
    'What requests took from their first byte to the last byte of the answer, by route.',
    ['route'],
  );
  return ({ route, method, status, milliseconds, times }) => {
    const named = route ?? 'none';
    requests.inc({ route: named, method: known.has(method) ? method : 'other', status: String(status) });
    seconds.observe({ route: named }, milliseconds / 1000);
    stages.add(times);
  };
}

/** A client may send any method that HTTP knows. */
const known = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);

/** The current numbers of requests. */
export function observeServer(registry: Registry, server: Pick<HttpServer, 'load'>): void {
  registry.gauge('colophon_http_requests_open', 'Requests under way.', [], () => [
    { labels: {}, value: server.load().open },
  ]);
  registry.gauge(
    'colophon_document_requests',
    'Requests that work on documents, or wait in the queue for that.',
    ['state'],
    () => {
      const { working, waiting } = server.load();
      return Object.entries({ working, waiting }).map(([state, value]) => ({ labels: { state }, value }));
    },
  );
}
