import { deserialize, serialize } from 'node:v8';
import type { OperationRequest } from './types/operation-request.ts';
import type { Step } from './types/step.ts';
import type { RenderRequest } from './types/render-request.ts';

/**
 * A parameter of many values (rows of a table, data of a template) as bytes. It is sent to other processes as one copy;
 * objects would be created again, one by one, on the thread that every request shares. JSON has no bytes, so no value
 * of a request can be confused with it.
 */
interface Packed {
  readonly packed: Uint8Array;
}

/** Values above which a parameter is packed. */
const many = 500;

type Params = Readonly<Record<string, unknown>>;

/** The request with its large parameters packed. Until they are unpacked, only composing reads them. */
export function packRequest(request: RenderRequest): RenderRequest {
  return { ...request, operations: request.operations.map(packOperation) };
}

/** The steps as operations take them. */
export function unpackSteps(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => ({
    ...step,
    params: mapped(step.params, unpack),
    ...(step.inside && { inside: step.inside.map(unpackSteps) }),
  }));
}

function packOperation(operation: OperationRequest): OperationRequest {
  return {
    ...operation,
    params: mapped(operation.params, pack),
    ...(operation.inside && { inside: operation.inside.map((list) => list.map(packOperation)) }),
  };
}

function mapped(params: Params, change: (value: unknown) => unknown): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, change(value)]));
}

function pack(value: unknown): unknown {
  return countValues(value, many) > many ? ({ packed: serialize(value) } satisfies Packed) : value;
}

function unpack(value: unknown): unknown {
  return isPacked(value) ? (deserialize(value.packed) as unknown) : value;
}

function isPacked(value: unknown): value is Packed {
  return typeof value === 'object' && value !== null && 'packed' in value && value.packed instanceof Uint8Array;
}

/** How many values are in a value; counts no further than just past `maxValues`. */
function countValues(value: unknown, maxValues: number): number {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 1;
  let count = 1;
  for (const part of Object.values(value)) {
    count += countValues(part, maxValues - count);
    if (count > maxValues) break;
  }
  return count;
}
