import { checked, joi, checkCombinations, mistakeLimit, type Report } from '../../../../input/fields.ts';
import { documentInput } from '../../../../input/document-input.ts';
import { joiOptions, jsonSchemaOf, mistakesOf, pointer, type Input, type JsonSchema } from '../../../../input/input.ts';
import { pageRange } from '../../../../input/range.ts';
import { didYouMean } from '../../../../near-names.ts';
import { documentsField, passwordField, type GivenDocument } from '../../../documents.ts';
import { partsOf } from './named-parts.ts';
import type { RequestStep } from './plain-step.ts';
import { stepSchemas } from './step-schemas.ts';

/** A document to arrange. */
interface ArrangedDocument extends GivenDocument {
  readonly pages?: string;
  readonly password?: string;
  readonly title?: string;
}

/** The body of an arrangement, with its defaults filled in (docs/spec/tools.md). */
export interface Arrange {
  readonly documents: readonly ArrangedDocument[];
  readonly password?: string;
  readonly outline: 'keep' | 'perDocument' | 'none';
  readonly fields: 'merge' | 'rename';
  readonly steps: readonly RequestStep[];
}

/** The number of steps of a request. */
const maxSteps = 100;

const steps = () =>
  checked({
    jsonSchema: {
      type: 'array',
      minItems: 1,
      maxItems: maxSteps,
      items: { oneOf: [...stepSchemas].map(([name, schema]) => stepJsonSchema(name, jsonSchemaOf(schema))) },
      description: 'What is done, in this order. Page numbers are those of the document as the steps before leave it.',
    },
    check(value, report) {
      if (!Array.isArray(value)) report([], 'must be a list of steps');
      else if (value.length === 0 || value.length > maxSteps) report([], `must have 1 to ${maxSteps} steps`);
      else
        (value as unknown[]).forEach((step, index) =>
          checkStep(step, (path, problem) => report([index, ...path], problem)),
        );
    },
  }).required();

function stepJsonSchema(name: string, { properties, ...schema }: JsonSchema): JsonSchema {
  const own = Object.entries(properties as JsonSchema).filter(([field]) => field !== 'do' && field !== 'facturX');
  return {
    'x-name': `Arrange${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ...schema,
    properties: { do: { const: name }, ...Object.fromEntries(own) },
  };
}

function checkStep(step: unknown, report: Report): void {
  if (typeof step !== 'object' || step === null || Array.isArray(step)) {
    report([], 'a step must be an object with `do`');
    return;
  }
  const { do: name } = step as { readonly do?: unknown };
  const schema = typeof name === 'string' ? stepSchemas.get(name) : undefined;
  if (schema === undefined) {
    const names = [...stepSchemas.keys()];
    const near = typeof name === 'string' ? didYouMean(name, names) : '';
    report(['do'], `\`do\` must be one of ${names.map((one) => `\`${one}\``).join(', ')}${near}`);
    return;
  }
  const { error } = schema.validate(step, joiOptions);
  if (!error) {
    for (const { field } of partsOf(step))
      report([field, 'part'], '`part` must be the name of a file part of the request');
    return;
  }
  const mistakes = mistakesOf(error);
  for (const [index, { message }] of mistakes.slice(0, mistakeLimit).entries())
    report(error.details[index]?.path ?? [], message);
  checkCombinations(schema, step, (path, problem) => {
    const place = pointer(path);
    if (!mistakes.some((mistake) => mistake.pointer === place && mistake.message.endsWith(problem)))
      report(path, problem);
  });
}

const own = {
  pages: pageRange(),
  password: passwordField('Opens this document, where it is encrypted.'),
  title: joi
    .string()
    .min(1)
    .max(2000)
    .description('What its part of the outline is called with `perDocument`; the title of the document unless given.'),
};

const schema = joi.object<Arrange>({
  documents: documentsField(own, { min: 1, max: 1000 }),
  password: passwordField('Opens the encrypted documents that bring no password of their own.'),
  outline: joi
    .string()
    .valid('keep', 'perDocument', 'none')
    .default('keep')
    .description('The outlines one after the other, each below the title of its document, or none.'),
  fields: joi
    .string()
    .valid('merge', 'rename')
    .default('merge')
    .description('What becomes of form fields of one name: one field with one value, or `name` and `name#2`.'),
  steps: steps(),
});

/** The body of `arrange`. */
export const arrangeInput: Input<Arrange> = documentInput(schema);
