import { pointer } from '../../input/input.ts';
import { didYouMean, nearName } from '../../near-names.ts';
import type { Mistake } from '../../problems.ts';
import type { OperationRequest } from './types/operation-request.ts';

/** A name for a message, shortened to 64 characters. */
export const cut = (name: string) => (name.length > 64 ? `${name.slice(0, 64)}...` : name);

/** Name of the JSON Schema definition for operations that are allowed inside other operations. */
export const insideDefinition = 'columnOperation';

/** Fields and indexes that lead to a value in the request. */
export type Path = readonly (string | number)[];

/** The operations that were read so far, and their mistakes. */
export interface Found {
  readonly operations: OperationRequest[];
  readonly mistakes: Mistake[];
  /** Names in the request that no operation has. */
  readonly unknown: string[];
}

/** True for a JSON object: neither an array nor `null`. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name in `op` or `type`, or their mistakes. */
function nameOf({ op, type }: Record<string, unknown>, path: string): string | Mistake[] {
  if (op === undefined && type === undefined)
    return [{ pointer: path, message: '`op` is required: the name of the operation' }];
  const wrong = Object.entries({ op, type }).filter(([, value]) => value !== undefined && typeof value !== 'string');
  if (wrong.length > 0)
    return wrong.map(([field]) => ({ pointer: `${path}/${field}`, message: `\`${field}\` must be a string` }));
  if (op !== undefined && type !== undefined && op !== type)
    return ['op', 'type'].map((field) => ({
      pointer: `${path}/${field}`,
      message: `\`op\` and \`type\` are the same field, but are '${cut(op as string)}' and '${cut(type as string)}'`,
    }));
  return (op ?? type) as string;
}

/** The mistakes of an operation that is not valid. */
interface Rejected {
  readonly mistakes: readonly Mistake[];
  readonly unknown: readonly string[];
}

/** The members of OperationInput that reading needs. */
interface ReadableInput {
  readonly standsInside: boolean;
  validate(
    fields: Readonly<Record<string, unknown>>,
    path: Path,
    levels: number,
  ): { readonly value: OperationRequest } | Rejected;
}

/** The input for reading an entry of a list of operations. */
export interface OperationReading {
  /** Inputs of the operations by their names. */
  readonly inputs: ReadonlyMap<string, ReadableInput>;
  /** Receives the operation, or its mistakes. */
  readonly found: Found;
  /** How many operations the entry stands inside of. */
  readonly levels: number;
}

/** The suggestion for an unknown operation: an operation of a similar name, or of that name behind `add_` or `set_`. */
export function suggestOperation(name: string, operations: Iterable<string>): string {
  const names = [...operations];
  const near = didYouMean(name, names);
  if (near !== '') return near;
  const bare = new Map(names.map((one) => [one.replace(/^(?:add|set)_/, ''), one]));
  const found = bare.get(nearName(name, bare.keys()) ?? '');
  return found === undefined ? '' : `; did you mean \`${found}\`?`;
}

/** Reads the entry `value` of a list of operations, which is at `path` in the request. */
export function readOperation(value: unknown, path: Path, { inputs, found, levels }: OperationReading): void {
  const at = pointer(path);
  if (!isObject(value)) return void found.mistakes.push({ pointer: at, message: 'an operation must be an object' });
  const name = nameOf(value, at);
  if (typeof name !== 'string') return void found.mistakes.push(...name);
  const input = inputs.get(name);
  const named = `${at}/${value.op === undefined ? 'type' : 'op'}`;
  if (!input) {
    found.unknown.push(name);
    return void found.mistakes.push({
      pointer: named,
      message: `there is no operation \`${cut(name)}\`${suggestOperation(name, inputs.keys())}`,
    });
  }
  if (levels > 0 && !input.standsInside)
    return void found.mistakes.push({
      pointer: named,
      message:
        `\`${name}\` is about pages or the whole document, so it can not stand in a column; put it before or ` +
        'after',
    });
  const fields = Object.fromEntries(Object.entries(value).filter(([field]) => field !== 'op' && field !== 'type'));
  const result = input.validate(fields, path, levels);
  if ('value' in result) return void found.operations.push(result.value);
  found.mistakes.push(...result.mistakes);
  found.unknown.push(...result.unknown);
}
