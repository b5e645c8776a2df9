import type { LongBlock, LongFlow } from './planning/flow.ts';
import type { Wrapper } from './long-piece.ts';
import type { LongTable } from './planning/long-table.ts';
import { cycle, unseenBefore, unseenCount } from './planning/sibling-placeholders.ts';

/** The widest rows, each in a body like its own, and counted as it is in that. */
function sampleRows({ widest, bodies }: LongTable): string {
  let count = 0;
  return (
    widest
      .map(({ row, body, before }, index) => {
        const isFirst = index === 0 || widest[index - 1]?.body !== body;
        if (isFirst) count = 0;
        const unseenRows = (((before - count) % cycle) + cycle) % cycle;
        count += unseenRows + 1;
        return (
          (isFirst ? `${index === 0 ? '' : '</tbody>'}${bodies[body] ?? '<tbody>'}` : '') +
          unseenCount(unseenRows, ['<tr>']) +
          row
        );
      })
      .join('') || '<tbody>'
  );
}

/** A sheet of what is to be measured before a flow is printed in parts: the block that it stands for. */
interface Sample {
  readonly index: number;
  readonly block: LongBlock;
}

/**
 * A document with a sheet for each long table, with its widest rows alone (as their columns are, so are those of all
 * parts), and for whatever else is in elements that are cut, with these alone.
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
