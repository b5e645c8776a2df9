import { idOfName } from '../../pdf/id-of-name.ts';
import type { Document, FlowSegment, TablePiece } from '../document.ts';
import type { FlowParts } from '../page.ts';
import { fieldLinkStyle } from '../forms/form-field.ts';
import { longTable, type LongTable } from './long-table.ts';
import { longPiece } from './long-piece.ts';
import { keepsItsLook } from './own-styles.ts';
import { joinReferring, mayRefer, refersWithinUnits } from './references.ts';

/** How large a part is: about a thousand rows of six columns, or a hundred pages of text. Chromium takes more than twice the time for twice the rows. */
const usualPart = 250_000;

/** A segment of fewer parts is printed in one go. */
const leastParts = 2;

/** How much of Chromium's time and memory HTML takes: cells of tables most, other elements less, text hardly any. A row of six cells and 215 characters is 250. */
function sizeOf(html: string, forms: boolean): number {
  let elements = 0;
  let ofTables = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1);
    if (next === lowerT) ofTables += 1;
    else if (next !== slash) elements += 1;
  }
  return html.length / 20 + 34 * ofTables + 8 * elements + (forms ? 120 * (html.match(controlTag)?.length ?? 0) : 0);
}

/** What becomes a field takes a millisecond or two: a box with styles of its own, and a link. A part has at most some 2,000 of them. */
const controlTag = /<(?:input|select|textarea)\b/g;
const lowerT = 0x74;
const slash = 0x2f;

/** Pieces of HTML that may each begin a part, and the tags of what holds them, where they are pieces of one. */
export interface LongPieces {
  readonly sheet: number;
  readonly pieces: readonly string[];
  readonly holder: { readonly open: string; readonly close: string } | null;
}

/** A stretch of a sheet: pieces of HTML, or a table of which each row may begin a part. */
export type LongBlock = LongPieces | { readonly sheet: number; readonly table: LongTable };

/** A flow segment that is printed in parts. Plain data. A unit is a piece or a row, by its number among those of all blocks. */
export interface LongFlow {
  /** How large a part is. */
  readonly partSize: number;
  /** Up to `<body>`: of the segment's beginning, and of the other parts. */
  readonly heads: readonly [first: string, later: string];
  /** Start tags of the sheets. */
  readonly sheets: readonly string[];
  readonly blocks: readonly LongBlock[];
  /** The size before each unit, and that of all. */
  readonly sizes: Float64Array;
  /** Number of the first unit of each block, and that after the last. */
  readonly starts: readonly number[];
  /** Ids that something leads to, with the units that have them, in order. */
  readonly ids: readonly (readonly [unit: number, id: string])[];
}

/** How segments are cut. */
export interface Cutting {
  /** How large a part is. */
  readonly partSize?: number | undefined;
  /** Form controls become fields: what makes a field stays together. */
  readonly forms?: boolean | undefined;
}

/** True for a segment that is printed in parts: it is long, and looks the same wherever it is cut. */
export function isLong(document: Document, segment: FlowSegment, { partSize = usualPart, forms = false }: Cutting = {}): boolean {
  const leastSize = leastParts * partSize;
  const characters = segment.sheets.reduce((sum, { html }) => sum + html.reduce((all, piece) => all + piece.length, 0), 0);
  if (characters < leastSize / (forms ? 20 : 10)) return false; // less than `<td></td>` a cell, or `<input>`
  const size = segment.sheets.reduce((sum, { html }) => sum + html.reduce((all, piece) => all + sizeOf(piece, forms), 0), 0);
  return size >= leastSize && mayBeCut(document, segment) && (!forms || keepsItsFields(segment));
}

/** The parts that a segment may be printed in. */
export function longFlow({ heads, sheets }: FlowParts, anchors: readonly string[], { partSize = usualPart, forms = false }: Cutting = {}): LongFlow {
  const blocks = sheets.flatMap(({ html, tables }, sheet) => blocksOf({ html, tables, sheet, forms }));
  const starts = [0];
  for (const block of blocks) starts.push((starts.at(-1) ?? 0) + unitsOf(block).length);
  return { partSize, heads, sheets: sheets.map(({ tag }) => tag), blocks, sizes: sizesOf(blocks, forms), starts, ids: linkedIds(blocks, sheets, anchors) };
}

function sizesOf(blocks: readonly LongBlock[], forms: boolean): Float64Array {
  const units = blocks.flatMap(unitsOf);
  const sizes = new Float64Array(units.length + 1);
  units.forEach((unit, at) => (sizes[at + 1] = (sizes[at] ?? 0) + sizeOf(unit, forms)));
  return sizes;
}

/** Pieces of HTML, or rows. */
export const unitsOf = (block: LongBlock): readonly string[] => ('table' in block ? block.table.rows : block.pieces);

function mayBeCut(document: Document, { sheets, scripts, waitFor, probes }: FlowSegment): boolean {
  if (document.singlePage || scripts || waitFor.length > 0 || probes.length > 0) return false;
  const pieces = sheets.flatMap(({ html }) => html.map((piece) => (piece.includes(fieldLinkStyle) ? piece.replaceAll(fieldLinkStyle, '') : piece)));
  return !pieces.some((piece) => piece.startsWith('<div class="placed"')) && keepsItsLook(document.styles, pieces);
}

/** True where each field is what it is wherever the segment is cut. */
function keepsItsFields({ sheets }: FlowSegment): boolean {
  if (!sheets.some(({ html }) => html.some(mayRefer))) return true;
  return refersWithinUnits(sheets.flatMap(({ html, tables }, sheet) => blocksOf({ html, tables, sheet, forms: true })));
}

interface SheetContent {
  readonly html: readonly string[];
  readonly tables: ReadonlyMap<number, readonly TablePiece[]>;
  readonly sheet: number;
  readonly forms: boolean;
}

function blocksOf({ html, tables, sheet, forms }: SheetContent): LongBlock[] {
  const blocks: LongBlock[] = [];
  let pieces: string[] = [];
  for (const [index, piece] of html.entries()) {
    const block = blockOf(piece, tables.get(index) ?? [], { sheet, forms });
    if (block === null) {
      pieces.push(piece);
      continue;
    }
    if (pieces.length > 0) blocks.push({ sheet, pieces, holder: null });
    blocks.push(block);
    pieces = [];
  }
  if (pieces.length > 0) blocks.push({ sheet, pieces, holder: null });
  return blocks;
}

/** The units of a piece; `null` where it is one. */
function blockOf(html: string, rows: readonly TablePiece[], { sheet, forms }: Pick<SheetContent, 'sheet' | 'forms'>): LongBlock | null {
  const table = longTable(rows, html);
  if (table !== null) return { sheet, table };
  const found = longPiece(html);
  const piece = found !== null && forms && mayRefer(html) ? joinReferring(found) : found;
  return piece && { sheet, pieces: piece.units, holder: piece };
}

/** A link to an id of the document, and an id. */
const linkTo = /\shref="#([^"]+)"/g;
const idOf = /\sid="([^"]+)"/g;

/** Chromium names a destination only for an id that a link of the same print leads to: each part gets links to those of its own. */
function linkedIds(blocks: readonly LongBlock[], sheets: FlowParts['sheets'], anchors: readonly string[]): [number, string][] {
  const linked = new Set(anchors);
  for (const block of blocks) for (const unit of unitsOf(block)) if (unit.includes(' href="#')) for (const [, id = ''] of unit.matchAll(linkTo)) linked.add(idOfName(id));
  if (linked.size === 0) return [];
  let number = -1;
  let sheet = -1;
  const found: [number, string][] = [];
  for (const block of blocks) {
    const tag = block.sheet === sheet ? '' : (sheets[block.sheet]?.tag ?? '');
    for (const [, id = ''] of tag.matchAll(idOf)) if (linked.has(id)) found.push([number + 1, id]);
    sheet = block.sheet;
    if ('holder' in block) for (const [, id = ''] of block.holder?.open.matchAll(idOf) ?? []) if (linked.has(id)) found.push([number + 1, id]);
    for (const unit of unitsOf(block)) {
      number += 1;
      if (unit.includes(' id="')) for (const [, id = ''] of unit.matchAll(idOf)) if (linked.has(id)) found.push([number, id]);
    }
  }
  return found;
}
