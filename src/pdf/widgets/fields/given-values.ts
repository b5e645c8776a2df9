import { counted } from '../../../input/input.ts';
import { AppError, type Mistake } from '../../../problems.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { Name } from '../../objects/objects.ts';
import { buttonStates } from '../button-states.ts';
import { isComb, maxLengthOf } from './describe-fields.ts';
import type { Field, FieldOption } from './field.ts';
import { optionsOf } from './field-value.ts';
import { nearNames } from './suggest-fields.ts';
import { off } from '../state-name.ts';

/** A value as requested; null empties the field. */
export type GivenValue = string | number | boolean | readonly string[] | null;

/** The new value of a field. */
export type Assignment =
  | { readonly field: Field; readonly kind: 'text'; readonly text: string }
  | {
      readonly field: Field;
      readonly kind: 'choice';
      /** Export values; for an editable combo box any text. */ readonly values: readonly string[];
    }
  /** Null is the off state. */
  | { readonly field: Field; readonly kind: 'button'; readonly state: Name | null };

/** Requested values by full name. */
export interface GivenValues {
  readonly values: Readonly<Record<string, GivenValue>>;
  /** An unknown name is an error. */
  readonly strict: boolean;
}

/** Errors that are reported. */
const maxMistakes = 100;

/**
 * Maps requested values to the fields of a form. Also answers unknown names, if they are allowed.
 * @throws AppError `field-not-found`, `field-value-invalid`, with all errors
 */
export function readGiven(
  file: PdfFile,
  fields: readonly Field[],
  { values, strict }: GivenValues,
): { assignments: Assignment[]; unknown: string[] } {
  const byName = Map.groupBy(fields, ({ name }) => name);
  const names = [...byName.keys()];
  const missing: Mistake[] = [];
  const wrong: Mistake[] = [];
  const unknown: string[] = [];
  const assignments: Assignment[] = [];
  for (const [name, value] of Object.entries(values)) {
    const pointer = `/fields/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const own = byName.get(name);
    if (own === undefined) {
      unknown.push(name);
      if (missing.length < maxMistakes) missing.push({ pointer, message: absent(name, names) });
    }
    for (const field of own ?? []) {
      const read = readValue(file, field, value);
      if (typeof read !== 'string') assignments.push(read);
      else if (wrong.length < maxMistakes) wrong.push({ pointer, message: read });
    }
  }
  if (strict && missing.length > 0)
    throw new AppError('field-not-found', missingDetail(missing, unknown, names.length), {
      errors: [...missing, ...wrong],
    });
  if (wrong.length > 0)
    throw new AppError(
      'field-value-invalid',
      counted(wrong, wrong[0]?.message ?? '', 'The form has', 'fields whose values do not suit them'),
      { errors: wrong },
    );
  return { assignments, unknown };
}

const quoted = (texts: readonly string[]) => texts.map((text) => `'${shortened(text)}'`).join(', ');
const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…`.toWellFormed() : text);

function absent(name: string, names: readonly string[]): string {
  const near = nearNames(name, names);
  return `the form has no field '${shortened(name)}'${near.length === 0 ? '' : `; did you mean ${quoted(near)}?`}`;
}

function missingDetail(missing: readonly Mistake[], unknown: readonly string[], count: number): string {
  const has =
    count === 0
      ? 'The document has no form fields.'
      : `The form has ${count} ${count === 1 ? 'field' : 'fields'}; \`export: "fields"\` lists them.`;
  if (missing.length === 1)
    return (
      `${(missing[0]?.message ?? '').replace(/^t/, 'T')}${missing[0]?.message.endsWith('?') === true ? '' : '.'} ` + has
    );
  return (
    'The form has no fields ' +
    `${quoted(unknown.slice(0, 20))}${unknown.length > 20 ? ` and ${unknown.length - 20} more` : ''}. ${has}`
  );
}

/** The assignment, or the error message. */
function readValue(file: PdfFile, field: Field, value: GivenValue): Assignment | string {
  switch (field.kind) {
    case 'text':
      return readText(file, field, value);
    case 'combo':
    case 'list':
      return readChoice(file, field, value);
    case 'checkbox':
    case 'radio':
      return readButton(file, field, value);
    case 'signature':
      return `'${shortened(field.name)}' is a signature field: signing fills it (\`sign\`)`;
    case 'button':
      return `'${shortened(field.name)}' is a button to press: it has no value`;
  }
}

function readText(file: PdfFile, field: Field, value: GivenValue): Assignment | string {
  const text = value === null ? '' : typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string')
    return `'${shortened(field.name)}' takes a text, not ${typeof text === 'boolean' ? 'true or false' : 'a list'}`;
  const maxLength = maxLengthOf(file, field);
  const length = Array.from(text).length;
  if (maxLength !== null && length > maxLength)
    return (
      `'${shortened(field.name)}' takes ${maxLength} characters${isComb(file, field) ? ', one a cell' : ''}; ` +
      `this has ${length}`
    );
  return { field, kind: 'text', text };
}

function readChoice(file: PdfFile, field: Field, value: GivenValue): Assignment | string {
  const given =
    value === null ? [] : typeof value === 'object' ? value : [typeof value === 'number' ? String(value) : value];
  const several = field.kind === 'list' && field.flags.has('multiSelect');
  if (given.length > 1 && !several) return `'${shortened(field.name)}' takes one of its options, not several`;
  const options = optionsOf(file, field);
  const free = field.kind === 'combo' && field.flags.has('edit');
  const values: string[] = [];
  for (const one of given) {
    if (typeof one !== 'string')
      return (
        `'${shortened(field.name)}' takes ${several ? 'some of its options' : 'one of its options'}, not true or ` +
        'false'
      );
    const option = chosen(options, one)?.value ?? (free || (one === '' && !several) ? one : undefined);
    if (option === undefined)
      return `'${shortened(one)}' is no option of '${shortened(field.name)}': ${listed(options)}`;
    if (option !== '' || free || options.some((other) => other.value === '')) values.push(option);
  }
  return { field, kind: 'choice', values: [...new Set(values)] };
}

/** Finds an option by its export value, else by its label. */
const chosen = <T extends FieldOption>(options: readonly T[], meant: string): T | undefined =>
  options.find(({ value }) => value === meant) ?? options.find(({ label }) => label === meant);

function listed(options: readonly FieldOption[]): string {
  if (options.length === 0) return 'it has none';
  const names = options
    .slice(0, 10)
    .map(({ value, label }) =>
      value === label ? `'${shortened(value)}'` : `'${shortened(value)}' (${shortened(label)})`,
    );
  return `it takes ${names.join(', ')}${options.length > 10 ? ` or one of ${options.length - 10} more` : ''}`;
}

function readButton(file: PdfFile, field: Field, value: GivenValue): Assignment | string {
  const states = buttonStates(file, field);
  if (value === null || value === false || value === off || value === '') return { field, kind: 'button', state: null };
  if (value === true) {
    const [only] = states;
    if (field.kind === 'checkbox' && only !== undefined && new Set(states.map((state) => state.value)).size === 1)
      return { field, kind: 'button', state: only.state };
    return `'${shortened(field.name)}' has several buttons: ${listed(states)}`;
  }
  if (typeof value === 'object') return `'${shortened(field.name)}' takes one value, not a list`;
  const text = String(value);
  const found = chosen(states, text) ?? states.find(({ state }) => state.value === text);
  if (found !== undefined) return { field, kind: 'button', state: found.state };
  return (
    `'${shortened(text)}' is no state of '${shortened(field.name)}': ` +
    (field.kind === 'checkbox' ? `it takes true, false, ${quoted(states.map((state) => state.value))}` : listed(states))
  );
}
