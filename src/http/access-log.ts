import type { Exchange } from './exchange.ts';

/** One line a request, and in it no body, no query and no key; 499 = the client went away. Probes only at `debug`: they come every few seconds. */
export function logAccess({ req, res, route, principal, stages, log, start, answered }: Exchange): void {
  const line = {
    method: req.method,
    route: route?.path ?? null,
    status: answered || res.writableFinished ? res.statusCode : 499,
    ms: Math.round((performance.now() - start) * 10) / 10,
    stages: Object.fromEntries(stages.times.map(({ name, milliseconds }) => [name, Math.round(milliseconds * 10) / 10])),
    ...(principal && { client: principal.client, kid: principal.kid }),
  };
  if (route?.probe) log.debug(line, 'request');
  else log.info(line, 'request');
}
