import type { Source } from '../../facts/source.ts';
import type { Box, PdfFile, PdfPage } from '../../file/pdf-file.ts';
import type { ShownBox } from '../../geometry/shown-page.ts';
import type { Field, FieldKind, FieldOption, Widget } from './field.ts';
import { optionsOf, valueOf, type FieldValue } from './field-value.ts';
import { readFields } from './read-fields.ts';

/** A field as a client is told of it (docs/spec/tools.md). */
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
  /** Pages are 1-based. A widget that is on no page is left out. */
  readonly widgets: readonly { readonly page: number; readonly box: ShownBox }[];
}

/** All fields of a form. */
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
      widget.page === null ? [] : [{ page: widget.pageIndex + 1, box: shownBox(widget, widget.page) }],
    ),
  };
}

/** Characters that a text may have, where that is bounded (ISO 32000-2, table 232). */
export function maxLengthOf(file: PdfFile, field: Field): number | null {
  const most = field.kind === 'text' ? file.number(field.inherited('MaxLen')) : null;
  return most !== null && Number.isInteger(most) && most > 0 ? most : null;
}

/** A text in cells of equal width (table 231): only with a length, in one line, and neither a password nor a file. */
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

/** A rectangle of user space on the page as it is shown: the crop box, turned by Rotate. */
function shownBox({ rect: [left, bottom, right, top] }: Widget, { cropBox, rotate }: PdfPage): ShownBox {
  const [x0, y0, x1, y1] = turned([left, bottom, right, top], cropBox, rotate);
  return { x: rounded(x0), y: rounded(y0), width: rounded(x1 - x0), height: rounded(y1 - y0) };
}

/** Left, top, right, bottom, y downwards. */
function turned([left, bottom, right, top]: Box, [x0, y0, x1, y1]: Box, rotate: PdfPage['rotate']): Box {
  switch (rotate) {
    case 90:
      return [bottom - y0, left - x0, top - y0, right - x0];
    case 180:
      return [x1 - right, bottom - y0, x1 - left, top - y0];
    case 270:
      return [y1 - top, x1 - right, y1 - bottom, x1 - left];
    case 0:
      return [left - x0, y1 - top, right - x0, y1 - bottom];
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100;
