import { idOfName } from '../../../pdf/objects/id-of-name.ts';
import { markPrefix } from '../../../pdf/printed/join/join-printed.ts';
import { otherPart } from '../../compose/contents.ts';
import type { OwnEnds } from '../../content/forms/print-controls.ts';
import { attribute } from '../../html/html.ts';
import { probeLinks } from '../../compose/page.ts';
import { mapLinks } from '../../compose/tags.ts';
import { Holders } from './planning/container-elements.ts';
import { unitsOf } from './planning/long-flow.ts';
import { type LongFlow } from './planning/flow.ts';
import { withRowStyles } from './planning/markup.ts';
import { blockOf, type Stretch } from './planning/unit-range.ts';
import { tablePart, type TableSizes } from './table-part.ts';

/** The name of the destination of a unit. */
export const markOf = (unit: number) => `${markPrefix}${unit}`;

/** The id by which a marked unit is found. */
export interface Mark {
  readonly unit: number;
  readonly id: string;
}

/** What the HTML of a stretch is for. */
export interface PartWish {
  /** Units to be found in its print. */
  readonly marked: ReadonlySet<number>;
  readonly widths: TableSizes;
  /** The unit that is to end before the last page does, where it is a row. */
  readonly last?: number | null;
  /** Nobody will see it, nor what leads to where in it. */
  readonly probe?: boolean;
  /**
   * Where its own content ends, and the comments that say so, and where it begins: before that repeated heads stand,
   * and after it what makes its last page end as it does.
   */
  readonly own?: (OwnEnds & { readonly until: number }) | null;
}

/** The HTML document of a stretch, with the units to be found in its print. */
export function partHtml(
  flow: LongFlow,
  { from, to }: Stretch,
  { marked, widths, last = null, probe = false, own = null }: PartWish,
): { html: string; marks: Mark[] } {
  const marks: Mark[] = [];
  const there = new Map(flow.ids.map(([unit, id]) => [id, unit >= from && unit < to]));
  const ends = new Map(
    own === null
      ? []
      : [
          [from, `<!--${own.begin}-->`],
          [own.until, `<!--${own.end}-->`],
        ],
  );
  const out = new Holders(flow, { from, to });
  for (let index = blockOf(flow, from); index < flow.blocks.length && (flow.starts[index] ?? 0) < to; index += 1) {
    const block = flow.blocks[index];
    if (block === undefined) break;
    const first = flow.starts[index] ?? 0;
    const [begin, end] = [Math.max(from, first) - first, Math.min(to, flow.starts[index + 1] ?? to) - first];
    const units = unitsOf(block)
      .slice(begin, end)
      .map((unit, at) =>
        marked.has(first + begin + at)
          ? withMark(unit, { unit: first + begin + at, isRow: 'table' in block, flow, probe }, marks)
          : unit,
      )
      .map((unit) => (unit.includes(linkStart) ? leadingOn(unit, there) : unit));
    if ('table' in block && last !== null && last >= from && last < first + end && last >= first)
      units[last - first - begin] = unbroken(units[last - first - begin] ?? '');
    let before = '';
    for (const [unit, comment] of ends) {
      if ('table' in block && unit === first) before = comment;
      else if (unit >= first + begin && unit < first + end)
        units[unit - first - begin] = comment + (units[unit - first - begin] ?? '');
    }
    out.add(
      block,
      before +
        ('table' in block
          ? tablePart(block.table, { begin, end, units, size: widths.get(index) ?? null })
          : units.join('')),
    );
  }
  const ids = flow.ids.filter(([unit]) => unit >= from && unit < to).map(([, id]) => id);
  const content = out.closed();
  const found = onlyOnes(marks, content);
  return { html: `${content}${probeLinks([...ids, ...found.map(({ id }) => id)])}</body></html>`, marks: found };
}

/** Rows that are on one page, or on none of those that are taken to be there: they end before the next page begins. */
const unbroken = (rows: string) =>
  withRowStyles(rows, (index) => `break-inside:avoid!important${index > 0 ? ';break-before:avoid!important' : ''}`);

const linkStart = ' href="#';

/** Chromium drops a link to an id that is not there: one to another part gets the address that joining knows. */
function leadingOn(html: string, there: ReadonlyMap<string, boolean>): string {
  return mapLinks(html, (id) => (there.get(idOfName(id)) === false ? `${otherPart}#${id}` : null));
}

const attributes = String.raw`(?: [^\s"'<>/=]+(?:="[^"]*")?)*`;
const pieceTag = new RegExp(`^<[a-z][a-z0-9-]*${attributes}(?= ?/?>)`, 'g');
const rowTags = new RegExp(`<(?:tr|t[dh])${attributes}(?=>)`, 'g');
const anyId = / id="([^"]*)"/g;
/** Ids that are in an address as they are. */
const plainId = / id="([\w:.-]+)"/;

/**
 * A unit is found by the id that it is given; one that has an id of its own keeps it, as rules may look for it, and is
 * found by that. A row is found by the first of its cells that has none, where it has one itself. In what is kept no
 * other piece is led to by an id that nothing led to before.
 */
function withMark(
  html: string,
  { unit, isRow, flow, probe }: { unit: number; isRow: boolean; flow: LongFlow; probe: boolean },
  marks: Mark[],
): string {
  const tags = [...html.matchAll(isRow ? rowTags : pieceTag)];
  const free = tags.find(({ 0: tag }) => !tag.includes(' id="'));
  if (free === undefined) {
    const id = plainId.exec(tags[0]?.[0] ?? '')?.[1];
    if (id !== undefined && (probe || isRow || flow.ids.some(([, linked]) => linked === id))) marks.push({ unit, id });
    return html;
  }
  marks.push({ unit, id: markOf(unit) });
  return (
    html.slice(0, free.index) +
    free[0].replace(/^<[a-z0-9-]+/, (name) => name + attribute('id', markOf(unit))) +
    html.slice(free.index + free[0].length)
  );
}

/** Without the marks whose ids others have too. */
function onlyOnes(marks: readonly Mark[], html: string): Mark[] {
  if (marks.every(({ id }) => id.startsWith(markPrefix))) return [...marks];
  const counts = new Map<string, number>();
  for (const [, id = ''] of html.matchAll(anyId)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return marks.filter(({ id }) => counts.get(id) === 1);
}

/** The whole of a flow in one document. */
export const wholeHtml = (flow: LongFlow) =>
  partHtml(flow, { from: 0, to: flow.starts.at(-1) ?? 0 }, { marked: new Set(), widths: new Map() }).html;
