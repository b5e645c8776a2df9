import type { components } from './generated/api.ts';

/** A problem document of the service (RFC 9457), with further members that some problems have. */
export type ProblemDocument = components['schemas']['Problem'];
/** One mistake of a request: the JSON Pointer of its place, and a sentence. */
export type Mistake = components['schemas']['ProblemError'];

/** Everything that this client throws, except that an aborted signal throws its reason. */
export class ColophonError extends Error {
  override name = 'ColophonError';
}

/** An answer that is no success. `slug` is stable: match on it, never on `detail`. */
export class ColophonProblem extends ColophonError {
  override name = 'ColophonProblem';
  /** The last segment of `type`, such as `invalid-request`. An answer without a problem document has `http-<status>`. */
  readonly slug: string;
  readonly type: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** All mistakes of the request at once; empty unless the status is 400 or 422. */
  readonly mistakes: readonly Mistake[];
  /** The id of the request, which is in the log of the service. */
  readonly requestId: string;
  /** How long the service asks to wait, where it does. */
  readonly retryAfterMs: number | null;
  /** The problem document with all of its members: `approval`, `usedBytes`, `step` and others. */
  readonly problem: ProblemDocument & Readonly<Record<string, unknown>>;

  constructor(problem: ProblemDocument, retryAfterMs: number | null = null) {
    const mistakes = problem.errors ?? [];
    const places = mistakes.map(({ pointer, message }) => `${pointer}: ${message}`);
    super([problem.detail, ...places].join('\n'));
    this.slug = problem.type.split('/').at(-1) ?? problem.type;
    this.type = problem.type;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.mistakes = mistakes;
    this.requestId = problem.instance;
    this.retryAfterMs = retryAfterMs;
    this.problem = { ...problem };
  }
}

/** No answer, or one that ended in the middle. `cause` is what the platform reported. */
export class ColophonConnectionError extends ColophonError {
  override name = 'ColophonConnectionError';
}

/** The answer did not arrive within `timeoutMs`. */
export class ColophonTimeoutError extends ColophonError {
  override name = 'ColophonTimeoutError';
}

/** The job was deleted before it succeeded. */
export class ColophonJobCancelledError extends ColophonError {
  override name = 'ColophonJobCancelledError';
}

/** The problem of an answer. A proxy between client and service may answer something else than a problem document. */
export async function problemOf(response: Response, retryAfterMs: number | null): Promise<ColophonProblem> {
  const text = await response.text().catch(() => '');
  return new ColophonProblem(parsed(text) ?? unknownProblem(response, text), retryAfterMs);
}

function parsed(text: string): ProblemDocument | null {
  try {
    const value = JSON.parse(text) as Partial<ProblemDocument> | null;
    const whole = typeof value?.type === 'string' && typeof value.detail === 'string' && 'status' in value;
    return whole ? (value as ProblemDocument) : null;
  } catch {
    return null;
  }
}

function unknownProblem({ status, statusText, headers }: Response, text: string): ProblemDocument {
  const detail = `The answer has status ${status} and no problem document. It begins with: ${text.slice(0, 200)}`;
  const instance = headers.get('x-request-id') ?? '';
  return { type: `about:blank/http-${status}`, title: statusText, status, detail, instance };
}
