import type { Continues } from '../../../pdf/printed/join/part.ts';
import type { LongFlow } from './planning/flow.ts';
import type { Wrapper } from './long-piece.ts';
import { mayBegin, type LongTable } from './planning/long-table.ts';
import { blockOf } from './planning/unit-range.ts';
import type { TableSizes } from './table-part.ts';

/** True where a part may begin with a unit, if it stands at the top of a page. */
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

/** True where a unit begins a sheet, which begins on a page of its own. */
export function beginsSheet(flow: LongFlow, unit: number): boolean {
  const at = blockOf(flow, unit);
  return flow.starts[at] === unit && flow.blocks[at]?.sheet !== flow.blocks[at - 1]?.sheet;
}

/** True where a part that begins with a unit goes on from the page before. */
export const goesOn = (flow: LongFlow, unit: number) => unit > 0 && !beginsSheet(flow, unit);

/** How the part that begins with a unit goes on from the one before it. */
export function continuesWith(flow: LongFlow, unit: number, sizes: TableSizes): Continues {
  if (!goesOn(flow, unit)) return 'nothing';
  const within = reopened(flow, unit).filter(({ open }) => isTagged.test(open)).length;
  const table = tableAt(flow, unit);
  if (table === null) return { within, table: null };
  // without a size it is one of the service, whose head is a row
  const { head, foot } = sizes.get(blockOf(flow, unit))?.repeats ?? { head: table.repeats ? 1 : 0, foot: 0 };
  return { within, table: { headRows: head, footRows: foot } };
}

/** Wrappers that Chromium makes structure elements of. */
const isTagged = /^<(?:section|article|main|form)[\s>]/;

/** The elements around a unit that begin before it. */
export function reopened(flow: LongFlow, unit: number): readonly Wrapper[] {
  const at = blockOf(flow, unit);
  const block = flow.blocks[at];
  const previous = flow.starts[at] === unit ? flow.blocks[at - 1] : block;
  return block?.within.filter((wrapper, index) => previous?.within[index] === wrapper) ?? [];
}

/** How many pages stand before those of the part that begins with a unit. */
export const pagesBefore = (flow: LongFlow, unit: number) => (goesOn(flow, unit) ? 1 : 0);

/** True where nothing stands on that page; a table begins on it, with the row before. */
export const isEmptyBefore = (flow: LongFlow, unit: number) => goesOn(flow, unit) && tableAt(flow, unit) === null;

/** The table that a unit goes on in. */
function tableAt(flow: LongFlow, unit: number): LongTable | null {
  const at = blockOf(flow, unit);
  const block = flow.blocks[at];
  return block === undefined || !('table' in block) || flow.starts[at] === unit ? null : block.table;
}
