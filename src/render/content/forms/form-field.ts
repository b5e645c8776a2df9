import { fieldKinds, type FieldKind, type FieldOption, type FormWidget } from '../../../pdf/edit/forms/form-field.ts';
import type { Document } from '../../model/document.ts';
import { also, checked, joi, type Report } from '../../../input/fields.ts';
import { attributes, escape, style } from '../../html/html.ts';
import { cssLength, length, type Length } from '../../../input/length.ts';
import type { Place } from '../../plan/operation-context.ts';
import { fieldPath } from './field-address.ts';

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

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
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
      description: 'What may be chosen: texts, or what is shown and what is exported. For radio, choice and list.',
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
        'What is in it at first: a text; of radio, choice and list a label or value of an option (of a list, ' +
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
      label: joi.string().allow('').max(longest.text).description('Stands over the field, or beside a checkbox.'),
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

const choosing: ReadonlySet<unknown> = new Set<FieldKind>(['radio', 'choice', 'list']);
const writing: ReadonlySet<unknown> = new Set<FieldKind>(['text', 'multiline']);

/** The parts of a field against its kind. A part that is wrong by itself is told elsewhere. */
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
        `the value '${option.value.slice(0, 60)}' stands in the list twice, and goes with one option`,
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

const optionsOf = (given: readonly (string | FieldOption)[]): FieldOption[] =>
  given.map((option) => (typeof option === 'string' ? { label: option, value: option } : option));

/** The option that is meant by its value, or by its label. */
const chosen = (all: readonly FieldOption[], meant: unknown) =>
  all.find((option) => option.value === meant) ?? all.find(({ label }) => label === meant);

/** Points: text as the base style sheet sets it. */
const textSize = 10;
const ink: FormWidget['look']['color'] = [0.106, 0.122, 0.153];

/**
 * Puts a field into the document: a box in the flow with a link over it (see src/pdf/forms), and what is known of it.
 */
export function placeField(document: Document, field: FormField, place: Place): void {
  const { kind, label = '' } = field;
  const key = `c${place.unique()}`;
  const all = optionsOf(field.options ?? []);
  const add = (own: string, options: readonly FieldOption[]): string => {
    document.fields.push(widgetOf(field, { key: own, options, all, scale: document.scale }));
    return box(own, field, place);
  };
  const labelled = label === '' ? '' : `<div class="label">${escape(label)}</div>`;
  const inside = {
    radio: () =>
      labelled +
      all
        .map(
          (option, index) =>
            `<div class="option">${add(`${key}-${index}`, [option])} <span>${escape(option.label)}</span></div>`,
        )
        .join(''),
    checkbox: () =>
      '<div ' +
      ('class="option">' +
        (add(key, [{ label: label === '' ? field.name : label, value: 'Yes' }]) +
          `${label === '' ? '' : ` <span>${escape(label)}</span>`}</div>`)),
  };
  const html = kind === 'radio' || kind === 'checkbox' ? inside[kind]() : labelled + add(key, all);
  place.add(
    '<div' +
      place.attributes({ class: 'form-field', style: fills(field, place) ? 'height:100%;margin:0' : undefined }) +
      '>' +
      `${html}</div>`,
  );
}

interface Own {
  readonly key: string;
  readonly options: readonly FieldOption[];
  readonly all: readonly FieldOption[];
  readonly scale: number;
}

function widgetOf(
  { kind, name, label, tooltip, value: initial, required, readOnly, maxLength }: FormField,
  { key, options: own, all, scale }: Own,
): FormWidget {
  const given =
    initial === undefined || initial === false
      ? []
      : initial === true
        ? own.map((option) => option.value)
        : [initial].flat();
  const values = choosing.has(kind) ? given.flatMap((one) => chosen(all, one)?.value ?? []) : given;
  const padding = { top: 2 * scale, right: 4 * scale, bottom: 2 * scale, left: 4 * scale };
  const called = [tooltip, label, name].find((text) => text !== undefined && text !== '') ?? name;
  return {
    key,
    kind,
    name,
    group: null,
    tooltip: called,
    values,
    options: own,
    required,
    readOnly,
    multiple: kind === 'list' && Array.isArray(initial) && initial.length > 1,
    password: false,
    maxLength: maxLength ?? null,
    tabIndex: 0,
    look: { size: textSize * scale, color: ink, align: 'left', padding, lineHeight: null },
  };
}

const isSmall = ({ kind }: FormField) => kind === 'checkbox' || kind === 'radio';

/** True where a field is as tall as the box that it is placed in. */
const fills = (field: FormField, { position }: Place) =>
  position?.height !== undefined && field.height === undefined && (field.label ?? '') === '' && !isSmall(field);

/** Nothing that a request's style sheet says moves the link. It fills the box of its field, which is in the flow. */
export const fieldLinkStyle = 'all:initial!important;position:absolute!important;inset:0!important';

/** The place of a widget: its size, or that of the box that it is placed in. */
function box(key: string, field: FormField, place: Place): string {
  const { kind, width, height } = field;
  const across = place.position?.width !== undefined && !isSmall(field) ? '100%' : undefined;
  const size = style({ width: cssLength(width) ?? across, height: fills(field, place) ? '100%' : cssLength(height) });
  return (
    `<span${attributes({ class: `field field-${kind}`, style: size })}><a href="${fieldPath}#${key}" ` +
    `style="${fieldLinkStyle}"></a></span>`
  );
}
