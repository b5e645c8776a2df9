import { tableInTheMiddle } from './halved-flow.ts';
import { Holders } from './planning/container-elements.ts';
import type { LongBlock, LongFlow } from './planning/flow.ts';
import { unitsOf } from './planning/long-flow.ts';
import type { Wrapper } from './long-piece.ts';
import type { LongTable } from './planning/long-table.ts';
import { cycle, unseenBefore, unseenCount } from './planning/sibling-placeholders.ts';

/**
 * The widest rows, each in a body like its own, with placeholders so that `:nth-child` and `:last-child` match as there.
 */
function sampleRows({ widest, bodies }: LongTable): string {
  let count = 0;
  return (
    widest
      .map(({ row, body, before, isLast = true }, index) => {
        const isFollowed = !isLast && widest[index + 1]?.body !== body;
        const isFirst = index === 0 || widest[index - 1]?.body !== body;
        if (isFirst) count = 0;
        const unseenRows = (((before - count) % cycle) + cycle) % cycle;
        count += unseenRows + 1;
        return (
          (isFirst ? `${index === 0 ? '' : '</tbody>'}${bodies[body] ?? '<tbody>'}` : '') +
          unseenCount(unseenRows, ['<tr>']) +
          row +
          (isFollowed ? unseenCount(1, ['<tr>']) : '')
        );
      })
      .join('') || '<tbody>'
  );
}

/** A sheet that is measured before a flow is printed in parts, and the block that it represents. */
interface Sample {
  readonly index: number;
  readonly block: LongBlock;
}

interface SampleDocument {
  readonly html: string;
  /** In the order of their sheets. */
  readonly samples: readonly Sample[];
  /** True where the first sheet is laid out as the start of the document: its rows are where they are in print. */
  readonly isStart: boolean;
}

/**
 * A document with a sheet for each long table, which has only the widest rows (so that its columns are as wide as in
 * all parts), and a sheet for the divided elements around other content, which are empty. Where a table is printed in
 * halves, its sheet is the first, and has the text before the table if that is plain: rows are there where they are in
 * print.
 */
export function sampleHtml(flow: LongFlow): SampleDocument {
  const halved = flow.halves ? tableInTheMiddle(flow) : null;
  const leading = halved === null ? null : plainLead(flow, halved);
  const known = new Set<Wrapper>();
  const samples = flow.blocks.flatMap((block, index): Sample[] => {
    const isKnown = 'pieces' in block && block.within.every((wrapper) => known.has(wrapper));
    for (const wrapper of block.within) known.add(wrapper);
    return isKnown ? [] : [{ index, block }];
  });
  if (leading !== null) samples.sort((one, other) => Number(other.index === halved) - Number(one.index === halved));
  const sheets = samples.map((sample) => (sample.index === halved ? leading : null) ?? sheetOf(flow, sample));
  const html = `${leading === null ? flow.heads[1] : ''}${sheets.join('')}</body></html>`;
  return { html, samples, isStart: leading !== null };
}

function sheetOf(flow: LongFlow, { index, block }: Sample): string {
  const before = (depth: number) => unseenBefore(flow, flow.starts[index] ?? 0, depth);
  return [
    flow.sheets[block.sheet] ?? '',
    before(0),
    ...block.within.flatMap(({ open }, depth) => [open, before(depth + 1)]),
    'table' in block ? sampleTable(block.table) : '',
    ...block.within.map(({ close }) => close).reverse(),
    '</section>',
  ].join('');
}

const sampleTable = (table: LongTable) =>
  [table.tag, table.caption, table.columns, table.head, sampleRows(table), table.close].join('');

/** Start tags of elements other than text. */
const otherThanText = /<(?!\/|!--|(?:p|h[1-6]|div|section|header|span|b|i|em|strong|small|u|s|a|br|hr)[\s>])/;
/** Start tags of elements that may make a row higher than others, although it is not among the widest. */
const otherThanWords = /<(?!\/|!--|(?:tbody|tr|t[dh]|span|b|i|em|strong|small|u|s|a)[\s>])/;
const maxLeadCharacters = 5000;

/**
 * The start of the document up to the sample of a table; `null` where there is more than a little text before it, or
 * more than words in its rows.
 */
function plainLead(flow: LongFlow, table: number): string | null {
  const before = flow.blocks.slice(0, table);
  const text = before.flatMap((block) => ('table' in block ? ['<table>'] : block.pieces)).join('');
  const block = flow.blocks[table];
  if (block === undefined || !('table' in block)) return null;
  const isPlain = text.length <= maxLeadCharacters && !otherThanText.test(text);
  if (!isPlain || block.table.rows.some((row) => otherThanWords.test(row))) return null;
  const out = new Holders(flow, { from: 0, to: flow.starts[table + 1] ?? 0 });
  for (const one of before) out.add(one, unitsOf(one).join(''));
  out.add(block, sampleTable(block.table));
  return out.closed();
}
