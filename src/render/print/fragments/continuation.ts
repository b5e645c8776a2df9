import type { Continues } from '../../../pdf/printed/join/part.ts';
import type { LongFlow } from './planning/flow.ts';
import type { Wrapper } from './long-piece.ts';
import { groupAt, mayBegin, type LongTable } from './planning/long-table.ts';
import { blockOf } from './planning/unit-range.ts';
import type { TableSizes } from './table-part.ts';

/** True where a part may begin with a unit that is at the top of a page. */
export function mayBeginWith(flow: LongFlow, unit: number): boolean {
  const index = blockOf(flow, unit);
  const block = flow.blocks[index];
  if (block === undefined) return false;
  return (
    !('table' in block) ||
    unit === flow.starts[index] ||
    ((block.table.flags[unit - (flow.starts[index] ?? 0)] ?? 0) & mayBegin) > 0
  );
}

/** True where a unit begins a sheet, and so a page. */
export function beginsSheet(flow: LongFlow, unit: number): boolean {
  const at = blockOf(flow, unit);
  return flow.starts[at] === unit && flow.blocks[at]?.sheet !== flow.blocks[at - 1]?.sheet;
}

/** True where a part that begins with a unit continues content of the page before. */
export const goesOn = (flow: LongFlow, unit: number) => unit > 0 && !beginsSheet(flow, unit);

/** How the part that begins with a unit continues the part before. */
export function continuesWith(flow: LongFlow, unit: number, sizes: TableSizes): Continues {
  if (!goesOn(flow, unit)) return 'nothing';
  const within = reopened(flow, unit).filter(({ open }) => isTagged.test(open)).length;
  const table = tableAt(flow, unit);
  if (table === null) return { within, table: null };
  // without a size it is a table of the service, whose head is a row
  const block = blockOf(flow, unit);
  const size = sizes.get(block);
  const { head, foot } = size?.repeats ?? { head: table.repeats ? 1 : 0, foot: 0 };
  const isGroup = size !== undefined && groupAt(table, unit - (flow.starts[block] ?? 0)) !== '';
  return { within, table: { headRows: head, groupRows: isGroup ? 1 : 0, footRows: foot } };
}

/** Wrappers that become structure elements in the PDF. */
const isTagged = /^<(?:section|article|main|form)[\s>]/;

/** The elements around a unit that begin before it. */
export function reopened(flow: LongFlow, unit: number): readonly Wrapper[] {
  const at = blockOf(flow, unit);
  const block = flow.blocks[at];
  const previous = flow.starts[at] === unit ? flow.blocks[at - 1] : block;
  return block?.within.filter((wrapper, index) => previous?.within[index] === wrapper) ?? [];
}

/** Number of throw-away pages before a part that begins with a unit. */
export const pagesBefore = (flow: LongFlow, unit: number) => (goesOn(flow, unit) ? 1 : 0);

/** True where that page is empty; for a table it has the previous row. */
export const isEmptyBefore = (flow: LongFlow, unit: number) => goesOn(flow, unit) && tableAt(flow, unit) === null;

/** The table that a unit continues. */
function tableAt(flow: LongFlow, unit: number): LongTable | null {
  const at = blockOf(flow, unit);
  const block = flow.blocks[at];
  return block === undefined || !('table' in block) || flow.starts[at] === unit ? null : block.table;
}
