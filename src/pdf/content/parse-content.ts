import { ContentReader } from './content-reader.ts';
import type { Operation } from './operation.ts';

/**
 * The operations of a content stream. Accepts any bytes: unknown words become operations, unpaired brackets are
 * skipped, and operands at the end without an operator belong to an operation ''. Between two operations are only white
 * space, comments and such brackets.
 * @throws AppError `limit-exceeded` for arrays that nest too deep
 */
export function* parseContent(bytes: Buffer): Generator<Operation, void, undefined> {
  const reader = new ContentReader(bytes);
  for (let operation = reader.next(); operation !== null; operation = reader.next()) yield operation;
}
