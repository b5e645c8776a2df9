import { AppError, problems } from '../problems.ts';

/** The problem document (RFC 9457) of an error, about the request or job that `instance` names. */
export function problemDocument(
  { slug, message, errors, extra }: AppError,
  { base, instance }: { readonly base: string; readonly instance: string },
): Readonly<Record<string, unknown>> {
  const [status, title] = problems[slug];
  return {
    type: base + slug,
    title,
    status,
    detail: message,
    instance,
    ...(errors.length > 0 && { errors }),
    ...extra,
  };
}

/** The error that a client sees for a thrown value. Anything but an AppError is `internal-error`, without its message. */
export function shownError(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : new AppError('internal-error', unexpected, { cause: thrown });
}

const unexpected = 'Something went wrong in the service. The log has it under this `instance`.';
