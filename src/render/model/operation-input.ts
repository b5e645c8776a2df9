import { langSchema } from '../../input/language-tag.ts';
import { joi, mistakeLimit, checkCombinations } from '../../input/fields.ts';
import { length } from '../../input/length.ts';
import type { Operation } from './operation.ts';
import type { ObjectSchema } from 'joi';
import { type Path, type Found, readOperation } from './read-operation.ts';
import type { OperationRequest } from './types/operation-request.ts';
import type { Mistake } from '../../problems.ts';
import { joiOptions, mistakesOf, pointer, type JsonSchema, jsonSchemaOf } from '../../input/input.ts';
import type { Position } from './types/position.ts';

const far = { min: -14_400 };

/** Fields of every operation that puts content into the flow. */
const commonFields = {
  id: joi
    .string()
    .max(128)
    .pattern(/^(?!colophon-)[A-Za-z][A-Za-z0-9_.:-]*$/)
    .description('An id for links (`#id`) and CSS, once in a document.')
    .messages({
      'string.pattern.base':
        '{{#label}} must begin with a letter, go on with letters, digits and _ . : -, and not begin with "colophon-"',
    }),
  lang: langSchema(),
  position: joi
    .object({ x: length(far).required(), y: length(far).required(), width: length(), height: length() })
    .description(
      'Places the content on the current page instead of in the flow: from the top-left of the content box.',
    ),
};

const common = joi.object(commonFields);

/** Maximum depth of operations inside others. */
const maxDepth = 3;

/** Inputs of operations by their names; each can read the operations inside it. */
export function operationInputs(operations: readonly Operation[]): ReadonlyMap<string, OperationInput> {
  const inputs = new Map<string, OperationInput>();
  for (const operation of operations) inputs.set(operation.name, new OperationInput(operation, inputs));
  return inputs;
}

/** Validates the fields of one operation, without `op`; `common` is added for operations that flow. */
export class OperationInput {
  readonly #schema: ObjectSchema;
  readonly #operation: Operation;
  readonly #others: ReadonlyMap<string, OperationInput>;

  /** `others` are inputs of operations that may be inside, see `operationInputs`. */
  constructor(operation: Operation, others: ReadonlyMap<string, OperationInput> = new Map()) {
    this.#operation = operation;
    this.#others = others;
    this.#schema = operation.flows ? operation.schema.concat(common) : operation.schema;
  }

  /** True where it may be in a column. */
  get standsInside(): boolean {
    return this.#operation.standsInside ?? this.#operation.flows;
  }

  /**
   * The operation, or its mistakes with pointers below `path`. `fields` are the fields beside `op` and `type`; `levels`
   * is the number of operations around it.
   */
  validate(
    fields: Readonly<Record<string, unknown>>,
    path: Path,
    levels = 0,
  ):
    | { readonly value: OperationRequest }
    | { readonly mistakes: readonly Mistake[]; readonly unknown: readonly string[] } {
    const { error, value } = this.#schema.validate(fields, joiOptions) as {
      error?: Parameters<typeof mistakesOf>[0];
      value: Record<string, unknown>;
    };
    const inside = this.#inside(fields, path, levels);
    const mistakes = [
      ...(error ? this.#mistakes(error, fields, path) : []),
      ...(levels > 0 && fields.position !== undefined
        ? [
            {
              pointer: pointer([...path, 'position']),
              message: '`position` counts from the content box of a page, so it can not be used in a column',
            },
          ]
        : []),
      ...inside.mistakes,
    ];
    if (mistakes.length > 0) return { mistakes: mistakes.slice(0, mistakeLimit), unknown: inside.unknown };
    if (!this.#operation.flows) return { value: { name: this.#operation.name, params: value } };
    const { id, lang, position, ...params } = value as { id?: string; lang?: string; position?: Position };
    return {
      value: {
        name: this.#operation.name,
        params: this.#own(params),
        ...(id !== undefined && { id }),
        ...(lang !== undefined && { lang }),
        ...(position && { position }),
        ...(inside.lists && { inside: inside.lists }),
      },
    };
  }

  /** The parameters without the operations inside. */
  #own(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(params).filter(([field]) => field !== this.#operation.nests));
  }

  /** Reads the lists of operations inside this one. The schema reports other types. */
  #inside(
    fields: Readonly<Record<string, unknown>>,
    path: Path,
    levels: number,
  ): {
    readonly lists?: readonly (readonly OperationRequest[])[];
    readonly mistakes: readonly Mistake[];
    readonly unknown: readonly string[];
  } {
    const { nests } = this.#operation;
    const lists = nests === undefined ? undefined : fields[nests];
    if (nests === undefined || !Array.isArray(lists)) return { mistakes: [], unknown: [] };
    if (levels >= maxDepth)
      return {
        mistakes: [
          {
            pointer: pointer([...path, nests]),
            message: `\`${this.#operation.name}\` is inside others more than ${maxDepth} levels deep`,
          },
        ],
        unknown: [],
      };
    const found: Found = { operations: [], mistakes: [], unknown: [] };
    const read = lists.slice(0, mistakeLimit).map((list, at) => {
      const own: Found = { ...found, operations: [] };
      for (const [index, value] of (Array.isArray(list) ? (list as unknown[]) : []).entries())
        if (found.mistakes.length < mistakeLimit)
          readOperation(value, [...path, nests, at, index], { inputs: this.#others, found: own, levels: levels + 1 });
      return own.operations;
    });
    return { lists: read, mistakes: found.mistakes, unknown: found.unknown };
  }

  #mistakes(error: Parameters<typeof mistakesOf>[0], fields: object, path: readonly (string | number)[]): Mistake[] {
    const parts = mistakesOf(error, path).filter((mistake) => mistake.pointer !== pointer(path));
    const mistakes = new Map(parts.map((mistake) => [`${mistake.pointer} ${mistake.message}`, mistake]));
    checkCombinations(this.#schema, fields, (below, problem) => {
      const mistake = {
        pointer: pointer([...path, ...below]),
        message: below.length === 0 ? `the operation ${problem}` : problem,
      };
      if (mistakes.size < mistakeLimit) mistakes.set(`${mistake.pointer} ${mistake.message}`, mistake);
    });
    return [...mistakes.values()];
  }

  /** The schema of the operation as an entry of `operations`: with `op`, `type`, or both. */
  get jsonSchema(): JsonSchema {
    const own = jsonSchemaOf(this.#schema) as { properties?: JsonSchema };
    const name = { const: this.#operation.name };
    return {
      title: this.#operation.name,
      description: this.#operation.summary,
      ...own,
      properties: { op: name, type: name, ...own.properties },
      anyOf: [{ required: ['op'] }, { required: ['type'] }],
    };
  }

  /** The schema of the fields alone, for routes that name the operation in their path. */
  get fieldsJsonSchema(): JsonSchema {
    return jsonSchemaOf(this.#schema);
  }
}
