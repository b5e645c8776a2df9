import { AppError, problems, type Mistake } from '../../problems.ts';
import { exitCodeOf, exitCodes, Unreachable, UsageError } from '../exit-codes.ts';
import { ServiceProblem } from '../engines/service-problem.ts';

/** The end of a command that failed. */
export interface Failure {
  readonly code: number;
  /** The lines for standard error. */
  readonly lines: readonly string[];
}

/** The exit code of an error, and its text for a person. `command` is the command that was called. */
export function failureOf(error: unknown, command: string): Failure {
  if (error instanceof AppError) {
    const { slug, status, message, errors } = error;
    return problem({ slug, status, title: problems[slug][1], detail: message, errors });
  }
  if (error instanceof ServiceProblem) {
    const { slug, status, title, message, errors } = error;
    return problem({ slug, status, title, detail: message, errors });
  }
  if (error instanceof UsageError)
    return {
      code: exitCodes.request,
      lines: [`${command}: ${error.message}`, `\`${command} --help\` has the arguments.`],
    };
  const message = error instanceof Error ? error.message : String(error);
  const title = error instanceof Unreachable ? 'unreachable: Service unreachable' : 'internal-error: Internal error';
  return { code: exitCodes.failure, lines: [title, message] };
}

interface Problem {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly Mistake[];
}

function problem({ slug, status, title, detail, errors }: Problem): Failure {
  const mistakes = errors.map(
    ({ pointer, message }) => `  ${pointer === '' ? '(the whole request)' : pointer}: ${message}`,
  );
  return { code: exitCodeOf(status), lines: [`${slug}: ${title}`, detail, ...mistakes].map(oneLine) };
}

/** Texts of documents can have line ends and control characters, which a terminal would follow. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
