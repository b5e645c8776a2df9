import type { FieldOption, FormWidget } from '../../../pdf/edit/forms/form-field.ts';
import type { Document } from '../../model/document.ts';
import { attributes, escape, style } from '../../html/html.ts';
import { cssLength } from '../../../input/length.ts';
import type { OperationContext } from '../../plan/operation-context.ts';
import { choosing, chosen, optionsOf, type FormField } from './form-field-schema.ts';
import { fieldPath } from './field-address.ts';

/** Size of text in the base style sheet, in points. */
const textSize = 10;
const ink: FormWidget['look']['color'] = [0.106, 0.122, 0.153];

/** Puts a field into the document: a box in the flow with a link over it, which becomes the widget (pdf/edit/forms). */
export function placeField(document: Document, field: FormField, context: OperationContext): void {
  const { kind, label = '' } = field;
  const key = `c${context.unique()}`;
  const all = optionsOf(field.options ?? []);
  const add = (own: string, options: readonly FieldOption[]): string => {
    document.fields.push(widgetOf(field, { key: own, options, all, scale: document.scale }));
    return box(own, field, context);
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
  context.add(
    '<div' +
      context.attributes({ class: 'form-field', style: fills(field, context) ? 'height:100%;margin:0' : undefined }) +
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

/** True where a field is as tall as the box at its position. */
const fills = (field: FormField, { position }: OperationContext) =>
  position?.height !== undefined && field.height === undefined && (field.label ?? '') === '' && !isSmall(field);

/** Style of the link: it fills the box of its field, and no style sheet of a request can move it. */
export const fieldLinkStyle = 'all:initial!important;position:absolute!important;inset:0!important';

/** The box of a widget, with its size, or that of the box at its position. */
function box(key: string, field: FormField, context: OperationContext): string {
  const { kind, width, height } = field;
  const across = context.position?.width !== undefined && !isSmall(field) ? '100%' : undefined;
  const size = style({ width: cssLength(width) ?? across, height: fills(field, context) ? '100%' : cssLength(height) });
  return (
    `<span${attributes({ class: `field field-${kind}`, style: size })}><a href="${fieldPath}#${key}" ` +
    `style="${fieldLinkStyle}"></a></span>`
  );
}
