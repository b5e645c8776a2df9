import type { GivenValue } from '../../../../pdf/widgets/fields/given-values.ts';
import type { Input } from '../../../../input/input.ts';
import { also, checked, joi, type Report } from '../../../../input/fields.ts';
import { documentInput } from '../../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../../documents.ts';

/** The body of a fill-form, with its defaults filled in (docs/spec/tools.md). */
export interface FillForm {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly fields?: Readonly<Record<string, GivenValue>>;
  readonly flatten: boolean;
  readonly strict: boolean;
  readonly export?: 'fields';
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
}

/** The number of names, of characters of a text, and of texts of one list. */
const maxCount = { fields: 50_000, text: 1_000_000, chosen: 10_000 };

const text = { type: 'string', maxLength: maxCount.text } as const;

const fields = () =>
  checked({
    jsonSchema: {
      type: 'object',
      maxProperties: maxCount.fields,
      additionalProperties: {
        anyOf: [
          text,
          { type: 'number' },
          { type: 'boolean' },
          { type: 'array', items: text, maxItems: maxCount.chosen },
          { type: 'null' },
        ],
      },
      description:
        'Values by the full names of fields. A text takes a text or a number; a checkbox `true`, `false`, the ' +
        'name of its state or its label; radio buttons, combo boxes and lists what an option exports, or its ' +
        'label; a list that takes several an array of them; `null` empties a field.',
    },
    check(value, report) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        report([], 'must be an object: values by the names of fields');
        return;
      }
      const entries = Object.entries(value);
      if (entries.length > maxCount.fields) report([], `has more than ${maxCount.fields} fields`);
      else for (const [name, one] of entries) checkValue(name, one, report);
    },
  });

function checkValue(name: string, value: unknown, report: Report): void {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const plain = Array.isArray(value)
    ? texts.every((one) => typeof one === 'string')
    : value === null ||
      ['string', 'boolean'].includes(typeof value) ||
      (typeof value === 'number' && Number.isFinite(value));
  if (!plain) report([name], 'a value must be a text, a number, true, false, null, or a list of texts');
  else if (texts.length > maxCount.chosen) report([name], `a list of values has ${maxCount.chosen} at most`);
  else if (texts.some((one) => typeof one === 'string' && one.length > maxCount.text))
    report([name], `a text has ${maxCount.text} characters at most`);
}

/** Checks that a request either lists fields, which changes nothing, or changes something. */
function checkPurpose(value: object, report: Report): void {
  const given = (name: string) => name in value;
  const changes = ['fields', 'flatten', 'decrypt', 'breakSignatures'].filter(
    (name) => given(name) && (value as Record<string, unknown>)[name] !== false,
  );
  if (given('export'))
    for (const name of changes) report([name], `\`${name}\` does not go with \`export\`, which changes nothing`);
  else if (!given('fields') && (value as Partial<FillForm>).flatten !== true)
    report([], 'must have `fields`, `flatten` or `export`: without them nothing is to be done');
}

const schema = also(
  joi.object<FillForm>({
    document: documentField(),
    password: passwordField('Opens an encrypted document.'),
    fields: fields(),
    flatten: joi
      .boolean()
      .default(false)
      .description('Makes what the fields look like content of their pages, and takes the form away.'),
    strict: joi
      .boolean()
      .default(true)
      .description('Refuses names that the form does not have (422); otherwise `report` lists them.'),
    export: joi.string().valid('fields').description('Answers the fields of the form, and changes nothing.'),
    breakSignatures: joi
      .boolean()
      .default(false)
      .description('Changes a signed document even where its signatures do not stay valid.'),
    decrypt: joi
      .boolean()
      .default(false)
      .description('Leaves the result unencrypted where the document was encrypted.'),
  }),
  checkPurpose,
);

const body = documentInput(schema);

/** The same condition as a JSON Schema, for the reference. */
const purpose = {
  anyOf: [
    { required: ['fields'] },
    { required: ['export'] },
    { properties: { flatten: { const: true } }, required: ['flatten'] },
  ],
};

/** The body of `fill-form`. It has fields to fill in, an export, or `flatten`. */
export const fillInput: Input<FillForm> = { ...body, jsonSchema: { ...body.jsonSchema, ...purpose } };
