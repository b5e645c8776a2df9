import type { ObjectSchema } from 'joi';
import { joiOptions, jsonSchemaOf, mistakesOf, pointer, type JsonSchema } from '../input.ts';
import type { Mistake } from '../problems.ts';
import { joi, mistakeLimit, mistakesTogether } from './fields.ts';
import { length } from './length.ts';
import type { Operation } from './operation.ts';
import type { Position } from './place.ts';

/** One operation of a request, validated: the plain data of a step. */
export interface OperationRequest {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly lang?: string;
  readonly position?: Position;
}

const languageShape = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/** BCP 47 by its grammar, which Intl knows better than a pattern: `en-a` has its shape and is none. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A language tag (BCP 47). */
export const langSchema = () =>
  joi
    .string()
    .max(35)
    .pattern(languageShape)
    .custom((tag: string, helpers) => (isLanguageTag(tag) || !languageShape.test(tag) ? tag : helpers.error('string.pattern.base')))
    .description('A BCP 47 language tag, for example en, de-AT, zh-Hant.')
    .messages({ 'string.pattern.base': '{{#label}} must be a language tag, for example "en" or "de-AT"' });

const far = { min: -14_400 };

/** The fields that every operation has that puts something into the flow. */
const commonFields = {
  id: joi.string().max(128).pattern(/^(?!colophon-)[A-Za-z][A-Za-z0-9_.:-]*$/).description('An id for links (`#id`) and CSS, once in a document.').messages({ 'string.pattern.base': '{{#label}} must begin with a letter, go on with letters, digits and _ . : -, and not begin with "colophon-"' }),
  lang: langSchema(),
  position: joi.object({ x: length(far).required(), y: length(far).required(), width: length(), height: length() }).description('Places the content on the current page instead of in the flow: from the top-left of the content box.'),
};

const common = joi.object(commonFields);

/** What the renderer reads: one operation's fields without `op`, with `common` where it flows. */
export class OperationInput {
  readonly #schema: ObjectSchema;
  readonly #operation: Operation;

  constructor(operation: Operation) {
    this.#operation = operation;
    this.#schema = operation.flows ? operation.schema.concat(common) : operation.schema;
  }

  /** The operation, or its mistakes with pointers below `path`. `fields` are those beside `op` and `type`. */
  validate(fields: Readonly<Record<string, unknown>>, path: readonly (string | number)[]): { readonly value: OperationRequest } | { readonly mistakes: readonly Mistake[] } {
    const { error, value } = this.#schema.validate(fields, joiOptions) as { error?: Parameters<typeof mistakesOf>[0]; value: Record<string, unknown> };
    if (error) return { mistakes: this.#mistakes(error, fields, path) };
    if (!this.#operation.flows) return { value: { name: this.#operation.name, params: value } };
    const { id, lang, position, ...params } = value as { id?: string; lang?: string; position?: Position };
    return { value: { name: this.#operation.name, params, ...(id !== undefined && { id }), ...(lang !== undefined && { lang }), ...(position && { position }) } };
  }

  #mistakes(error: Parameters<typeof mistakesOf>[0], fields: object, path: readonly (string | number)[]): Mistake[] {
    const parts = mistakesOf(error, path).filter((mistake) => mistake.pointer !== pointer(path));
    const mistakes = new Map(parts.map((mistake) => [`${mistake.pointer} ${mistake.message}`, mistake]));
    mistakesTogether(this.#schema, fields, (below, problem) => {
      const mistake = { pointer: pointer([...path, ...below]), message: below.length === 0 ? `the operation ${problem}` : problem };
      if (mistakes.size < mistakeLimit) mistakes.set(`${mistake.pointer} ${mistake.message}`, mistake);
    });
    return [...mistakes.values()];
  }

  /** The schema of the operation as an entry of `operations`: with `op`, `type`, or both. */
  get jsonSchema(): JsonSchema {
    const own = jsonSchemaOf(this.#schema) as { properties?: JsonSchema };
    const name = { const: this.#operation.name };
    return { title: this.#operation.name, description: this.#operation.summary, ...own, properties: { op: name, type: name, ...own.properties }, anyOf: [{ required: ['op'] }, { required: ['type'] }] };
  }

  /** The schema of the fields alone, for routes that name the operation in their path. */
  get fieldsJsonSchema(): JsonSchema {
    return jsonSchemaOf(this.#schema);
  }
}
