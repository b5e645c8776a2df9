import { Colophon, type ColophonOptions } from '../../client/src/index.ts';
import { keys, type Service } from './service.ts';
import { sharedService } from './shared.ts';

/** One service for all tests of the client: with sessions, for pages of any origin, and without approvals. */
export function clientService(): Promise<Service> {
  return sharedService({
    SERVICE_SESSIONS_ENABLED: 'true',
    SERVICE_APPROVAL_REQUIRED: 'none',
    SERVICE_CORS_ORIGINS: '*',
  });
}

/** A client with a key of the highest tier that repeats without long waits. */
export function clientOf(baseUrl: string, options: Partial<ColophonOptions> = {}): Colophon {
  return new Colophon({ baseUrl, key: keys.enterprise, retry: { firstDelayMs: 1 }, ...options });
}

/** A request for a page with this text. */
export function hello(text = 'Hello'): { operations: { op: 'add_text'; text: string }[] } {
  return { operations: [{ op: 'add_text', text }] };
}

/** What a promise is rejected with; fails where it is not. */
export async function failureOf<E extends Error>(
  promise: Promise<unknown>,
  kind: abstract new (...args: never[]) => E,
): Promise<E> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw error;
}
