import type { Slug } from '../../problems.ts';
import { problemDocument, shownError } from '../../problems/problem-document.ts';
import type { Log } from '../../log.ts';
import type { Answer } from '../exchange.ts';

/** RFC 9457. */
export const problemType = 'application/problem+json';

/** Seconds after which it is worth trying again, where the error itself states none. */
const retryAfter: Partial<Record<Slug, string>> = {
  overloaded: '1',
  'shutting-down': '5',
  'not-ready': '5',
  'rate-limited': '1',
  'idempotency-in-progress': '1',
};

/** Answers of 500 and above that are no fault: load, a start and a stop. */
const expected: ReadonlySet<Slug> = new Set(['overloaded', 'not-ready', 'shutting-down']);

interface ProblemContext {
  /** The start of `type`, before the slug (SERVICE_PROBLEM_BASE). */
  readonly base: string;
  readonly requestId: string;
  /** `null` = the log has the cause already. */
  readonly log: Log | null;
}

/**
 * The problem document (RFC 9457) of a thrown value. Anything but an AppError is reported as `internal-error` without
 * its message, which is in the log only. The cause of an AppError goes to the log too.
 */
export function problemAnswer(thrown: unknown, { base, requestId, log }: ProblemContext): Answer {
  const error = shownError(thrown);
  if (error.status >= 500 && !expected.has(error.slug))
    log?.error({ err: error.cause ?? error, slug: error.slug }, error.slug);
  else if (error.cause !== undefined) log?.info({ err: error.cause, slug: error.slug }, error.slug);
  const again = retryAfter[error.slug];
  const headers = {
    'content-type': problemType,
    ...(again !== undefined && { 'retry-after': again }),
    ...lowerCased(error.headers),
  };
  return {
    status: error.status,
    headers,
    body: Buffer.from(JSON.stringify(problemDocument(error, { base, instance: requestId }))),
  };
}

/** The same problem as the answer of another request (a replay). */
export function problemFor(requestId: string, body: Uint8Array): Uint8Array {
  return Buffer.from(JSON.stringify({ ...(JSON.parse(Buffer.from(body).toString()) as object), instance: requestId }));
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
