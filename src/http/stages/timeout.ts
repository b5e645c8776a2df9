import { AppError } from '../../problems.ts';
import type { HttpDeps } from '../deployment.ts';
import type { Stage } from '../stage.ts';

/**
 * 8. Receives the body, which has its own time limit (408), and then limits the work to the request timeout. At the
 * timeout the signal aborts and stops the work; the answer does not wait for that. The same signal aborts when the
 * client disconnects, and when the grace period of a stop ends.
 */
export function timeout({ config: { requestTimeout } }: HttpDeps, isStopping: () => boolean): Stage {
  return async (exchange, next) => {
    if (isStopping()) throw new AppError('shutting-down', 'The service is stopping and takes no new work.');
    await exchange.payload();
    const { cancel } = exchange;
    const timer = setTimeout(
      () =>
        cancel.abort(
          new AppError('request-timeout', `The work was not done within ${requestTimeout / 1000} s and was stopped.`),
        ),
      requestTimeout,
    );
    try {
      return await Promise.race([next(), rejection(cancel.signal)]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
