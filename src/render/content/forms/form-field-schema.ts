import { fieldKinds, type FieldKind, type FieldOption } from '../../../pdf/edit/forms/form-field.ts';
import { also, checked, joi, type Report } from '../../../input/fields.ts';
import { length, type Length } from '../../../input/length.ts';

/** The fields of `add_form_field`. */
export interface FormField {
  readonly kind: FieldKind;
  readonly name: string;
  readonly label?: string;
  readonly value?: string | boolean | readonly string[];
  readonly options?: readonly (string | FieldOption)[];
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly maxLength?: number;
  readonly tooltip?: string;
  readonly width?: Length;
  readonly height?: Length;
}

const maxOptions = 1000;
const longest = { name: 255, text: 2000, value: 100_000 } as const;

type Fields = Readonly<Partial<Record<keyof FormField, unknown>>>;

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength;
const isOption = (option: unknown): option is string | FieldOption => {
  if (typeof option === 'string') return option !== '' && option.length <= longest.text;
  const { label, value, ...others } = (option ?? {}) as Record<string, unknown>;
  return (
    typeof option === 'object' &&
    isText(label, longest.text) &&
    label !== '' &&
    isText(value, longest.text) &&
    Object.keys(others).length === 0
  );
};

const options = () =>
  checked({
    jsonSchema: {
      description: 'The options: texts, or pairs of a shown and an exported value. For radio, choice and list.',
      type: 'array',
      minItems: 1,
      maxItems: maxOptions,
      items: {
        anyOf: [
          { type: 'string', minLength: 1, maxLength: longest.text },
          {
            type: 'object',
            properties: {
              label: { type: 'string', minLength: 1, maxLength: longest.text },
              value: { type: 'string', maxLength: longest.text },
            },
            required: ['label', 'value'],
            additionalProperties: false,
          },
        ],
      },
    },
    check(value, report) {
      if (!Array.isArray(value) || value.length === 0 || value.length > maxOptions) {
        report([], `must be a list of 1 to ${maxOptions} options`);
        return;
      }
      for (const [index, option] of (value as unknown[]).entries())
        if (!isOption(option))
          report(
            [index],
            `an option must be a text, or an object with \`label\` and \`value\`, of up to ${longest.text} characters`,
          );
    },
  });

const value = () =>
  checked({
    jsonSchema: {
      description:
        'The initial value: a text; of radio, choice and list a label or value of an option (of a list, ' +
        'several); of a checkbox true or false.',
      anyOf: [
        { type: 'string', maxLength: longest.value },
        { type: 'boolean' },
        { type: 'array', items: { type: 'string', maxLength: longest.text }, maxItems: maxOptions },
      ],
    },
    check(given, report) {
      if (!isValue(given)) report([], 'must be a text, true or false, or a list of texts');
    },
  });

const isValue = (given: unknown) =>
  typeof given === 'boolean' ||
  isText(given, longest.value) ||
  (Array.isArray(given) && given.length <= maxOptions && given.every((one) => isText(one, longest.text)));

/** Joi schema of `add_form_field`, with the conditions between its fields. */
export const formFieldSchema = () =>
  also(
    joi.object<FormField>({
      kind: joi
        .string()
        .valid(...fieldKinds)
        .required(),
      name: joi
        .string()
        .min(1)
        .max(longest.name)
        .pattern(/^[^.\p{Cc}]+(?:\.[^.\p{Cc}]+)*$/u)
        .required()
        .description(
          'The name of the field; dots part the levels of a hierarchy. Fields of one name, kind and value are ' +
            'one field in several places; another one gets the name `name#2`, with a warning.',
        )
        .messages({
          'string.pattern.base': '{{#label}} must be names that dots stand between, without control characters',
        }),
      label: joi.string().allow('').max(longest.text).description('Printed above the field, or beside a checkbox.'),
      value: value(),
      options: options(),
      required: joi.boolean().default(false),
      readOnly: joi.boolean().default(false),
      maxLength: joi.number().integer().min(1).max(longest.value).description('Characters that a text may have.'),
      tooltip: joi
        .string()
        .allow('')
        .max(longest.text)
        .description('What assistive technology calls the field; the label unless given.'),
      width: length({ min: 4, max: 2000 }),
      height: length({ min: 4, max: 2000 }),
    }),
    checkField,
  );

/** Kinds of fields that have `options`. */
export const choosing: ReadonlySet<unknown> = new Set<FieldKind>(['radio', 'choice', 'list']);
const writing: ReadonlySet<unknown> = new Set<FieldKind>(['text', 'multiline']);

/** Checks the fields of a form field against its kind. A value of the wrong type is reported elsewhere. */
function checkField({ kind, options: given, value: initial, maxLength }: Fields, report: Report): void {
  if (!fieldKinds.some((one) => one === kind)) return;
  if (choosing.has(kind) && given === undefined)
    report(['options'], `a ${kind as string} goes with \`options\`: give it some`);
  if (!choosing.has(kind) && given !== undefined)
    report(['options'], `\`options\` go with radio, choice and list, this is ${kind as string}`);
  if (!writing.has(kind) && maxLength !== undefined)
    report(['maxLength'], `\`maxLength\` goes with text and multiline, this is ${kind as string}`);
  if (writing.has(kind) && typeof initial === 'string' && typeof maxLength === 'number' && initial.length > maxLength)
    report(['value'], `\`value\` does not go with \`maxLength\`: it has ${initial.length} characters`);
  const all = Array.isArray(given) && given.every(isOption) ? optionsOf(given) : undefined;
  all?.forEach((option, index) => {
    if (all.findIndex((other) => other.value === option.value) < index)
      report(
        ['options', index],
        `the value '${option.value.slice(0, 60)}' is in the list twice, and goes with one option`,
      );
  });
  if (isValue(initial)) checkValue(kind as FieldKind, initial, all, report);
}

const wanted: Readonly<Record<Exclude<FieldKind, 'signature'>, string>> = {
  text: 'a text',
  multiline: 'a text',
  checkbox: 'true or false',
  radio: 'one of its options',
  choice: 'one of its options',
  list: 'one or several of its options',
};

function checkValue(kind: FieldKind, initial: unknown, all: readonly FieldOption[] | undefined, report: Report): void {
  const texts = kind === 'list' && Array.isArray(initial) ? (initial as unknown[]) : [initial];
  const suits =
    kind === 'checkbox'
      ? typeof initial === 'boolean'
      : kind !== 'signature' && texts.every((one) => typeof one === 'string');
  const known = !choosing.has(kind) || all === undefined || texts.every((one) => chosen(all, one) !== undefined);
  if (!suits || !known)
    report(
      ['value'],
      kind === 'signature'
        ? 'a signature goes without a `value`: signing gives it one'
        : `a ${kind} goes with a \`value\` that is ${wanted[kind]}`,
    );
}

/** Options with label and value; a text is both. */
export const optionsOf = (given: readonly (string | FieldOption)[]): FieldOption[] =>
  given.map((option) => (typeof option === 'string' ? { label: option, value: option } : option));

/** The option with this value, or else with this label. */
export const chosen = (all: readonly FieldOption[], meant: unknown) =>
  all.find((option) => option.value === meant) ?? all.find(({ label }) => label === meant);
