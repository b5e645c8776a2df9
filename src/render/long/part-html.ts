import { idOfName } from '../../pdf/id-of-name.ts';
import { markPrefix } from '../../pdf/join/join-printed.ts';
import type { Continues } from '../../pdf/join/part.ts';
import { otherPart } from '../contents.ts';
import type { OwnEnds } from '../forms/print-controls.ts';
import { attribute } from '../html.ts';
import { probeLinks } from '../page.ts';
import { mapLinks } from '../tags.ts';
import { unitsOf, type LongBlock, type LongFlow, type LongPieces } from './long-flow.ts';
import { afterOdd, mayBegin, repeatsHead, type LongTable } from './long-table.ts';
import { blockOf, type Stretch } from './stretch.ts';

/** Widths of the columns of each long table, as shares of its width, by the index of its block. */
export type ColumnWidths = ReadonlyMap<number, readonly number[]>;

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
  if (block === undefined || !('table' in block) || flow.starts[at] === unit) return 'sheet';
  return { headRows: repeatsHead(block.table) ? (block.table.head.match(/<tr[\s>]/g) ?? []).length : 0 };
}

/** How many pages stand before those of the part that begins with a unit: an empty one, where it goes on from the page before. */
export const pagesBefore = (flow: LongFlow, unit: number) => (continuesWith(flow, unit) === 'sheet' ? 1 : 0);

/** The name of the destination of a unit. */
export const markOf = (unit: number) => `${markPrefix}${unit}`;

/** The id by which a marked unit is found. */
export interface Mark {
  readonly unit: number;
  readonly id: string;
}

/** What goes on from the page before has nothing of its own above. */
const goingOn = '<style>.sheet:first-of-type>:first-child{margin-top:0!important;padding-top:0!important;border-top:0!important}</style>';
/**
 * Fills the page before: what comes next stands at the top of its page after a break that nobody asked for, which drops margins (CSS Fragmentation 3, 5.2),
 * as it does in one print. All but a trace of it: what is higher than that goes on to the next page.
 */
const pageBefore = `<div style="${['all:initial', 'display:block', 'height:calc(var(--content-height) - .5px)', 'break-inside:avoid'].map((rule) => `${rule}!important`).join(';')}"></div>`;

/** What the HTML of a stretch is for. */
export interface PartWish {
  /** Units to be found in its print. */
  readonly marked: ReadonlySet<number>;
  readonly widths: ColumnWidths;
  /** Nobody will see it: ids may give way to marks. */
  readonly probe?: boolean;
  /** Where its own content ends, and the comments that say so, and where it begins: before that repeated heads stand, and after it what makes its last page end as it does. */
  readonly own?: (OwnEnds & { readonly until: number }) | null;
}

/** The HTML document of a stretch, with the units to be found in its print. */
export function partHtml(flow: LongFlow, { from, to }: Stretch, { marked, widths, probe = false, own = null }: PartWish): { html: string; marks: Mark[] } {
  const marks: Mark[] = [];
  const there = new Map(flow.ids.map(([unit, id]) => [id, unit >= from && unit < to]));
  const ends = new Map(own === null ? [] : [[from, `<!--${own.begin}-->`], [own.until, `<!--${own.end}-->`]]);
  const out = [from === 0 ? flow.heads[0] : flow.heads[1]];
  const goesOn = continuesWith(flow, from) !== 'nothing';
  if (goesOn) out.push(goingOn);
  let sheet = -1;
  for (let index = blockOf(flow, from); index < flow.blocks.length && (flow.starts[index] ?? 0) < to; index += 1) {
    const block = flow.blocks[index];
    if (block === undefined) break;
    const first = flow.starts[index] ?? 0;
    if (block.sheet !== sheet) {
      const tag = flow.sheets[block.sheet] ?? '';
      out.push(sheet < 0 ? '' : '</section>', sheet < 0 && goesOn ? tag.replace(/ id="[^"]*"/, '') : tag);
      sheet = block.sheet;
    }
    const [begin, end] = [Math.max(from, first) - first, Math.min(to, flow.starts[index + 1] ?? to) - first];
    const units = unitsOf(block).slice(begin, end).map((unit, at) => (marked.has(first + begin + at) ? withMark(unit, { unit: first + begin + at, flow, probe }, marks) : unit)).map((unit) => (unit.includes(linkStart) ? leadingOn(unit, there) : unit));
    for (const [unit, comment] of ends) {
      if ('table' in block && unit === first) out.push(comment);
      else if (unit >= first + begin && unit < first + end) units[unit - first - begin] = comment + (units[unit - first - begin] ?? '');
    }
    const before = from >= first && pagesBefore(flow, from) > 0 ? pageBefore : '';
    out.push('table' in block ? tablePart(block.table, { begin, end, units, widths: widths.get(index) ?? [] }) : piecesPart(block, { begin, units, before }));
  }
  const ids = flow.ids.filter(([unit]) => unit >= from && unit < to).map(([, id]) => id);
  out.push('</section>', probeLinks([...ids, ...marks.map(({ id }) => id)]), '</body></html>');
  return { html: out.join(''), marks };
}

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

/** Pieces from `begin` on in what holds them. */
function piecesPart({ holder }: LongPieces, { begin, units, before }: { begin: number; units: readonly string[]; before: string }): string {
  if (holder === null) return `${before}${units.join('')}`;
  return [begin === 0 ? before : '', holder.open, begin > 0 ? before : '', ...units, holder.close].join('');
}

/** Rows of a table, from `begin` to before `end`, as a table. Its columns are as wide as those of the whole. */
function tablePart(table: LongTable, { begin, end, units, widths }: { begin: number; end: number; units: readonly string[]; widths: readonly number[] }): string {
  const goesOn = begin > 0;
  const classes = [goesOn && ((table.flags[begin] ?? 0) & afterOdd) > 0 && 'after-odd', widths.length > 0 && 'set'].filter((name) => name !== false);
  const columns = widths.length > 0 ? `<colgroup>${widths.map((width) => `<col style="width:${(width * 100).toFixed(4)}%">`).join('')}</colgroup>` : table.columns;
  const repeats = !goesOn || repeatsHead(table);
  return [withClasses(table.tag, classes), goesOn ? '' : table.caption, columns, repeats ? table.head : '', goesOn ? '<tbody>' : '', units.join(''), end === table.rows.length ? table.close : '</tbody></table>'].join('');
}

function withClasses(tag: string, classes: readonly string[]): string {
  return classes.length === 0 ? tag : tag.replace(/ class="([^"]*)"/, (_, own: string) => ` class="${[own, ...classes].join(' ')}"`);
}

/** The whole of a flow in one document. */
export const wholeHtml = (flow: LongFlow) => partHtml(flow, { from: 0, to: flow.starts.at(-1) ?? 0 }, { marked: new Set(), widths: new Map() }).html;

/** A document of one table for each long one of the flow, with its widest rows alone: as their columns are, so are those of all parts. */
export function sampleHtml(flow: LongFlow): { html: string; blocks: number[] } {
  const blocks = flow.blocks.flatMap((block, index) => ('table' in block ? [index] : []));
  const tables = blocks.map((index) => {
    const { sheet, table } = flow.blocks[index] as Extract<LongBlock, { table: LongTable }>;
    return `${flow.sheets[sheet] ?? ''}${table.tag}${table.columns}${table.head}<tbody>${table.widest.join('')}${table.close}</section>`;
  });
  return { html: `${flow.heads[1]}${tables.join('')}</body></html>`, blocks };
}
