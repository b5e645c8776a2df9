/**
 * Runs `send` without stack traces of the errors that it makes. Puppeteer makes an error for each command, for the case
 * that the command fails, and a trace takes 0.05 ms.
 */
export function untraced<T>(send: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return send();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
