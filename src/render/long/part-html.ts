import { idOfName } from '../../pdf/id-of-name.ts';
import { markPrefix } from '../../pdf/join/join-printed.ts';
import type { Continues } from '../../pdf/join/part.ts';
import { otherPart } from '../contents.ts';
import type { OwnEnds } from '../forms/print-controls.ts';
import { attribute } from '../html.ts';
import { probeLinks } from '../page.ts';
import { mapLinks } from '../tags.ts';
import type { TableSize } from '../../browser/measure.ts';
import { unitsOf, type LongBlock, type LongFlow } from './long-flow.ts';
import type { Wrapper } from './long-piece.ts';
import { mayBegin, type LongTable } from './long-table.ts';
import { withStyle } from './markup.ts';
import { cycle, unseenAfter, unseenBefore, unseenCount } from './siblings.ts';
import { blockOf, type Stretch } from './stretch.ts';

/** What the long tables measure with all of their rows, by the index of the block. */
export type TableSizes = ReadonlyMap<number, TableSize>;

/** True where a part may begin with a unit, if it stands at the top of a page. */
export function mayBeginWith(flow: LongFlow, unit: number): boolean {
  const index = blockOf(flow, unit);
  const block = flow.blocks[index];
  if (block === undefined) return false;
  return !('table' in block) || unit === flow.starts[index] || ((block.table.flags[unit - (flow.starts[index] ?? 0)] ?? 0) & mayBegin) > 0;
}

/** True where a unit begins a sheet, which begins on a page of its own. */
export function beginsSheet(flow: LongFlow, unit: number): boolean {
  const at = blockOf(flow, unit);
  return flow.starts[at] === unit && flow.blocks[at]?.sheet !== flow.blocks[at - 1]?.sheet;
}

/** How the part that begins with a unit goes on from the one before it. */
export function continuesWith(flow: LongFlow, unit: number): Continues {
  if (unit === 0 || beginsSheet(flow, unit)) return 'nothing';
  const at = blockOf(flow, unit);
  const block = flow.blocks[at];
  const within = reopened(flow, unit).filter(({ open }) => isTagged.test(open)).length;
  if (block === undefined || !('table' in block) || flow.starts[at] === unit) return { within, table: null };
  const { repeats, head, foot } = block.table;
  return { within, table: { headRows: repeats ? rowsIn(head) : 0, footRows: rowsIn(foot) } };
}

const rowsIn = (html: string) => (html.match(/<tr[\s>]/g) ?? []).length;

/** Wrappers that Chromium makes structure elements of. */
const isTagged = /^<(?:section|article|main|form)[\s>]/;

/** The elements around a unit that begin before it. */
function reopened(flow: LongFlow, unit: number): readonly Wrapper[] {
  const at = blockOf(flow, unit);
  const block = flow.blocks[at];
  const previous = flow.starts[at] === unit ? flow.blocks[at - 1] : block;
  return block?.within.filter((wrapper, index) => previous?.within[index] === wrapper) ?? [];
}

/** How many pages stand before those of the part that begins with a unit: an empty one, where it goes on from the page before. */
export function pagesBefore(flow: LongFlow, unit: number): number {
  const continues = continuesWith(flow, unit);
  return continues !== 'nothing' && continues.table === null ? 1 : 0;
}

/** The name of the destination of a unit. */
export const markOf = (unit: number) => `${markPrefix}${unit}`;

/** The id by which a marked unit is found. */
export interface Mark {
  readonly unit: number;
  readonly id: string;
}

/** What goes on from the page before has nothing of its own above. */
const goesOnFlat = ['margin-top', 'padding-top', 'border-top', 'border-top-left-radius', 'border-top-right-radius'].map((side) => `${side}:0!important`).join(';');
/**
 * Fills the page before, which is so high: what comes next stands at the top of its page after a break that nobody asked for, which drops margins (CSS Fragmentation 3,
 * 5.2), as it does in one print. All but a trace of it: what is higher than that goes on to the next page.
 */
const pageBefore = (height: string) => `<div style="${['all:initial', 'display:block', `height:calc(${height} - .5px)`, 'break-inside:avoid'].map((rule) => `${rule}!important`).join(';')}"></div>`;
const heightOfPage = /--content-height:([\d.]+px)/;

/** What the HTML of a stretch is for. */
export interface PartWish {
  /** Units to be found in its print. */
  readonly marked: ReadonlySet<number>;
  readonly widths: TableSizes;
  /** The unit that is to end before the last page does, where it is a row. */
  readonly last?: number | null;
  /** Nobody will see it: ids may give way to marks. */
  readonly probe?: boolean;
  /** Where its own content ends, and the comments that say so, and where it begins: before that repeated heads stand, and after it what makes its last page end as it does. */
  readonly own?: (OwnEnds & { readonly until: number }) | null;
}

/** The HTML document of a stretch, with the units to be found in its print. */
export function partHtml(flow: LongFlow, { from, to }: Stretch, { marked, widths, last = null, probe = false, own = null }: PartWish): { html: string; marks: Mark[] } {
  const marks: Mark[] = [];
  const there = new Map(flow.ids.map(([unit, id]) => [id, unit >= from && unit < to]));
  const ends = new Map(own === null ? [] : [[from, `<!--${own.begin}-->`], [own.until, `<!--${own.end}-->`]]);
  const out = new Holders(flow, { from, to });
  for (let index = blockOf(flow, from); index < flow.blocks.length && (flow.starts[index] ?? 0) < to; index += 1) {
    const block = flow.blocks[index];
    if (block === undefined) break;
    const first = flow.starts[index] ?? 0;
    const [begin, end] = [Math.max(from, first) - first, Math.min(to, flow.starts[index + 1] ?? to) - first];
    const units = unitsOf(block).slice(begin, end).map((unit, at) => (marked.has(first + begin + at) ? withMark(unit, { unit: first + begin + at, flow, probe }, marks) : unit)).map((unit) => (unit.includes(linkStart) ? leadingOn(unit, there) : unit));
    if ('table' in block && last !== null && last >= from && last < first + end && last >= first) units[last - first - begin] = unbroken(units[last - first - begin] ?? '');
    let before = '';
    for (const [unit, comment] of ends) {
      if ('table' in block && unit === first) before = comment;
      else if (unit >= first + begin && unit < first + end) units[unit - first - begin] = comment + (units[unit - first - begin] ?? '');
    }
    out.add(block, before + ('table' in block ? tablePart(block.table, { begin, end, units, size: widths.get(index) ?? null }) : units.join('')));
  }
  const ids = flow.ids.filter(([unit]) => unit >= from && unit < to).map(([, id]) => id);
  return { html: `${out.closed()}${probeLinks([...ids, ...marks.map(({ id }) => id)])}</body></html>`, marks };
}

/** The elements that hold the blocks of a part, one below the other. */
class Holders {
  readonly #flow: LongFlow;
  readonly #stretch: Stretch;
  readonly #out: string[];
  #open: readonly Wrapper[] = [];
  #sheet = -1;

  constructor(flow: LongFlow, stretch: Stretch) {
    this.#flow = flow;
    this.#stretch = stretch;
    this.#out = [stretch.from === 0 ? flow.heads[0] : flow.heads[1]];
  }

  add(block: LongBlock, html: string): void {
    if (this.#sheet < 0) this.#begin(block);
    if (block.sheet !== this.#sheet) {
      this.#close(0);
      this.#out.push('</section>', this.#flow.sheets[block.sheet] ?? '');
      this.#sheet = block.sheet;
    }
    const common = block.within.findIndex((wrapper, index) => wrapper !== this.#open[index]);
    this.#close(common < 0 ? block.within.length : common);
    for (const wrapper of block.within.slice(this.#open.length)) this.#out.push(wrapper.open);
    this.#open = block.within;
    this.#out.push(html);
  }

  /** All that there is, with the end of whatever is open. */
  closed(): string {
    const { to } = this.#stretch;
    for (let depth = this.#open.length; depth >= 0; depth -= 1) {
      this.#close(depth);
      this.#out.push(unseenAfter(this.#flow, to, depth));
    }
    this.#out.push('</section>');
    return this.#out.join('');
  }

  /** What is open when the part begins: what goes on from the page before has nothing above, and others stand before what comes. */
  #begin(block: LongBlock): void {
    const { from } = this.#stretch;
    const tag = this.#flow.sheets[block.sheet] ?? '';
    const goesOn = continuesWith(this.#flow, from) !== 'nothing';
    this.#sheet = block.sheet;
    this.#out.push(goesOn ? tag.replace(/ id="[^"]*"/, '') : tag);
    if (!goesOn) return;
    this.#open = reopened(this.#flow, from);
    const depth = this.#open.length;
    const before = (at: number): string => (at === depth && pagesBefore(this.#flow, from) > 0 ? pageBefore(heightOfPage.exec(tag)?.[1] ?? '0px') : '') + unseenBefore(this.#flow, from, at);
    this.#out.push(before(0));
    this.#open.forEach(({ open }, index) => this.#out.push(withStyle(open, goesOnFlat), before(index + 1)));
  }

  /** Closes what is deeper. */
  #close(depth: number): void {
    for (const { close } of this.#open.slice(depth).reverse()) this.#out.push(close);
    this.#open = this.#open.slice(0, depth);
  }
}

/** A row that is on one page, or on none of those that are taken to be there: it ends before the next page begins. */
const unbroken = (row: string) => row.replace(/<tr(?=[\s>])(?: [^\s"'<>/=]+(?:="[^"]*")?)*>/, (tag) => withStyle(tag, 'break-inside:avoid!important'));

const linkStart = ' href="#';

/** Chromium drops a link to an id that is not there: one to another part gets the address that joining knows. */
function leadingOn(html: string, there: ReadonlyMap<string, boolean>): string {
  return mapLinks(html, (id) => (there.get(idOfName(id)) === false ? `${otherPart}#${id}` : null));
}

/** What has an id of its own is not marked, as others could have the same; in a probe it is, unless it looks by its id. */
function withMark(html: string, { unit, flow, probe }: { unit: number; flow: LongFlow; probe: boolean }, marks: Mark[]): string {
  const tag = /^<[a-z0-9]+(?=[\s>])/.exec(html)?.[0];
  if (tag === undefined) return html;
  const id = / id="([^"]*)"/.exec(html.slice(0, html.indexOf('>')))?.[1];
  if (id !== undefined && (!probe || flow.heads[1].includes(`#${id}`) || flow.heads[1].includes('[id'))) return html;
  marks.push({ unit, id: markOf(unit) });
  return `${tag}${attribute('id', markOf(unit))}${html.slice(tag.length).replace(id === undefined ? '' : ` id="${id}"`, '')}`;
}

/** Rows of a table, from `begin` to before `end`, as a table. Its columns are as wide as those of the whole. */
function tablePart(table: LongTable, { begin, end, units, size }: { begin: number; end: number; units: readonly string[]; size: TableSize | null }): string {
  const goesOn = begin > 0;
  const body = table.bodyOf[begin] ?? 0;
  const before = goesOn ? unseenCount(body, table.bodies.slice(Math.max(0, body - 2), body)) + (table.bodies[body] ?? '<tbody>') + unseenCount(table.before[begin] ?? 0, table.rows.slice(Math.max(0, begin - 2), begin).map(rowTag)) : '';
  const after = (table.bodyOf[end - 1] ?? 0) < table.bodies.length - 1 ? '</tbody><tbody style="display:none!important">' : '';
  const head = !goesOn || table.repeats ? table.head : '';
  return [sizedTag(table, size, goesOn), goesOn ? '' : table.caption, columnsOf(table, size), head, before, units.join(''), end === table.rows.length ? table.close : `${after}</tbody>${table.foot}</table>`].join('');
}

/** The start tag of a row that may have that of its body before it. */
const rowTag = (row: string) => row.slice(Math.max(0, row.search(/<tr[\s>]/)));

function sizedTag({ tag, ofHtml }: LongTable, size: TableSize | null, goesOn: boolean): string {
  const sized = size === null ? tag : ofHtml ? withStyle(tag, `table-layout:fixed!important;width:${pixels(size.width)}!important;min-width:0!important;max-width:none!important`) : tag.replace(/ class="([^"]*)"/, (_, own: string) => ` class="${own} set"`);
  if (!goesOn) return sized;
  const spacing = size?.spacing ?? 0;
  return withStyle(sized, size?.spacing === null ? 'margin-top:0!important' : `${goesOnFlat}${spacing > 0 ? `;margin-top:-${spacing}px!important` : ''}`);
}

/** In the unit of layout, a sixty-fourth of a pixel, or it would be cut to one less. */
const pixels = (length: number) => `${Math.round(length * 64) / 64}px`;

function columnsOf({ columns, ofHtml }: LongTable, size: TableSize | null): string {
  if (size === null) return columns;
  const all = size.columns.reduce((sum, width) => sum + width, 0);
  const widths = size.columns.map((width) => (ofHtml ? pixels(width) : `${((100 * width) / all).toFixed(4)}%`));
  if (!ofHtml || columns === '') return `<colgroup>${widths.map((width) => `<col style="width:${width}">`).join('')}</colgroup>`;
  let at = 0;
  return columns.replace(/<col(?=[\s>])(?: [^\s"'<>/=]+(?:="[^"]*")?)*>/g, (tag) => withStyle(tag, `width:${widths[(at += 1) - 1] ?? 'auto'}!important`));
}

/** The whole of a flow in one document. */
export const wholeHtml = (flow: LongFlow) => partHtml(flow, { from: 0, to: flow.starts.at(-1) ?? 0 }, { marked: new Set(), widths: new Map() }).html;

/** The widest rows, each in a body like its own, and counted as it is in that. */
function sampleRows({ widest, bodies }: LongTable): string {
  let count = 0;
  return widest.map(({ row, body, before }, index) => {
    const isFirst = index === 0 || widest[index - 1]?.body !== body;
    if (isFirst) count = 0;
    const unseenRows = (((before - count) % cycle) + cycle) % cycle;
    count += unseenRows + 1;
    return (isFirst ? `${index === 0 ? '' : '</tbody>'}${bodies[body] ?? '<tbody>'}` : '') + unseenCount(unseenRows, ['<tr>']) + row;
  }).join('') || '<tbody>';
}

/** A sheet of what is to be measured before a flow is printed in parts: the block that it stands for. */
interface Sample {
  readonly index: number;
  readonly block: LongBlock;
}

/**
 * A document with a sheet for each long table, with its widest rows alone (as their columns are, so are those of all parts), and for whatever else is in elements
 * that are cut, with these alone.
 */
export function sampleHtml(flow: LongFlow): { html: string; samples: Sample[] } {
  const known = new Set<Wrapper>();
  const samples = flow.blocks.flatMap((block, index): Sample[] => {
    const isKnown = 'pieces' in block && block.within.every((wrapper) => known.has(wrapper));
    for (const wrapper of block.within) known.add(wrapper);
    return isKnown ? [] : [{ index, block }];
  });
  const sheets = samples.map(({ block }) => {
    const table = 'table' in block ? [block.table.tag, block.table.caption, block.table.columns, block.table.head, sampleRows(block.table), block.table.close] : [];
    return [flow.sheets[block.sheet] ?? '', ...block.within.map(({ open }) => open), ...table, ...block.within.map(({ close }) => close).reverse(), '</section>'].join('');
  });
  return { html: `${flow.heads[1]}${sheets.join('')}</body></html>`, samples };
}
