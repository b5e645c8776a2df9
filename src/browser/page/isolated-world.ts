import { AppError } from '../../problems.ts';
import type { Tab } from '../tab.ts';

/** Evaluates an expression in the page, and answers its value. */
export type Evaluate = (expression: string) => Promise<unknown>;

/**
 * Opens an isolated world of the page, which the page's scripts cannot see. What is evaluated there throws AppError
 * `render-failed` with the message `failure` where the script in it fails.
 */
export async function isolatedWorld({ session, frameId }: Tab, worldName: string, failure: string): Promise<Evaluate> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
  return async (expression) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new AppError('render-failed', failure, {
        cause: new Error(exceptionDetails.exception?.description ?? exceptionDetails.text),
      });
    return result.value as unknown;
  };
}
