import type { Context } from '../../context.ts';
import type { Services, Tool } from '../../editions/edition.ts';
import { invalidRequest, type Input } from '../../input.ts';
import { AppError, type Mistake } from '../../problems.ts';

/** How the tool `render` reads a body and looks at it without printing. */
export interface Admission {
  readonly tool: Tool;
  readonly input: Input<unknown>;
  readonly services: Services;
}

/**
 * Throws whatever `/render` would answer to `request` before it prints, so that nothing gets into a session that could never be rendered: its log
 * only grows. `mistakes` are those of the form that the request came in; `composes` = also composes it, on a thread, as `dryRun` does.
 * What stands at `/operations/0` in `request` is told as the client sent it, at the root.
 */
export async function admit(request: object, { mistakes = [], composes }: { readonly mistakes?: readonly Mistake[]; readonly composes: boolean }, { tool, input, services }: Admission, context: Context): Promise<void> {
  try {
    const valid = input.validate({ ...request, dryRun: true });
    if (mistakes.length > 0) throw invalidRequest([]);
    if (composes) await tool.run(valid, services, context);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const errors = [...mistakes, ...error.errors.map(({ pointer, message }) => ({ pointer: pointer.replace(/^\/operations\/0(?=\/|$)/, ''), message }))];
    throw error.slug === 'invalid-request' ? invalidRequest(errors) : new AppError(error.slug, error.message, { errors, extra: error.extra, cause: error.cause });
  }
}
