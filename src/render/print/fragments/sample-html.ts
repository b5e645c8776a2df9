import type { LongBlock, LongFlow } from './planning/flow.ts';
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

/**
 * A document with a sheet for each long table, which has only the widest rows (so that its columns are as wide as in
 * all parts), and a sheet for the divided elements around other content, which are empty.
 */
export function sampleHtml(flow: LongFlow): { html: string; samples: Sample[] } {
  const known = new Set<Wrapper>();
  const samples = flow.blocks.flatMap((block, index): Sample[] => {
    const isKnown = 'pieces' in block && block.within.every((wrapper) => known.has(wrapper));
    for (const wrapper of block.within) known.add(wrapper);
    return isKnown ? [] : [{ index, block }];
  });
  const sheets = samples.map(({ index, block }) => {
    const before = (depth: number) => unseenBefore(flow, flow.starts[index] ?? 0, depth);
    const table =
      'table' in block
        ? [
            block.table.tag,
            block.table.caption,
            block.table.columns,
            block.table.head,
            sampleRows(block.table),
            block.table.close,
          ]
        : [];
    return [
      flow.sheets[block.sheet] ?? '',
      before(0),
      ...block.within.flatMap(({ open }, depth) => [open, before(depth + 1)]),
      ...table,
      ...block.within.map(({ close }) => close).reverse(),
      '</section>',
    ].join('');
  });
  return { html: `${flow.heads[1]}${sheets.join('')}</body></html>`, samples };
}
