/** The exit codes of the command. */
export const exitCodes = { success: 0, document: 1, request: 2, notAllowed: 3, failure: 4 } as const;

/** Wrong arguments, or a file that cannot be used: a mistake of the person at the command line. */
export class UsageError extends Error {}

/** A command that there is not. */
export class UnknownCommand extends UsageError {}

/** The service of `--server` did not answer, or not as a service does. */
export class Unreachable extends Error {}

/** Statuses of problems whose exit code is not that of their class. */
const byStatus: Readonly<Record<number, number>> = {
  401: exitCodes.notAllowed,
  403: exitCodes.notAllowed,
  408: exitCodes.failure,
  422: exitCodes.document,
  429: exitCodes.failure,
};

/** The exit code for a problem of this HTTP status. */
export function exitCodeOf(status: number): number {
  return byStatus[status] ?? (status >= 400 && status < 500 ? exitCodes.request : exitCodes.failure);
}
