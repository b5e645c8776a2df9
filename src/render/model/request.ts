import type { RenderRequest } from './types/render-request.ts';
import type { AnySchema } from 'joi';
import {
  bounded,
  counted,
  invalidRequest,
  joiOptions,
  jsonSchemaOf,
  mistakesOf,
  type Input,
  type IsBulk,
} from '../../input/input.ts';
import { AppError, type Mistake } from '../../problems.ts';
import { crossCheck } from './cross-checks.ts';
import { documentSchema, type DocumentOptions } from './document-options.ts';
import { joi, mistakeLimit } from '../../input/fields.ts';
import type { Operation } from './operation.ts';
import { operationInputs, type OperationInput } from './operation-input.ts';
import { outputSchema } from './output-options.ts';
import type { Surroundings } from './surroundings.ts';
import { unresolvedNames } from './unresolved-names.ts';
import { HtmlRequest, problemInSource } from '../received/html-request.ts';
import { cut, insideDefinition, isObject, readOperation, suggestOperation, type Found } from './read-operation.ts';

/** Exported here, too, for the modules that compose a request. */
export type { DocumentOptions };

const parts = {
  document: documentSchema.default({}),
  output: outputSchema.default(() => validPart(outputSchema)),
  dryRun: joi.boolean().default(false).description('Answers the resolved plan and prints nothing.'),
};

function validPart(schema: AnySchema): unknown {
  return schema.validate({}).value as unknown;
}

/** The most operations that one request may have: as many as a session. */
const maxOperations = 20_000;

/** The body with its operations unread. */
const envelope = joi.object({ operations: joi.array().min(1).max(maxOperations).required(), ...parts });

/**
 * Parameters that operations check with code of their own, a million values in a fraction of a second: rows of tables,
 * data of templates, items of lists, series of charts.
 */
const bulk: readonly unknown[] = ['rows', 'data', 'items', 'series'];
const isBulk: IsBulk = (path) => path.length % 3 === 0 && path[0] === 'operations' && bulk.includes(path.at(-1));

/** The problem of a body with these mistakes: an unknown operation has its own. */
function problemOf({ mistakes, unknown }: Found, names: Iterable<string>): AppError {
  const errors = mistakes.slice(0, mistakeLimit);
  const [name] = unknown;
  if (name === undefined) return invalidRequest(errors);
  const asked = suggestOperation(name, names).replace('; d', 'D');
  const first =
    `There is no operation \`${cut(name)}\` in this deployment. ` +
    (asked === '' ? '`operations` of GET /api/v1/capabilities lists what there is.' : asked);
  return new AppError('unknown-operation', counted(errors, first), { errors });
}

/** The mistakes of a body, and those names in it that lead nowhere. */
function withNames(mistakes: readonly Mistake[], body: unknown, surroundings: Surroundings | undefined): Mistake[] {
  const known = new Set(mistakes.map(({ pointer }) => pointer));
  const names = unresolvedNames(body, surroundings);
  return [...mistakes, ...names.filter(({ pointer }) => !known.has(pointer))];
}

function validated(
  body: unknown,
  inputs: ReadonlyMap<string, OperationInput>,
  surroundings: Surroundings | undefined,
): RenderRequest {
  const { error, value } = envelope.validate(body, joiOptions) as {
    error?: Parameters<typeof mistakesOf>[0];
    value: Omit<RenderRequest, 'operations'>;
  };
  const found: Found = { operations: [], mistakes: error ? mistakesOf(error) : [], unknown: [] };
  const sent =
    isObject(body) && Array.isArray(body.operations) && body.operations.length <= maxOperations
      ? (body.operations as unknown[])
      : [];
  for (let index = 0; index < sent.length && found.mistakes.length < mistakeLimit; index += 1)
    readOperation(sent[index], ['operations', index], { inputs, found, levels: 0 });
  const problemWith = (mistakes: readonly Mistake[]) =>
    problemOf({ ...found, mistakes: withNames(mistakes, body, surroundings) }, inputs.keys());
  if (found.mistakes.length > 0) throw problemWith(found.mistakes);
  const request = { ...value, operations: found.operations };
  const conflicts = crossCheck(request, surroundings);
  if (conflicts.length > 0) throw problemWith(conflicts);
  return request;
}

/**
 * The schema of an entry of `operations`. Where operations nest, those that may be inside others are a definition that
 * the others refer to.
 */
function operationSchemas(
  inputs: readonly OperationInput[],
  nested: boolean,
): { readonly items: object; readonly definitions?: object } {
  const schemasOf = (some: readonly OperationInput[]) => some.map((input) => input.jsonSchema);
  if (!nested) return { items: { anyOf: schemasOf(inputs) } };
  const inside = { anyOf: schemasOf(inputs.filter(({ standsInside }) => standsInside)) };
  return {
    items: {
      anyOf: [
        { $ref: `#/$defs/${insideDefinition}` },
        ...schemasOf(inputs.filter(({ standsInside }) => !standsInside)),
      ],
    },
    definitions: { [insideDefinition]: inside },
  };
}

/** The body of a render with the installed operations. All mistakes of a body are reported at once (up to 100). */
export function renderInput(operations: readonly Operation[], surroundings?: Surroundings): Input<RenderRequest> {
  const inputs = operationInputs(operations);
  const schema = jsonSchemaOf(envelope) as { properties: Record<string, object>; $defs?: object };
  const { items, definitions } = operationSchemas(
    [...inputs.values()],
    operations.some(({ nests }) => nests !== undefined),
  );
  return {
    jsonSchema: {
      ...schema,
      ...(definitions && { $defs: { ...schema.$defs, ...definitions } }),
      properties: {
        ...schema.properties,
        operations: { type: 'array', minItems: 1, maxItems: maxOperations, items, description: 'Applied in order.' },
      },
    },
    validate: (given) => {
      const read = (body: unknown) => bounded(body, () => validated(body, inputs, surroundings), isBulk);
      if (!(given instanceof HtmlRequest)) return read(given);
      const { body, source } = given;
      try {
        return { ...read(body), source };
      } catch (error) {
        throw problemInSource(error, source);
      }
    },
  };
}
