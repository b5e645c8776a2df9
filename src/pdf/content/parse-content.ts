import { ContentReader } from './content-reader.ts';
import type { Operation } from './operation.ts';

/**
 * The operations of a content stream, one after the other. Never fails over what is written: words that are no
 * operators are operations of that name, brackets without a partner are passed over, operands at the end without an
 * operator belong to an operation ''. Between two operations there is nothing but white space, comments and such
 * brackets.
 * @throws AppError `limit-exceeded` where arrays nest too deep
 */
export function* parseContent(bytes: Buffer): Generator<Operation, void, undefined> {
  const reader = new ContentReader(bytes);
  for (let operation = reader.next(); operation !== null; operation = reader.next()) yield operation;
}
