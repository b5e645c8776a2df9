import type { SheetLook, TableSize } from '../../../browser/page/measure/measure.ts';
import type { Print } from '../../../browser/pool.ts';
import type { PrintJob } from '../../../browser/print-job.ts';
import { printControls } from '../../content/forms/print-controls.ts';
import { contentWidths, printJob, supply, type Printable } from '../print-job.ts';
import type { PrintPass } from '../print-one.ts';
import type { Lanes } from './lanes.ts';
import type { LongFlow, LongBlock } from './planning/flow.ts';
import { sampleHtml } from './sample-html.ts';
import type { TableSizes } from './table-part.ts';

/** A segment that may be printed in parts. */
export interface LongSegment {
  /** Index in the composed document. */
  readonly index: number;
  readonly segment: Printable;
  readonly long: LongFlow;
}

/**
 * Measures each long table as if it had all of its rows. Returns `null` where the segment cannot be divided, because a
 * table, or an element around content, lays out or paints everything inside it as one box.
 */
export async function measureTables(
  pass: PrintPass,
  segment: LongSegment,
  lanes: Lanes<Print>,
): Promise<TableSizes | null> {
  const { html, samples, isStart } = sampleHtml(segment.long);
  if (samples.length === 0) return new Map();
  const looks = await looksOf(pass, segment, lanes, html);
  const sizes = new Map<number, TableSize>();
  for (const [at, { index, block }] of samples.entries()) {
    const { table: size = null, flows = false } = looks[at] ?? {};
    if (!flows || !canBeDivided(block, size)) return null;
    if (size === null) continue;
    const hasPlaces = isStart && at === 0;
    sizes.set(index, hasPlaces || size.rows === null ? size : { ...size, rows: { ...size.rows, places: null } });
  }
  return sizes;
}

async function looksOf(
  { job, composed, warn }: PrintPass,
  { index, segment }: LongSegment,
  lanes: Lanes<Print>,
  html: string,
): Promise<readonly SheetLook[]> {
  const found: SheetLook[] = [];
  const { forms } = printControls(job, { segment: index, part: null, scale: 1 });
  const plain = printJob(job, composed, segment, { forms, referred: () => undefined });
  const looks = {
    ...contentWidths(composed.document, segment),
    found: (sheets: readonly SheetLook[]) => void found.push(...sheets),
  };
  const sample: PrintJob = { ...plain, source: { html }, groups: undefined, looks };
  await lanes.run((print) => print(sample, supply(job, composed, segment, warn)));
  return found;
}

/** True where Chromium repeats the table's head and foot as predicted. */
function canBeDivided({ within, ...content }: LongBlock, size: TableSize | null): boolean {
  if (!('table' in content)) return true;
  const { table } = content;
  if (size === null) return !table.ofHtml && within.length === 0;
  return size.repeats.head > 0 === table.repeats && size.repeats.foot > 0 === (table.foot !== '');
}
