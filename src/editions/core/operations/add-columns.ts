import { also, checked, joi, type Report } from '../../../input/fields.ts';
import { attributes, style } from '../../../render/html/html.ts';
import { css, length, points, toPoints, type Length } from '../../../input/length.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';
import { insideDefinition } from '../../../render/model/read-operation.ts';

/** Fields of `add_columns` without the operations in the columns. Without `widths`, all columns are equally wide. */
export interface AddColumns {
  /** Numbers are shares of the width, strings lengths. */
  readonly widths?: readonly (number | string)[];
  readonly gap: Length;
}

const maxColumns = 12;
const maxInColumn = 1000;
const largestShare = 10_000;

const isShare = (width: unknown) => typeof width === 'number' && width > 0 && width <= largestShare;
const isLength = (width: unknown) => typeof width === 'string' && (toPoints(width) ?? 0) > 0;

/** Operations in columns are validated where operations are read. */
const operation = checked({ jsonSchema: { $ref: `#/$defs/${insideDefinition}` }, check: () => undefined });

const width = checked({
  jsonSchema: {
    anyOf: [
      { type: 'number', exclusiveMinimum: 0, maximum: largestShare },
      { type: 'string', pattern: '^\\+?(\\d+(\\.\\d*)?|\\.\\d+)(pt|px|in|mm|cm|pc)$' },
    ],
  },
  check(value, report) {
    if (!isShare(value) && !isLength(value))
      report(
        [],
        `a width must be a share (a number from 0 to ${largestShare}: 2 is twice as wide as 1) or a length ` +
          'with a unit, for example "60mm"',
      );
  },
});

const numberOf = ({ length: count }: readonly unknown[], noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Checks that there is a width for each column. A value of the wrong type is reported elsewhere. */
function checkWidths({ columns, widths }: { columns?: unknown; widths?: unknown }, report: Report): void {
  if (Array.isArray(columns) && Array.isArray(widths) && columns.length !== widths.length)
    report(['widths'], `\`widths\` has ${numberOf(widths, 'width')} for ${numberOf(columns, 'column')}`);
}

/** Width of each column in points. Lengths that leave no room count as shares, with a warning. */
function widthsOf(
  { widths, gap }: AddColumns,
  count: number,
  context: OperationContext,
): { readonly points: readonly number[]; readonly tracks: readonly string[] } {
  const given = widths ?? Array.from({ length: count }, () => 1);
  const room = Math.max(context.contentWidth - points(gap) * (count - 1), count);
  const fixed = given.map((one) => (typeof one === 'string' ? points(one) : 0));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const [shares, left] = [sum(given.map((one) => (typeof one === 'number' ? one : 0))), room - sum(fixed)];
  if (left < (shares > 0 ? 10 * given.filter((one) => typeof one === 'number').length : 0)) {
    context.warn(
      'columns-too-wide',
      `The widths of the columns leave no room: ${Math.round(sum(fixed))} points of the ${Math.round(room)} ` +
        'that there are. All columns were made narrower.',
      'widths',
    );
    const parts = given.map((one) => (typeof one === 'string' ? points(one) : (one / shares) * room));
    return {
      points: parts.map((part) => (part / sum(parts)) * room),
      tracks: parts.map((part) => `minmax(0,${Math.round(part * 100) / 100}fr)`),
    };
  }
  return {
    points: given.map((one, index) => (typeof one === 'number' ? (one / shares) * left : (fixed[index] ?? 0))),
    tracks: given.map((one, index) => (typeof one === 'number' ? `minmax(0,${one}fr)` : css(fixed[index] ?? 0))),
  };
}

/** Estimated height of a column in points: a short column stays whole, a long one may break. */
function heightOf(html: string, columnWidth: number): number {
  const tall =
    [...html.matchAll(/<(img|svg|pre|math)[\s>]/g)].length * 150 +
    [...html.matchAll(/<(?:tr|li|p|h[1-6]|div)[\s>]/g)].length * 12;
  return tall + (html.replace(/<[^<>]*>/g, '').length * 5 * 15) / Math.max(columnWidth, 20);
}

/** Shorter columns stay whole: about a third of a page. Points. */
const shortPoints = 260;

/** Columns side by side. The operations inside are validated and composed as those of the document. */
export const addColumns: Operation<AddColumns> = {
  name: 'add_columns',
  tier: 'core',
  summary: 'Sets operations side by side in columns, which may break over pages; a short one stays whole.',
  flows: true,
  nests: 'columns',
  schema: also(
    joi.object({
      columns: joi
        .array()
        .items(joi.array().items(operation).max(maxInColumn))
        .min(1)
        .max(maxColumns)
        .required()
        .description(
          `A list of operations for each column, at most ${maxColumns}, from the side on which a line begins: any ` +
            `that put something into the flow, and \`set_font\`, ${maxInColumn} at most. A column may be empty.`,
        ),
      widths: joi
        .array()
        .items(width)
        .max(maxColumns)
        .description(
          'A width a column: a number is a share of the room (`[1, 2]`: the second is twice as wide), a string ' +
            'a length ("60mm"). Equal unless given.',
        ),
      gap: length({ max: 400 }).default(18).description('Between two columns.'),
    }),
    checkWidths,
  ),
  example: {
    columns: [
      [{ op: 'add_text', text: 'Acme Ltd\n1 High Street' }],
      [{ op: 'add_text', text: 'Invoice 2026-117', align: 'right' }],
    ],
    widths: [2, 1],
    gap: '8mm',
  },
  compose(_document, params, context) {
    const count = context.columns;
    const { points: widths, tracks } = widthsOf(params, count, context);
    const columns = context.inside(widths);
    const short = columns.every((html, index) => heightOf(html, widths[index] ?? 1) < shortPoints);
    const own = context.attributes({
      class: short ? 'columns keep' : 'columns',
      style: style({ 'grid-template-columns': tracks.join(' '), 'column-gap': css(points(params.gap)) }),
    });
    context.add(
      `<div${own}>${columns.map((html) => `<div${attributes({ class: 'column' })}>${html}</div>`).join('')}</div>`,
      { inside: true },
    );
  },
};
