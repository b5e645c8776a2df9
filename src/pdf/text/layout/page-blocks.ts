import { greatest } from '../../objects/large-arrays.ts';
import { directionOf } from './bidi.ts';
import { type Block, paragraphs } from './block.ts';
import type { Glyph } from '../page/glyph.ts';
import { type Line, lineOf } from './line.ts';
import { joinSegments, type Piece, pieceOf, sameRow, segments } from './piece.ts';
import { readingOrder } from './reading-order.ts';
import type { StructurePosition, TaggedText } from '../tagged-text.ts';

/** A block with its place in the structure tree, if it has one. */
export type PlacedBlock = Block & { readonly place: StructurePosition | null };

/** Blocks by geometry. Each writing direction is read by itself: the one with most text first, skewed ones last. */
export function geometricBlocks(glyphs: readonly Glyph[], lang: string | null): PlacedBlock[] {
  const rightToLeft = directionOf(glyphs.map(({ text }) => text)) === 'rtl';
  const kinds = [...Map.groupBy(glyphs, kindOf).values()].sort(
    (one, other) => Number(isAskew(one)) - Number(isAskew(other)) || other.length - one.length,
  );
  return kinds.flatMap((kind) => {
    const [first] = kind;
    if (!first) return [];
    const regions = readingOrder(joinSegments(segments(kind)), rightToLeft);
    const lines = regions.map(({ rows, table }) =>
      rows.flatMap(
        (row) => lineOf(table ? row.map((piece) => piece.glyphs) : [row.flatMap((piece) => piece.glyphs)]) ?? [],
      ),
    );
    return lines.flatMap(paragraphs).map((own): PlacedBlock => ({
      lines: own,
      role: first.artifact ? 'Artifact' : null,
      lang,
      hidden: first.hidden,
      before: '\n',
      place: null,
    }));
  });
}

const isAskew = ([first]: readonly Glyph[]): boolean => (first?.angle ?? 0) % 90 !== 0;
const kindOf = (glyph: Glyph): string => `${glyph.angle} ${glyph.vertical} ${glyph.artifact}`;

/** The blocks of a tagged text: one for visible text, and one for each reason of hiding. */
export function taggedBlocks(text: TaggedText, previous: TaggedText | undefined): PlacedBlock[] {
  const { role, lang, place } = text;
  const sameRowAs =
    previous && place.row !== null && previous.place.row === place.row && previous.place.cell !== place.cell;
  return [...Map.groupBy(text.glyphs, (glyph) => glyph.hidden)].flatMap(([hidden, glyphs]): PlacedBlock[] => {
    const lines = linesInOrder(glyphs);
    return lines.length === 0 ? [] : [{ lines, role, lang, hidden, place, before: sameRowAs ? '\t' : '\n' }];
  });
}

/**
 * Lines of content in logical order: a line begins where a piece is not in the row of the last one. A second pass joins
 * lines that begin with a raised letter.
 */
function linesInOrder(glyphs: readonly Glyph[]): Line[] {
  const rows = inRows(inRows(segments(glyphs)));
  return rows.flatMap((row) => lineOf([row.glyphs]) ?? []);
}

function inRows(pieces: readonly Piece[]): Piece[] {
  const rows: { whole: Piece; parts: Piece[] }[] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    if (row && row.whole.glyphs[0]?.angle === piece.glyphs[0]?.angle && sameRow(row.whole, piece)) {
      row.parts.push(piece);
      row.whole = spanning(row.whole, piece);
    } else {
      rows.push({ whole: piece, parts: [piece] });
    }
  }
  return rows.map(({ parts }) =>
    parts.length === 1 && parts[0] ? parts[0] : pieceOf(parts.flatMap((part) => part.glyphs)),
  );
}

/** The extent of two pieces of one row. */
function spanning(one: Piece, other: Piece): Piece {
  const large = other.size > one.size ? other : one;
  return {
    ...large,
    u0: Math.min(one.u0, other.u0),
    u1: Math.max(one.u1, other.u1),
    v0: Math.min(one.v0, other.v0),
    v1: Math.max(one.v1, other.v1),
  };
}

/**
 * Inserts blocks outside the structure tree (artifacts, form fields) into the tagged ones: before the first that is
 * lower on the page, so that a running head comes first and a foot last.
 */
export function mergeByPlace(tagged: readonly PlacedBlock[], others: readonly PlacedBlock[]): PlacedBlock[] {
  const merged = [...tagged];
  for (const block of others) {
    const bottom = greatest(block.lines.map((line) => line.v1));
    const at = merged.findIndex((other) => (other.lines[0]?.v0 ?? 0) >= bottom - 1);
    merged.splice(at < 0 ? merged.length : at, 0, block);
  }
  return merged;
}
