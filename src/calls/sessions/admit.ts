import type { Context } from '../../context.ts';
import type { Services, Tool } from '../../editions/edition.ts';
import { invalidRequest } from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import { requestOf, type Outcome } from '../reading/read.ts';

/** The checks of the tool `render` on a request, without a print. */
export interface Admission {
  readonly tool: Tool;
  readonly services: Services;
}

/** A request that was read, as a dry run. */
export interface Candidate {
  readonly outcome: Outcome;
  /** Mistakes of the form that the request came in. */
  readonly mistakes: readonly Mistake[];
  /** Whether it is also composed, on a thread. */
  readonly composes: boolean;
  /** True where the request was a list of operations, so that pointers lead into it. */
  readonly isList?: boolean;
}

/**
 * Throws the problem that `/render` would answer to the request before its print. So an operation that can never be
 * rendered does not enter a session. Pointers to `/operations/0` become pointers into the body
 * that the client sent.
 */
export async function admit(
  { outcome, mistakes, composes, isList = false }: Candidate,
  { tool, services }: Admission,
  context: Context,
): Promise<void> {
  try {
    const valid = requestOf(outcome);
    if (mistakes.length > 0) throw invalidRequest([]);
    if (composes) await tool.run(valid, services, context);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // what it leads to may be in another operation, before it or after it
    if (error.slug === 'reference-unresolved') return;
    const errors = [
      ...mistakes,
      ...error.errors.map(({ pointer, message }) => ({
        pointer: isList ? pointer : pointer.replace(/^\/operations\/0(?=\/|$)/, ''),
        message,
      })),
    ];
    throw error.slug === 'invalid-request'
      ? invalidRequest(errors)
      : new AppError(error.slug, error.message, { errors, extra: error.extra, cause: error.cause });
  }
}
