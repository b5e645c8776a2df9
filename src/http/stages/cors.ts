import createCors from 'cors';
import type { HttpDeps } from '../deployment.ts';
import { empty, type Exchange } from '../exchange.ts';
import type { Stage } from '../stage.ts';
import { allow } from '../routes/route.ts';

const sent = ['Authorization', 'Content-Type', 'Accept', 'Idempotency-Key', 'X-Request-Id', 'If-Match', 'Approval'];
const shown = [
  'X-Request-Id',
  'Content-Disposition',
  'Content-Digest',
  'Document-Pages',
  'Document-Warnings',
  'Server-Timing',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Location',
  'ETag',
  'Idempotency-Replayed',
];

/**
 * 3. Answers `OPTIONS` for known paths. CORS is off by default; then no answer has a CORS header, and browsers refuse
 * to pass answers to other origins.
 */
export function cors({ config: { corsOrigins }, mounts = [] }: HttpDeps): Stage {
  const origin = corsOrigins.includes('*') ? '*' : [...corsOrigins];
  const options = {
    origin,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...sent, ...mounts.flatMap(({ headers }) => headers.sent)],
    exposedHeaders: [...shown, ...mounts.flatMap(({ headers }) => headers.shown)],
    maxAge: 600,
    preflightContinue: true,
  };
  const middleware = corsOrigins.length === 0 ? null : createCors(options);
  return async (exchange, next) => {
    if (middleware) await run(middleware, exchange);
    if (exchange.req.method !== 'OPTIONS' || !exchange.route) return next();
    return empty(204, { allow: allow(exchange.route) });
  };
}

function run(middleware: ReturnType<typeof createCors>, { req, res }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    middleware(req, res, (error: unknown) => (error instanceof Error ? reject(error) : resolve()));
  });
}
