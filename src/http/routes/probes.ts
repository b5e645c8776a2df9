import { AppError } from '../../problems.ts';
import type { HttpDeps } from '../deployment.ts';
import { json, type Handler } from '../exchange.ts';

/** `/healthz`: the process answers. */
export function live(): Handler {
  return () => json(200, { status: 'ok' });
}

/** `/readyz`: it can print, and does not stop. */
export function ready({ notReady }: Pick<HttpDeps, 'notReady'>, isStopping: () => boolean): Handler {
  return async () => {
    if (isStopping()) throw new AppError('shutting-down', 'The service is stopping.');
    const missing = await notReady();
    if (missing !== null) throw new AppError('not-ready', missing);
    return json(200, { status: 'ready' });
  };
}
