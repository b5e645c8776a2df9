import { pointer } from '../../input/input.ts';
import type { Mistake } from '../../problems.ts';
import type { OperationRequest } from './types/operation-request.ts';

/** As much of a name as a problem repeats. */
export const cut = (name: string) => (name.length > 64 ? `${name.slice(0, 64)}...` : name);

/** The name among the definitions of a request's schema of what may stand inside an operation. */
export const insideDefinition = 'columnOperation';

export type Path = readonly (string | number)[];

/** What was read, and what was wrong with it. */
export interface Found {
  readonly operations: OperationRequest[];
  readonly mistakes: Mistake[];
  /** Names that no operation has. */
  readonly unknown: string[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one name that `op` and `type` give, or what is wrong with them. */
function nameOf({ op, type }: Record<string, unknown>, path: string): string | Mistake[] {
  if (op === undefined && type === undefined)
    return [{ pointer: path, message: '`op` is required: the name of the operation' }];
  const wrong = Object.entries({ op, type }).filter(([, value]) => value !== undefined && typeof value !== 'string');
  if (wrong.length > 0)
    return wrong.map(([field]) => ({ pointer: `${path}/${field}`, message: `\`${field}\` must be a string` }));
  if (op !== undefined && type !== undefined && op !== type)
    return ['op', 'type'].map((field) => ({
      pointer: `${path}/${field}`,
      message: `\`op\` and \`type\` are the same field, but say '${cut(op as string)}' and '${cut(type as string)}'`,
    }));
  return (op ?? type) as string;
}

/** Why an operation is not valid. */
interface Rejected {
  readonly mistakes: readonly Mistake[];
  readonly unknown: readonly string[];
}

/** What reading needs of the input of an operation. */
interface ReadableInput {
  readonly standsInside: boolean;
  validate(
    fields: Readonly<Record<string, unknown>>,
    path: Path,
    levels: number,
  ): { readonly value: OperationRequest } | Rejected;
}

/** Reads an entry of a list of operations, `levels` deep inside others, into `found`. */
export function readOperation(
  value: unknown,
  path: Path,
  inputs: ReadonlyMap<string, ReadableInput>,
  found: Found,
  levels = 0,
): void {
  const at = pointer(path);
  if (!isObject(value)) return void found.mistakes.push({ pointer: at, message: 'an operation must be an object' });
  const name = nameOf(value, at);
  if (typeof name !== 'string') return void found.mistakes.push(...name);
  const input = inputs.get(name);
  const named = `${at}/${value.op === undefined ? 'type' : 'op'}`;
  if (!input) {
    found.unknown.push(name);
    return void found.mistakes.push({ pointer: named, message: `there is no operation \`${cut(name)}\`` });
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
