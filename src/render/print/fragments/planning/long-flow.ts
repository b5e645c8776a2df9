import type { LongBlock, LongFlow } from './flow.ts';
import { idOfName } from '../../../../pdf/objects/id-of-name.ts';
import type { Document } from '../../../model/document.ts';
import type { FlowSegment, Sheet, TablePiece } from '../../../model/segments.ts';
import { contentOf, type FlowParts } from '../../../compose/page.ts';
import { tableLook, type TableLook } from './html-table.ts';
import { liveRules, vocabularyOf } from './live-rules.ts';
import { longTable } from './long-table.ts';
import { keepLooks, plainPieces, stylesFor } from './plain-pieces.ts';
import { longPiece, type PieceBlock } from '../long-piece.ts';
import { firstsOf } from './sibling-placeholders.ts';
import { hasHtmlCarry } from '../../../../browser/page/typeset/carry/carry.ts';
import { bareCss } from '../../../compose/style-rules.ts';
import { joinReferring, mayRefer, refersWithinUnits } from './references.ts';
import { sizeOf } from './unit-size.ts';
import { mapStyles } from '../../../compose/tags.ts';

/**
 * Size of a part: about a thousand rows of six columns, or a hundred pages of text. Chromium takes more than twice the
 * time for twice the rows.
 */
const usualPart = 250_000;

/** A segment of fewer parts is printed in one go. */
const leastParts = 2;

/** How segments are divided. */
export interface Cutting {
  /** Size of a part, see `sizeOf` in unit-size.ts. */
  readonly partSize?: number | undefined;
  /** True where form controls become fields: elements of one field stay together. */
  readonly forms?: boolean | undefined;
  /** The style elements of all of the segment, where its blocks are a part of it. */
  readonly styles?: readonly string[] | undefined;
}

/** The size of a segment. */
export interface SegmentSize {
  /** See `sizeOf` in unit-size.ts. */
  readonly size: number;
  readonly characters: number;
}

/** True where a segment is so long that it is printed in parts, if it may be divided. */
export function isLong({ size, characters }: SegmentSize, { partSize = usualPart, forms = false }: Cutting): boolean {
  const leastSize = leastParts * partSize;
  return characters >= leastSize / (forms ? 20 : 10) && size >= leastSize; // less is `<td></td>` a cell, or `<input>`
}

/** The blocks of a segment that is printed in parts; `null` where it is short, or would look different in parts. */
export function longBlocks(document: Document, segment: FlowSegment, cutting: Cutting = {}): LongBlock[] | null {
  const { forms = false } = cutting;
  const sum = (of: (piece: string) => number): number =>
    segment.sheets.reduce((all, { html }) => all + html.reduce((own, piece) => own + of(piece), 0), 0);
  const characters = sum(({ length }) => length);
  if (!isLong({ characters, size: Infinity }, cutting)) return null;
  const size = sum((piece) => sizeOf(piece, forms));
  const pieces = isLong({ characters, size }, cutting) ? plainPieces(document, segment) : null;
  if (pieces?.some(hasHtmlCarry) !== false) return null;
  const given = stylesFor(document, segment);
  const vocabulary = given.length === 0 ? null : vocabularyOf(pieces);
  if (given.length > 0 && vocabulary === null) return null;
  const styles = given.map((css) => (vocabulary === null ? css : liveRules(bareCss(css), vocabulary)));
  const refers = forms && pieces.some(mayRefer);
  const blocks = segment.sheets.flatMap((sheet, index) => blocksOf(sheet, index, { look: tableLook(styles), refers }));
  if (refers && !refersWithinUnits(blocks)) return null;
  return vocabulary === null || keepLooks(styles, blocks, { segment, vocabulary }) ? blocks : null;
}

/** Only the first part has the space above the body. */
const pageTop =
  '<style>html,' +
  `body{${['margin-top', 'padding-top', 'border-top'].map((side) => `${side}:0!important`).join(';')}}</style>`;

/** Prepares the parts of a segment. */
export function longFlow(
  { heads: [first, later], sheets }: FlowParts,
  given: readonly LongBlock[],
  anchors: readonly string[],
  { partSize = usualPart, forms = false, styles: all }: Cutting = {},
): LongFlow {
  const { blocks, styles: own } = takeStyles(given);
  const styles = all?.join('') ?? own;
  const starts = [0];
  for (const block of blocks) starts.push((starts.at(-1) ?? 0) + unitsOf(block).length);
  const withStyles = (head: string, more: string): string => {
    const end = Math.max(0, head.lastIndexOf('</head>'));
    return head.slice(0, end) + styles + more + head.slice(end);
  };
  const firsts = (first + styles).includes('~') ? firstsOf(blocks, starts) : [];
  return {
    partSize,
    halves: false,
    heads: [withStyles(first, ''), withStyles(later, pageTop)],
    sheets,
    blocks,
    sizes: sizesOf(blocks, forms),
    starts,
    firsts,
    ids: linkedIds(blocks, sheets, anchors),
  };
}

/** Separates the style elements (which apply to every part) from the blocks. */
function takeStyles(given: readonly LongBlock[]): { blocks: readonly LongBlock[]; styles: string } {
  const found: string[] = [];
  const take = (html: string): string => {
    if (!html.includes('<style')) return html;
    return mapStyles(html, ({ tag, css }) => {
      found.push(`${tag}${css}</style>`);
      return '';
    });
  };
  const blocks = given.map((block): LongBlock =>
    'pieces' in block
      ? { ...block, pieces: block.pieces.map(take) }
      : { ...block, table: { ...block.table, rows: block.table.rows.map(take), close: take(block.table.close) } },
  );
  return { blocks, styles: found.join('') };
}

function sizesOf(blocks: readonly LongBlock[], forms: boolean): Float64Array {
  const units = blocks.flatMap(unitsOf);
  const sizes = new Float64Array(units.length + 1);
  units.forEach((unit, at) => (sizes[at + 1] = (sizes[at] ?? 0) + sizeOf(unit, forms)));
  return sizes;
}

/** The units of a block: pieces of HTML, or rows. */
export const unitsOf = (block: LongBlock): readonly string[] => ('table' in block ? block.table.rows : block.pieces);

/** How pieces are divided. */
interface Reading {
  readonly look: TableLook;
  /** True where elements that refer to each other stay together. */
  readonly refers: boolean;
}

function blocksOf({ html, tables }: Sheet, sheet: number, reading: Reading): LongBlock[] {
  const blocks: LongBlock[] = [];
  let pieces: string[] = [];
  const flush = (): void => {
    if (pieces.length > 0) blocks.push({ sheet, within: [], others: [], pieces });
    pieces = [];
  };
  for (const [index, piece] of contentOf(html).entries()) {
    const found = cut(piece, tables.get(index) ?? [], reading);
    if (found === null) {
      pieces.push(piece);
      continue;
    }
    flush();
    for (const block of found) blocks.push({ sheet, ...block });
  }
  flush();
  return blocks;
}

/** The blocks of a piece; `null` where it is not divided. */
function cut(html: string, rows: readonly TablePiece[], { look, refers }: Reading): PieceBlock[] | null {
  const table = longTable(rows, html);
  if (table !== null) return [{ within: [], others: [], table }];
  const found = longPiece(html, look);
  return found !== null && refers && mayRefer(html)
    ? found.map((block) => ('table' in block ? block : { ...block, pieces: joinReferring(block.pieces) }))
    : found;
}

/** A link to an id of the document, and an id. */
const linkTo = /\shref="#([^"]+)"/g;
const idOf = /\sid="([^"]+)"/g;

/**
 * The ids that links lead to, with the numbers of their units. Chromium writes a named destination only for an id that
 * a link of the same print leads to, so each part gets links to its own ids.
 */
function linkedIds(
  blocks: readonly LongBlock[],
  sheets: readonly string[],
  anchors: readonly string[],
): [number, string][] {
  const linked = new Set(anchors);
  for (const block of blocks)
    for (const unit of unitsOf(block))
      if (unit.includes(' href="#')) for (const [, id = ''] of unit.matchAll(linkTo)) linked.add(idOfName(id));
  if (linked.size === 0) return [];
  let number = -1;
  let before: LongBlock | null = null;
  const found: [number, string][] = [];
  for (const block of blocks) {
    for (const [, id = ''] of tagsBefore(block, before, sheets).matchAll(idOf))
      if (linked.has(id)) found.push([number + 1, id]);
    before = block;
    for (const unit of unitsOf(block)) {
      number += 1;
      if (unit.includes(' id="'))
        for (const [, id = ''] of unit.matchAll(idOf)) if (linked.has(id)) found.push([number, id]);
    }
  }
  return found;
}

/**
 * The start tags before the first unit of a block: of its sheet, of the elements around it, and of its table with the
 * head.
 */
function tagsBefore(block: LongBlock, before: LongBlock | null, sheets: readonly string[]): string {
  const sheet = block.sheet === before?.sheet ? '' : (sheets[block.sheet] ?? '');
  const wrappers = block.within.filter((wrapper, index) => before?.within[index] !== wrapper).map(({ open }) => open);
  return [
    sheet,
    ...wrappers,
    ...('table' in block ? [block.table.tag, block.table.caption, block.table.head] : []),
  ].join('');
}
