import { invalidRequest } from '../input/input.ts';

/**
 * Throws AppError `invalid-request` when one of the operations has this id. An id is unique in a document, so a session
 * with a duplicate could never be rendered.
 */
export function refuseUsedId(id: unknown, operations: readonly Uint8Array[]): void {
  const text = Buffer.from(`"id":${JSON.stringify(id)}`); // operations are stored as JSON.stringify writes them
  const index = operations.findIndex((operation) => bufferOf(operation).includes(text) && idOf(operation) === id);
  if (index >= 0)
    throw invalidRequest([
      { pointer: '/id', message: `the id '${String(id)}' is that of operation ${index} of the session` },
    ]);
}

function idOf(operation: Uint8Array): unknown {
  return (JSON.parse(bufferOf(operation).toString('utf8')) as { readonly id?: unknown }).id;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
