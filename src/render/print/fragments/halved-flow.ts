import { hasCarry } from '../../../browser/page/typeset/carry/carry.ts';
import { isEmpty } from '../../running/running-content.ts';
import type { FlowParts } from '../../compose/page.ts';
import type { Document } from '../../model/document.ts';
import type { FlowSegment } from '../../model/segments.ts';
import type { LongFlow } from './planning/flow.ts';
import type { LongTable } from './planning/long-table.ts';
import { longBlocks, longFlow, type Cutting } from './planning/long-flow.ts';
import { stylesFor } from './planning/plain-pieces.ts';
import { blockOf, unitAfter } from './planning/unit-range.ts';

/** Minimum size of a document that is printed in halves, see `sizeOf` in unit-size.ts: 600 rows of four columns. */
const leastSize = 100_000;

/** Maximum share of a document that stands before the table in which it is divided. */
const maxShareBefore = 0.1;

/** Style sheets that may add fonts, and escapes, which may hide such a rule. */
const ownFonts = /@font-face|@import|\\/i;

/**
 * The flow of a document that mostly is one table, to be printed in two halves at once. `null` where it is short, or
 * where content depends on all of its pages. Columns get the widths of the widest rows, which are found by estimates in
 * the fonts of the service: `null` also for other fonts, and for carried sums, whose labels widen their column.
 */
export function halvedFlow(
  document: Document,
  segment: FlowSegment,
  parts: () => FlowParts,
  cutting: Cutting,
): LongFlow | null {
  if (
    document.segments.length > 1 ||
    document.contents.length > 0 ||
    document.ownProperties.size > 0 ||
    segment.sheets.length > 1 ||
    !document.runningContent.every(isEmpty) ||
    stylesFor(document, segment).some((css) => ownFonts.test(css)) ||
    segment.sheets.some(({ html }) => html.some((piece) => piece.includes('<link') || hasCarry(piece)))
  )
    return null;
  const halves = { ...cutting, partSize: leastSize / 2 };
  const blocks = longBlocks(document, segment, halves);
  if (blocks === null) return null;
  const flow = { ...longFlow(parts(), blocks, segment.anchors, halves), halves: true };
  const halved = blocks[tableInTheMiddle(flow) ?? -1];
  return halved !== undefined && 'table' in halved && hasHeadOnEachPage(halved.table) ? flow : null;
}

/**
 * False for a head that no page repeats: cells of the second half would not refer to it (ISO 32000-2, 14.8.5.7,
 * Headers).
 */
const hasHeadOnEachPage = ({ head, repeats }: LongTable) => head === '' || repeats;

/** The index of the block with the middle of a flow, where that is a table which begins with the flow. */
export function tableInTheMiddle(flow: LongFlow): number | null {
  const { blocks, starts, sizes } = flow;
  const all = sizes.at(-1) ?? 0;
  const block = blockOf(flow, unitAfter(flow, 0, all / 2));
  const isTable = 'table' in (blocks[block] ?? {});
  return isTable && (sizes[starts[block] ?? 0] ?? 0) <= maxShareBefore * all ? block : null;
}
