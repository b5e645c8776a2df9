import { documentProblems } from './problems/document-problems.ts';
import { requestProblems } from './problems/request-problems.ts';
import { serviceProblems } from './problems/service-problems.ts';

/**
 * The catalogue of problems (docs/spec/requests.md, RFC 9457), by slug. The answers, docs/problems.md and the responses
 * of the OpenAPI document are made from it.
 */
export const problems = { ...requestProblems, ...documentProblems, ...serviceProblems } as const;

/** The name of a problem, which is the last part of its `type`. */
export type Slug = keyof typeof problems;

/** A mistake in a body: its place (JSON Pointer, RFC 6901) and a sentence about it. */
export interface Mistake {
  readonly pointer: string;
  readonly message: string;
}

interface AppErrorOptions {
  readonly errors?: readonly Mistake[];
  /** Extension members of the problem document (RFC 9457, 3.2). */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/**
 * An error that is reported to the client: a slug for programs, a sentence for people (`message`), a cause for the log.
 */
export class AppError extends Error {
  readonly slug: Slug;
  readonly errors: readonly Mistake[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(slug: Slug, detail: string, options: AppErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.slug = slug;
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problems[this.slug][0];
  }

  /** The error as plain data, which can be sent to another thread or process and be stored. The cause is lost. */
  toPlain(): PlainAppError {
    return { appError: true, slug: this.slug, detail: this.message, errors: this.errors, extra: this.extra };
  }

  /** The error that `toPlain` made into data. */
  static fromPlain(plain: PlainAppError): AppError {
    return new AppError(plain.slug, plain.detail, { errors: plain.errors, extra: plain.extra });
  }
}

/** An AppError as plain data. */
export interface PlainAppError {
  readonly appError: true;
  readonly slug: Slug;
  readonly detail: string;
  readonly errors: readonly Mistake[];
  readonly extra: Readonly<Record<string, unknown>>;
}
