import { least } from '../../objects/large-arrays.ts';
import type { Block } from './block.ts';
import { isIdeographic } from './characters.ts';
import type { Glyph } from '../page/glyph.ts';
import { type Line, lineOf } from './line.ts';
import { joinSegments, type Piece, segments } from './piece.ts';
import type { ReadBlock } from './text-blocks.ts';

const maxColumns = 400;
const maxBlankLines = 60;

interface Row {
  readonly cells: { readonly line: Line; readonly u0: number }[];
  v: number;
}

/**
 * The page as a typewriter would set it: a line for each row, with spaces that align columns. Each writing direction by
 * itself, the one with most text first.
 */
export function physicalBlocks(glyphs: readonly Glyph[], lang: string | null): ReadBlock[] {
  const kinds = [...Map.groupBy(glyphs, ({ angle, vertical }) => `${angle} ${vertical}`).values()].sort(
    (one, other) => other.length - one.length,
  );
  return kinds.flatMap((kind) => gridOf(joinSegments(segments(kind)), lang));
}

function gridOf(pieces: readonly Piece[], lang: string | null): ReadBlock[] {
  const rows = rowsOf(pieces);
  const left = least(pieces.map((piece) => piece.u0));
  const advance = usualAdvance(pieces);
  const leading = usualLeading(rows);
  const hidden = pieces[0]?.glyphs[0]?.hidden ?? null;
  return rows.map((row, index): ReadBlock => {
    const last = rows[index - 1];
    const blank = last ? Math.min(maxBlankLines, Math.max(0, Math.round((row.v - last.v) / leading) - 1)) : 0;
    const lines = row.cells.map(({ line }) => line);
    const block: Block = { lines, role: null, lang, hidden, before: '\n' };
    return { ...block, text: '\n'.repeat(blank) + typed(row, left, advance) };
  });
}

function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: (Row & { v0: number; v1: number })[] = [];
  for (const piece of [...pieces].sort((one, other) => one.v - other.v)) {
    const line = lineOf([piece.glyphs]);
    const row = rows.at(-1);
    if (!line) continue;
    const overlap = row ? Math.min(row.v1, piece.v1) - Math.max(row.v0, piece.v0) : 0;
    if (row && overlap > 0.5 * Math.min(row.v1 - row.v0, piece.v1 - piece.v0)) row.cells.push({ line, u0: piece.u0 });
    else rows.push({ cells: [{ line, u0: piece.u0 }], v: piece.v, v0: piece.v0, v1: piece.v1 });
  }
  for (const { cells } of rows) cells.sort((one, other) => one.u0 - other.u0);
  return rows;
}

const middle = (values: readonly number[], otherwise: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? otherwise;

/** The width of a grid column: the usual width of a letter on the page. */
function usualAdvance(pieces: readonly Piece[]): number {
  return Math.max(
    0.5,
    middle(
      pieces.map(
        (piece) => (piece.u1 - piece.u0) / Math.max(1, columnsOf(piece.glyphs.map(({ text }) => text).join(''))),
      ),
      6,
    ),
  );
}

function usualLeading(rows: readonly Row[]): number {
  return Math.max(
    1,
    middle(
      rows.flatMap((row, index) => (index > 0 ? [row.v - (rows[index - 1]?.v ?? 0)] : [])),
      12,
    ),
  );
}

/** Grid columns of a text: an ideograph takes two (UAX #11). */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += isIdeographic(character) ? 2 : 1;
  return columns;
}

function typed({ cells }: Row, left: number, advance: number): string {
  let text = '';
  let at = 0;
  for (const { line, u0 } of cells) {
    const column = Math.min(maxColumns, Math.round((u0 - left) / advance));
    const pad = Math.max(text === '' ? 0 : 1, column - at);
    text += ' '.repeat(pad) + line.text;
    at += pad + columnsOf(line.text);
  }
  return text.trimEnd();
}
