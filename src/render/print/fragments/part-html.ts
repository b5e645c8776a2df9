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

/** Name of a unit's destination. */
export const markOf = (unit: number) => `${markPrefix}${unit}`;

/** The id by which a marked unit is found. */
export interface Mark {
  readonly unit: number;
  readonly id: string;
}

/** The purpose of a part's HTML. */
export interface PartWish {
  /** Units whose places are wanted. */
  readonly marked: ReadonlySet<number>;
  readonly widths: TableSizes;
  /** A row that must end before the last page does; `null` = none. */
  readonly last?: number | null;
  /** True for a print of which only page breaks are wanted: links are left out. */
  readonly probe?: boolean;
  /**
   * The end of the part's own content (`until`), and comments around that content. Before it are repeated heads; after
   * it is content that makes the last page end as in one print.
   */
  readonly own?: (OwnEnds & { readonly until: number }) | null;
}

/** The HTML document of a range of units, with marks for the wanted ones. */
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

/** Rows that are entirely on one page, or on none: they end before the next page begins. */
const unbroken = (rows: string) =>
  withRowStyles(rows, (index) => `break-inside:avoid!important${index > 0 ? ';break-before:avoid!important' : ''}`);

const linkStart = ' href="#';

/**
 * Gives links to ids of other parts an address that is resolved when parts are joined: Chromium drops links to missing
 * ids.
 */
function leadingOn(html: string, there: ReadonlyMap<string, boolean>): string {
  return mapLinks(html, (id) => (there.get(idOfName(id)) === false ? `${otherPart}#${id}` : null));
}

const attributes = String.raw`(?: [^\s"'<>/=]+(?:="[^"]*")?)*`;
const pieceTag = new RegExp(`^<[a-z][a-z0-9-]*${attributes}(?= ?/?>)`, 'g');
const rowTags = new RegExp(`<(?:tr|t[dh])${attributes}(?=>)`, 'g');
const anyId = / id="([^"]*)"/g;
/** Ids that need no encoding in an address. */
const plainId = / id="([\w:.-]+)"/;

/**
 * Marks a unit with an id. An existing id stays, because style rules may select it, and serves as the mark. A row with
 * such an id is marked by its first cell without an id, if there is one. In HTML of the result, no piece becomes a new
 * link target.
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

/** The marks whose ids are unique. */
function onlyOnes(marks: readonly Mark[], html: string): Mark[] {
  if (marks.every(({ id }) => id.startsWith(markPrefix))) return [...marks];
  const counts = new Map<string, number>();
  for (const [, id = ''] of html.matchAll(anyId)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return marks.filter(({ id }) => counts.get(id) === 1);
}

/** A whole flow as one document. */
export const wholeHtml = (flow: LongFlow) =>
  partHtml(flow, { from: 0, to: flow.starts.at(-1) ?? 0 }, { marked: new Set(), widths: new Map() }).html;
