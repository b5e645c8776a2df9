import type { TableSize } from '../../../browser/page/measure/measure.ts';
import { mayBegin, type LongTable } from './planning/long-table.ts';
import { emptied, withRowStyles, withStyle } from './planning/markup.ts';
import { unseenCount } from './planning/sibling-placeholders.ts';

/** Measurements of long tables with all of their rows, by the index of the block. */
export type TableSizes = ReadonlyMap<number, TableSize>;

/** Rows `begin` to `end` (exclusive) as a table with the column widths of the whole. */
export function tablePart(
  table: LongTable,
  { begin, end, units, size }: { begin: number; end: number; units: readonly string[]; size: TableSize | null },
): string {
  const goesOn = begin > 0;
  const after =
    (table.bodyOf[end - 1] ?? 0) < table.bodies.length - 1 ? '</tbody><tbody style="display:none!important">' : '';
  const head = !goesOn || table.repeats ? table.head : '';
  const rows = goesOn ? [...rowsBefore(table, begin), ...onNextPage(units)] : units;
  return [
    sizedTag(table, size, goesOn),
    goesOn ? '' : table.caption,
    columnsOf(table, size),
    head,
    ...rows,
    end === table.rows.length ? table.close : `${after}</tbody>${table.foot}</table>`,
  ].join('');
}

/**
 * The rows before a part that continues a table: an empty copy of the previous row on a throw-away page, followed by a
 * page break. The first page of the part then repeats the table head (CSS Fragmentation 3, 5.4), and shares collapsed
 * borders as in one print (CSS 2, 17.6.2). Rows before that one are hidden placeholders for selectors, except the header
 * of their group, which is repeated too.
 */
function rowsBefore(table: LongTable, begin: number): string[] {
  const first = rowBefore(table, begin);
  const { rows, bodies } = table;
  const [body, before] = [table.bodyOf[first] ?? 0, table.before[first] ?? 0];
  const group = table.groups[body] ?? '';
  return [
    unseenCount(body, bodies.slice(Math.max(0, body - 2), body)),
    bodies[body] ?? '<tbody>',
    group,
    unseenCount(before - (group === '' ? 0 : 1), rows.slice(Math.max(0, first - 2), first).map(rowOf)),
    ...rows.slice(first, begin).map((row) => emptied(rowOf(row))),
  ];
}

/**
 * Index of the first row that is repeated: where cells from above reach into the previous row, theirs are repeated too,
 * unless they are many.
 */
function rowBefore({ flags, bodyOf }: LongTable, begin: number): number {
  for (let at = begin - 1; at >= Math.max(0, begin - maxTogether); at -= 1)
    if (((flags[at] ?? 0) & mayBegin) > 0 || bodyOf[at] !== bodyOf[at - 1]) return at;
  return begin - 1;
}

/** Maximum number of repeated rows; together they have to be lower than a page. */
const maxTogether = 8;

const onNextPage = ([first = '', ...rest]: readonly string[]) => [
  withRowStyles(first, (index) => (index === 0 ? 'break-before:page!important' : '')),
  ...rest,
];

/** A row without the markup before it, such as the start tag of its body. */
const rowOf = (row: string) => row.slice(Math.max(0, row.search(/<tr[\s>]/)));

function sizedTag({ tag, ofHtml }: LongTable, size: TableSize | null, goesOn: boolean): string {
  const sized =
    size === null
      ? tag
      : ofHtml
        ? withStyle(
            tag,
            `table-layout:fixed!important;width:${pixels(size.width)}!important;min-width:0!important;` +
              'max-width:none!important',
          )
        : withStyle(
            tag.replace(/ class="([^"]*)"/, (_, own: string) => ` class="${own} colophon-set"`),
            size.isWider ? `min-width:${pixels(size.width)}` : '',
          );
  return goesOn ? withStyle(sized, 'margin-top:0!important') : sized;
}

/** A length rounded to a sixty-fourth of a pixel, the unit of layout, which would otherwise round down. */
const pixels = (length: number) => `${Math.round(length * 64) / 64}px`;

function columnsOf({ columns, ofHtml }: LongTable, size: TableSize | null): string {
  if (size === null) return columns;
  const all = size.columns.reduce((sum, width) => sum + width, 0);
  const widths = size.columns.map((width) => (ofHtml ? pixels(width) : `${((100 * width) / all).toFixed(4)}%`));
  if (columns === '')
    return (
      '<colgroup ' +
      ('style="all:initial!important;display:table-column-group!important">' +
        (widths
          .map((width) => `<col style="all:initial!important;display:table-column!important;width:${width}!important">`)
          .join('') +
          '</colgroup>'))
    );
  if (!ofHtml) return `<colgroup>${widths.map((width) => `<col style="width:${width}">`).join('')}</colgroup>`;
  let at = 0;
  return columns.replace(/<col(?=[\s>])(?: [^\s"'<>/=]+(?:="[^"]*")?)*>/g, (tag) =>
    withStyle(tag, `width:${widths[(at += 1) - 1] ?? 'auto'}!important`),
  );
}
