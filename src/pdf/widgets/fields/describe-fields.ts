import type { Source } from '../../facts/source.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { shownBox, type ShownBox } from '../../geometry/shown-page.ts';
import type { Field, FieldKind, FieldOption } from './field.ts';
import { optionsOf, valueOf, type FieldValue } from './field-value.ts';
import { readFields } from './read-fields.ts';

/** The description of a field for clients (docs/spec/tools.md). */
export interface FieldDescription {
  readonly name: string;
  readonly kind: FieldKind;
  readonly value: FieldValue;
  readonly default: FieldValue;
  readonly options: readonly FieldOption[];
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiline: boolean;
  readonly comb: boolean;
  readonly maxLength: number | null;
  /** Pages are 1-based. Widgets outside the pages are left out. */
  readonly widgets: readonly { readonly page: number; readonly box: ShownBox }[];
}

/** Describes all fields of a form. */
export function describeFields(source: Source): FieldDescription[] {
  return readFields(source).map((field) => describe(source.file, field));
}

function describe(file: PdfFile, field: Field): FieldDescription {
  const { name, kind, flags, widgets } = field;
  return {
    name,
    kind,
    value: valueOf(file, field),
    default: valueOf(file, field, 'DV'),
    options: optionsOf(file, field),
    required: flags.has('required'),
    readOnly: flags.has('readOnly'),
    multiline: kind === 'text' && flags.has('multiline'),
    comb: isComb(file, field),
    maxLength: maxLengthOf(file, field),
    widgets: widgets.flatMap((widget) =>
      widget.page === null ? [] : [{ page: widget.pageIndex + 1, box: shownBox(widget.page, widget.rect) }],
    ),
  };
}

/** MaxLen of a text field (ISO 32000-2, table 232); null without one. */
export function maxLengthOf(file: PdfFile, field: Field): number | null {
  const maxLength = field.kind === 'text' ? file.number(field.inherited('MaxLen')) : null;
  return maxLength !== null && Number.isInteger(maxLength) && maxLength > 0 ? maxLength : null;
}

/**
 * Whether a text field is a comb (ISO 32000-2, table 231): it has MaxLen, one line, and is neither a password nor a
 * file.
 */
export function isComb(file: PdfFile, field: Field): boolean {
  const { flags } = field;
  return (
    field.kind === 'text' &&
    flags.has('comb') &&
    !flags.has('multiline') &&
    !flags.has('password') &&
    !flags.has('fileSelect') &&
    maxLengthOf(file, field) !== null
  );
}
