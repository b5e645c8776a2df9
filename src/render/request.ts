import type { AnySchema } from 'joi';
import { bounded, invalidRequest, joiOptions, jsonSchemaOf, mistakesOf, type Input, type IsBulk } from '../input.ts';
import { AppError, type Mistake } from '../problems.ts';
import { crossCheck } from './cross-checks.ts';
import { documentSchema, type DocumentOptions } from './document-options.ts';
import { joi, mistakeLimit } from './fields.ts';
import type { Operation } from './operation.ts';
import { OperationInput, type OperationRequest } from './operation-input.ts';
import { outputSchema, type OutputOptions } from './output-options.ts';

export type { DocumentOptions, OutputOptions };

/** The body of a render, with its defaults filled in. */
export interface RenderRequest {
  readonly operations: readonly OperationRequest[];
  readonly document: DocumentOptions;
  readonly output: OutputOptions;
  readonly dryRun: boolean;
}

const parts = { document: documentSchema.default({}), output: outputSchema.default(() => validPart(outputSchema)), dryRun: joi.boolean().default(false).description('Answers the resolved plan and prints nothing.') };

function validPart(schema: AnySchema): unknown {
  return schema.validate({}).value as unknown;
}

const mostOperations = 10_000;

/** The body with its operations unread. */
const envelope = joi.object({ operations: joi.array().min(1).max(mostOperations).required(), ...parts });

/** What operations check by hand, a million values in a fraction of a second: rows of tables, data of templates, items of lists. */
const isBulk: IsBulk = (path) => path.length === 3 && path[0] === 'operations' && (path[2] === 'rows' || path[2] === 'data' || path[2] === 'items');

/** As much of a name as a problem repeats. */
const cut = (name: string) => (name.length > 64 ? `${name.slice(0, 64)}...` : name);

interface Found {
  readonly operations: OperationRequest[];
  readonly mistakes: Mistake[];
  /** Names that no operation has. */
  readonly unknown: string[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one name that `op` and `type` give, or what is wrong with them. */
function nameOf({ op, type }: Record<string, unknown>, path: string): string | Mistake[] {
  if (op === undefined && type === undefined) return [{ pointer: path, message: '`op` is required: the name of the operation' }];
  const wrong = Object.entries({ op, type }).filter(([, value]) => value !== undefined && typeof value !== 'string');
  if (wrong.length > 0) return wrong.map(([field]) => ({ pointer: `${path}/${field}`, message: `\`${field}\` must be a string` }));
  if (op !== undefined && type !== undefined && op !== type) return ['op', 'type'].map((field) => ({ pointer: `${path}/${field}`, message: `\`op\` and \`type\` are the same field, but say '${cut(op as string)}' and '${cut(type as string)}'` }));
  return (op ?? type) as string;
}

function readOperation(value: unknown, index: number, inputs: ReadonlyMap<string, OperationInput>, found: Found): void {
  const path = `/operations/${index}`;
  if (!isObject(value)) return void found.mistakes.push({ pointer: path, message: 'an operation must be an object' });
  const name = nameOf(value, path);
  if (typeof name !== 'string') return void found.mistakes.push(...name);
  const input = inputs.get(name);
  if (!input) {
    found.unknown.push(name);
    return void found.mistakes.push({ pointer: `${path}/${value.op === undefined ? 'type' : 'op'}`, message: `there is no operation \`${cut(name)}\`` });
  }
  const fields = Object.fromEntries(Object.entries(value).filter(([field]) => field !== 'op' && field !== 'type'));
  const result = input.validate(fields, ['operations', index]);
  if ('mistakes' in result) found.mistakes.push(...result.mistakes);
  else found.operations.push(result.value);
}

/** The problem of a body with these mistakes: an unknown operation has its own. */
function problemOf({ mistakes, unknown }: Found): AppError {
  const errors = mistakes.slice(0, mistakeLimit);
  const [name] = unknown;
  return name === undefined ? invalidRequest(errors) : new AppError('unknown-operation', `There is no operation \`${cut(name)}\` in this deployment. \`operations\` of GET /api/v1/capabilities lists what there is.`, { errors });
}

function validated(body: unknown, inputs: ReadonlyMap<string, OperationInput>): RenderRequest {
  const { error, value } = envelope.validate(body, joiOptions) as { error?: Parameters<typeof mistakesOf>[0]; value: Omit<RenderRequest, 'operations'> };
  const found: Found = { operations: [], mistakes: error ? mistakesOf(error) : [], unknown: [] };
  const sent = isObject(body) && Array.isArray(body.operations) && body.operations.length <= mostOperations ? (body.operations as unknown[]) : [];
  for (let index = 0; index < sent.length && found.mistakes.length < mistakeLimit; index += 1) readOperation(sent[index], index, inputs, found);
  if (found.mistakes.length > 0) throw problemOf(found);
  const request = { ...value, operations: found.operations };
  const conflicts = crossCheck(request);
  if (conflicts.length > 0) throw problemOf({ ...found, mistakes: conflicts });
  return request;
}

/** The body of a render, given the operations that are installed. Every mistake of a body is told at once (up to 100). */
export function renderInput(operations: readonly Operation[]): Input<RenderRequest> {
  const inputs = new Map(operations.map((operation) => [operation.name, new OperationInput(operation)]));
  const schema = jsonSchemaOf(envelope) as { properties: Record<string, object> };
  return {
    jsonSchema: { ...schema, properties: { ...schema.properties, operations: { type: 'array', minItems: 1, maxItems: mostOperations, items: { anyOf: [...inputs.values()].map((input) => input.jsonSchema) }, description: 'Applied in order.' } } },
    validate: (body) => bounded(body, () => validated(body, inputs), isBulk),
  };
}
