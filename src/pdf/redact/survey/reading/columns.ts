import { greatest } from '../../../objects/large-arrays.ts';
import type { Gap } from './reading-item.ts';
import type { TextGlyph } from './placed-glyph.ts';
import { type GlyphItem, itemsOf } from './glyph-items.ts';

const columnGap = 1.5;

interface Segment {
  readonly glyphs: readonly TextGlyph[];
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
  readonly em: number;
}

/** Segments that are searched for neighbours below. With more of them only the order of the content is used. */
const maxSegments = 4000;

/** Segments below each other, and the next one below, which belongs to another chain. */
interface Chain {
  readonly segments: readonly Segment[];
  readonly next: Segment | null;
}

/** The chains of segments; null for too many segments. */
export function chainsOf(segments: readonly Segment[]): Chain[] | null {
  if (segments.length > maxSegments) return null;
  const below = new Map(segments.map((segment) => [segment, nextBelow(segment, segments)]));
  const used = new Set<Segment>();
  const chains: Chain[] = [];
  for (const segment of segments) {
    if (used.has(segment)) continue;
    const chain: Segment[] = [];
    let next: Segment | null = segment;
    for (; next !== null && !used.has(next); next = below.get(next) ?? null) {
      used.add(next);
      chain.push(next);
    }
    chains.push({ segments: chain, next });
  }
  return chains;
}

/** Segments in order as items; the first begins with the gap `before`. */
export const chained = (segments: readonly Segment[], before: Gap): GlyphItem[] =>
  itemsOf(
    segments.map((segment) => segment.glyphs),
    '\n',
  ).map((item, index) => (index === 0 ? { ...item, gap: before } : item));

/** Chains as columns in reading order. A segment below several columns comes after the last of them. */
export function inColumns(chains: readonly Chain[]): GlyphItem[] {
  const columns: (readonly Segment[])[] = [];
  for (const { segments, next } of chains) {
    const at = next === null ? -1 : columns.findIndex((column) => column.includes(next));
    const around = columns[at];
    if (around === undefined || next === null) columns.push(segments);
    else
      columns.splice(
        at,
        1,
        ...[around.slice(0, around.indexOf(next)), segments, around.slice(around.indexOf(next))].filter(
          ({ length }) => length > 0,
        ),
      );
  }
  return columns.flatMap((column, index) => chained(column, index === 0 ? '' : '\n'));
}

/** Groups glyphs of one direction into lines from top to bottom, each sorted along the baseline. */
export function lines(glyphs: readonly TextGlyph[]): TextGlyph[][] {
  const sorted = [...glyphs].sort((one, other) => other.v - one.v);
  const found: TextGlyph[][] = [];
  for (const glyph of sorted) {
    const line = found.at(-1);
    const first = line?.[0];
    if (line !== undefined && first !== undefined && first.v - glyph.v <= 0.35 * Math.min(first.em, glyph.em))
      line.push(glyph);
    else found.push([glyph]);
  }
  for (const line of found) line.sort((one, other) => one.u0 - other.u0);
  return found;
}

/** Divides a line at gaps that separate columns. */
export function segmentsOf(line: readonly TextGlyph[]): Segment[] {
  const runs: TextGlyph[][] = [];
  for (const glyph of line) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && glyph.u0 - last.u1 <= columnGap * glyph.em) runs.at(-1)?.push(glyph);
    else runs.push([glyph]);
  }
  return runs.map((glyphs) => ({
    glyphs,
    u0: glyphs[0]?.u0 ?? 0,
    u1: greatest(glyphs.slice(-3).map(({ u1 }) => u1)),
    v: glyphs[0]?.v ?? 0,
    em: greatest(glyphs.slice(0, 3).map(({ em }) => em)),
  }));
}

function nextBelow(segment: Segment, segments: readonly Segment[]): Segment | null {
  let best: Segment | null = null;
  for (const other of segments) {
    const down = segment.v - other.v;
    if (down < 0.35 * segment.em || down > 3 * segment.em) continue;
    if (
      Math.min(segment.u1, other.u1) - Math.max(segment.u0, other.u0) <
      0.2 * Math.min(segment.u1 - segment.u0, other.u1 - other.u0)
    )
      continue;
    if (
      best === null ||
      down < segment.v - best.v - 0.1 * segment.em ||
      (Math.abs(other.v - best.v) <= 0.1 * segment.em && other.u0 < best.u0)
    )
      best = other;
  }
  return best;
}
