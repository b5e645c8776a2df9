import { textWidth } from '../text-width.ts';
import { leastRows, mayBegin, widestRows, type LongTable, type Widest } from './long-table.ts';
import type { Outline } from './markup.ts';

/** What style sheets say of the heads and feet of tables. */
export interface TableLook {
  /** What `thead` is displayed as; `null` = nothing is said. */
  readonly head: string | null;
  readonly foot: string | null;
}

const displayOf = (styles: readonly string[], name: string) => {
  const rule = new RegExp(`(?<![-\\w.#])${name}(?![-\\w])[^{},]*(?:,[^{}]*)?\\{[^{}]*(?<![-\\w])display\\s*:\\s*([a-z-]+)`);
  return styles.reduce<string | null>((last, css) => rule.exec(css)?.[1] ?? last, null);
};

/** What the style sheets of a request make of heads and feet. */
export const tableLook = (styles: readonly string[]): TableLook => ({ head: displayOf(styles, 'thead'), foot: displayOf(styles, 'tfoot') });

/** A link would have to be led on, and a size of its own is kept by nothing that is cut. */
const keepsWhole = / href="#| style="[^"]*(?:height|display)\s*:/;
const mostHead = 2000;
const order = ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'];

/** Where a table stands in HTML. */
interface HtmlTablePlace {
  /** What stands behind it up to here goes with it. */
  readonly next: number;
  /** It was made by an operation, and has the look of its tables. */
  readonly ofOperation: boolean;
}

/** A table of HTML with many rows; `null` where it is short, or other than tables usually are. */
export function htmlTable(html: string, { start, inside, until, kids }: Outline, { next, ofOperation }: HtmlTablePlace, look: TableLook): LongTable | null {
  const rowCount = kids.reduce((sum, { kids: rows }) => sum + rows.length, 0);
  const ranks = kids.map(({ name }) => order.indexOf(name));
  if (rowCount < leastRows || ranks.some((rank, index) => rank < 0 || rank < (ranks[index - 1] ?? 0))) return null;
  const named = (name: string) => kids.filter((kid) => kid.name === name);
  const textOf = (name: string) => named(name).map((kid) => html.slice(kid.start, kid.end)).join('');
  const tag = html.slice(start, inside);
  const [caption, columns, head] = [textOf('caption'), textOf('colgroup'), textOf('thead')];
  const feet = textOf('tfoot');
  const foot = ofOperation || look.foot === 'table-row-group' ? '' : feet;
  const isStrange = (text: string, display: string | null, group: string) => text !== '' && display !== null && display !== 'table-row-group' && display !== group;
  if (isStrange(head, look.head, 'table-header-group') || isStrange(feet, look.foot, 'table-footer-group') || named('thead').length > 1 || named('tfoot').length > 1) return null;
  if (head.length > mostHead || foot.length > mostHead || keepsWhole.test(tag + caption + head + foot)) return null;
  const repeats = ofOperation ? !tag.includes('no-repeat-header') : look.head !== 'table-row-group';
  const bodies = named('tbody').filter(({ kids: rows }) => rows.length > 0);
  return { tag, caption, columns, head, repeats: head !== '' && repeats, foot, ofHtml: true, ...rowsOf(html, bodies), close: html.slice(bodies.at(-1)?.until ?? until, next) };
}

type Rows = Pick<LongTable, 'rows' | 'flags' | 'bodies' | 'bodyOf' | 'before' | 'widest'>;

/** Rows, each with what stands between it and the next; the first of a body with what stands before it. */
function rowsOf(html: string, bodies: readonly Outline[]): Rows {
  const all = bodies.flatMap(({ kids }) => kids);
  const rows: string[] = [];
  const [flags, bodyOf, before] = [new Uint8Array(all.length), new Uint32Array(all.length), new Uint32Array(all.length)];
  const spans = new Spans();
  const reached = new Map<number, string>();
  bodies.forEach(({ start, until, kids }, body) => {
    spans.clear();
    kids.forEach((row, index) => {
      const text = html.slice(index > 0 ? row.start : (bodies[body - 1]?.until ?? start), kids[index + 1]?.start ?? until);
      flags[rows.length] = index > 0 && !spans.cover ? mayBegin : 0;
      const inFull = spans.take(html.slice(row.start, row.end));
      if (inFull !== null || index === 0) reached.set(rows.length, inFull ?? html.slice(row.start, row.end));
      bodyOf[rows.length] = body;
      before[rows.length] = index;
      rows.push(text);
    });
  });
  return { rows, flags, bodyOf, before, bodies: bodies.map(({ start, inside }) => html.slice(start, inside)), widest: widestOf(rows, reached, before) };
}

/** Widths are estimated in the service's own fonts, of which the request's may differ. */
const looked = 24;
const measured: Widest['measure'] = (cell) => {
  const text = visibleText(cell);
  return { line: textWidth(text, 1), word: (more) => text.split(' ').reduce((most, word) => (word.length > more ? Math.max(most, textWidth(word, 1)) : most), 0) };
};

/** Rows with the widest cells, those whose cells others reach into (`inFull`) apart. */
function widestOf(rows: readonly string[], inFull: ReadonlyMap<number, string>, before: Uint32Array): LongTable['widest'] {
  const [plain, reached] = [widestRows(rows, { isCounted: (row) => !inFull.has(row), measure: measured, looked }), widestRows(rows, { isCounted: (row) => inFull.has(row), measure: measured, looked: 4 })];
  return [...plain, ...reached].sort((a, b) => a - b).map((row) => ({ row: inFull.get(row) ?? rows[row] ?? '', before: before[row] ?? 0 }));
}

const span = / (?:row|col)span="/;
const cell = /<t([dh])\b((?: [^\s"'<>/=]+(?:="[^"]*")?)*)>/g;
const spanOf = (attributes: string, name: string) => Number(new RegExp(` ${name}span="\\s*(\\d+)`).exec(attributes)?.[1] ?? 1);

/** The cells that reach into rows below their own (HTML, 4.9.12). */
class Spans {
  /** By column: how many more rows it is covered. */
  #covered: number[] = [];

  clear(): void {
    this.#covered = [];
  }

  /** True where a cell above reaches into the next row. */
  get cover(): boolean {
    return this.#covered.some((rows) => rows > 0);
  }

  /** Takes the next row. Where cells of others reach into it, or its own over others, the row as it is without that; else `null`. */
  take(row: string): string | null {
    if (!this.cover && !span.test(row)) return null;
    const next = this.#covered.map((rows) => Math.max(0, rows - 1));
    let column = 0;
    const inFull = row.replace(cell, (tag: string, _kind: string, attributes: string) => {
      let before = '';
      for (; (this.#covered[column] ?? 0) > 0; column += 1) before += '<td></td>';
      const [rows, columns] = [spanOf(attributes, 'row') || Infinity, Math.min(spanOf(attributes, 'col') || 1, 1000)];
      if (rows > 1) for (let at = column; at < column + columns; at += 1) next[at] = rows - 1;
      column += columns;
      return before + tag.replace(/ rowspan="[^"]*"/, '');
    });
    this.#covered = Array.from(next, (rows: number | undefined) => rows ?? 0);
    return inFull;
  }
}

/** A picture takes room as some characters do. */
const visibleText = (html: string) => (html.includes('<') ? html.replace(/<(?:img|svg|input|select|textarea|button)\b/g, 'picturepicture<').replace(/<[^>]*>/g, '') : html);
