import type { RowPiece, TablePiece } from '../../../model/segments.ts';
import { Spans } from './spans.ts';
import { byCharacters, widestRows } from './widest-rows.ts';

/** A table that may be printed in parts. */
export interface LongTable {
  readonly tag: string;
  readonly caption: string;
  /** Column elements with the widths of the request; '' where it sets none. */
  readonly columns: string;
  readonly head: string;
  /** True where the head stands on every page. */
  readonly repeats: boolean;
  /** A foot on every page; '' where there is no foot, or only one after the last row. */
  readonly foot: string;
  /** True for a table in HTML of the request, whose style sheets decide its look. */
  readonly ofHtml: boolean;
  /** Rows; the first of each body with all markup between it and the row before. */
  readonly rows: readonly string[];
  /** Bits of each row: `mayBegin` where a part may begin with it. */
  readonly flags: Uint8Array;
  /** Start tags of its bodies. */
  readonly bodies: readonly string[];
  /** Header rows of groups, by the index of their body: a group that continues on a page begins with it. '' = none. */
  readonly groups: readonly string[];
  /** Index of each row's body. */
  readonly bodyOf: Uint32Array;
  /** Number of rows before each row in its body. */
  readonly before: Uint32Array;
  /** Markup after the last row. */
  readonly close: string;
  /** Rows with the widest cells of every column: their columns are as wide as those of all rows. */
  readonly widest: readonly WideRow[];
}

/** A row, the index of its body, and the number of rows before it in that body. */
interface WideRow {
  readonly row: string;
  readonly body: number;
  readonly before: number;
  /** False where other rows of its body follow it. Rows of `add_table` have no such value. */
  readonly isLast?: boolean;
}

/** A table with fewer rows is printed whole. */
export const minRows = 60;

/** Bit of `LongTable.flags`: a part may begin with this row. */
export const mayBegin = 1;

/** A row without a class: those that have one stay with others, or are taller than a page. */
const plainRow = /^<tr(?: data-colophon-sums="[^"]*")?>/;

/** The long table of `pieces`; `null` where it is short, or where `html` was changed since it was made of them. */
export function longTable(pieces: readonly TablePiece[], html: string): LongTable | null {
  const [tag, caption, columns, head, ...content] = pieces;
  if (
    content.length < minRows ||
    typeof tag !== 'string' ||
    typeof caption !== 'string' ||
    typeof columns !== 'string' ||
    typeof head !== 'string'
  )
    return null;
  if (html.length !== pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.row).length, 0))
    return null;
  const table = new TableRows(content.length);
  for (const piece of content) {
    if (typeof piece === 'string') table.addMarkup(piece);
    else table.addRow(piece);
  }
  return {
    tag,
    caption,
    columns,
    head,
    repeats: head !== '' && !tag.includes('no-repeat-header'),
    foot: '',
    ofHtml: false,
    ...table.read(),
  };
}

/** The header row of the group that a row continues; '' where it begins its body, or there are no groups. */
export function groupAt({ groups, bodyOf }: LongTable, row: number): string {
  const body = bodyOf[row] ?? 0;
  return row > 0 && body === bodyOf[row - 1] ? (groups[body] ?? '') : '';
}

/** Reads the rows of a table that `add_table` made, in order. */
class TableRows {
  readonly #rows: string[] = [];
  readonly #flags: Uint8Array;
  readonly #bodyOf: Uint32Array;
  readonly #before: Uint32Array;
  /** Rows by kind: the style sheet makes each kind look different, so the widest of each are needed. */
  readonly #kinds: Readonly<Record<'plain' | 'spanned' | 'groups' | 'subtotals', WideRow[]>> = {
    plain: [],
    spanned: [],
    groups: [],
    subtotals: [],
  };
  readonly #spans = new Spans();
  /** Markup since the last row. */
  #between = '';
  /** Rows of the current body so far. */
  #count = 0;
  #bodies = 0;
  readonly #groups: string[] = [];

  constructor(maxRows: number) {
    this.#flags = new Uint8Array(maxRows);
    this.#bodyOf = new Uint32Array(maxRows);
    this.#before = new Uint32Array(maxRows);
  }

  /** Adds markup between rows. A subtotal in it stays with the row before. */
  addMarkup(html: string): void {
    const rows = this.#rows;
    const isSubtotal = html.startsWith('<tr') && rows.length > 0;
    const end = isSubtotal ? html.lastIndexOf('</tr>') + '</tr>'.length : 0;
    if (isSubtotal) {
      const row = html.slice(0, end);
      rows[rows.length - 1] = (rows.at(-1) ?? '') + row;
      this.#kinds.subtotals.push({ row, body: this.#bodies - 1, before: this.#count });
    }
    this.#between += html.slice(end);
  }

  addRow({ row, whole }: RowPiece): void {
    if (this.#between.includes('<tbody')) this.#beginBody();
    const index = this.#rows.length;
    const [body, before] = [this.#bodies - 1, this.#count];
    this.#flags[index] = whole && plainRow.test(row) ? mayBegin : 0;
    this.#bodyOf[index] = body;
    this.#before[index] = before;
    const inFull = this.#spans.take(row);
    this.#kinds[inFull === null ? 'plain' : 'spanned'].push({ row: inFull ?? row, body, before });
    this.#rows.push(this.#between + row);
    this.#count += 1;
    this.#between = '';
  }

  #beginBody(): void {
    const group = this.#between.indexOf('<tr class="group"');
    this.#count = group < 0 ? 0 : 1;
    this.#bodies += 1;
    this.#spans.clear();
    const row = group < 0 ? '' : this.#between.slice(group);
    this.#groups.push(row);
    if (row !== '') this.#kinds.groups.push({ row, body: this.#bodies - 1, before: 0 });
  }

  read(): Pick<LongTable, 'rows' | 'flags' | 'bodies' | 'groups' | 'bodyOf' | 'before' | 'close' | 'widest'> {
    const widest = Object.values(this.#kinds).flatMap((kind) => {
      const rows = kind.map(({ row }) => row);
      return widestRows(rows, byCharacters)?.flatMap((index) => kind[index] ?? []) ?? [];
    });
    return {
      rows: this.#rows,
      flags: this.#flags.slice(0, this.#rows.length),
      bodyOf: this.#bodyOf,
      before: this.#before,
      groups: this.#groups,
      bodies: Array.from({ length: this.#bodies }, () => '<tbody>'),
      close: this.#between,
      widest: widest.sort((a, b) => a.body - b.body || a.before - b.before),
    };
  }
}
