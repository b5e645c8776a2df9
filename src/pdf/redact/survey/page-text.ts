import type { ShownGlyph } from '../../content/visitor.ts';
import { greatest } from '../../objects/large-arrays.ts';
import { readingsOf, type ReadText } from './readings.ts';
import type { Gap, Item } from './reading-item.ts';

/** A glyph with its place on a line. */
export interface TextGlyph {
  readonly glyph: ShownGlyph;
  readonly text: string;
  /** Along the baseline: origin and end, and across it, upwards. */
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
  /** Direction of the baseline, degrees. */
  readonly angle: number;
  readonly em: number;
}

type GlyphItem = Item<ShownGlyph>;

/** One that another glyph may still be put to. */
interface OpenItem extends GlyphItem {
  readonly glyphs: ShownGlyph[];
  text: string;
}

const wordGap = 0.15;
const columnGap = 1.5;

/**
 * The text of glyphs in the order of their content and by their places on the page (columns, then lines), with lines
 * joined in the ways that words may be broken at their ends: a rule looks through all of them.
 */
export function pageTexts(shown: readonly ShownGlyph[]): ReadText<ShownGlyph>[] {
  const glyphs = shown.map(placed);
  const orders = [inContentOrder(glyphs), ...byPlace(glyphs)];
  const texts = new Map<string, ReadText<ShownGlyph>>();
  for (const items of orders) {
    for (const text of readingsOf(items)) {
      const known = texts.get(text.text);
      // The same text may be drawn twice, in another order.
      const same =
        known?.glyphs.length === text.glyphs.length &&
        known.glyphs.every((some, index) => some[0] === text.glyphs[index]?.[0]);
      if (!same) texts.set(known === undefined ? text.text : `${text.text}\n${texts.size}`, text);
    }
  }
  return [...texts.values()];
}

/**
 * The orders in which the text of a page may go on from the page before it, and on the one after it: that of its
 * content, and by columns.
 */
export function runningOrders(shown: readonly ShownGlyph[]): GlyphItem[][] {
  const glyphs = shown.map(placed);
  const turns = [...Map.groupBy(glyphs, ({ angle }) => angle).values()].sort((one, other) => other.length - one.length);
  const chains = chainsOf(lines(turns[0] ?? []).flatMap(segmentsOf));
  return [inContentOrder(glyphs), ...(chains === null ? [] : [inColumns(chains)])];
}

/** Spacing forms of diacritics, and the combining ones. */
const accents: Readonly<Record<string, string>> = {
  '\u00B4': '\u0301',
  '\u0060': '\u0300',
  '\u00A8': '\u0308',
  '\u02C6': '\u0302',
  '\u005E': '\u0302',
  '\u02DC': '\u0303',
  '\u007E': '\u0303',
  '\u00B8': '\u0327',
  '\u02DA': '\u030A',
  '\u02C7': '\u030C',
  '\u00AF': '\u0304',
  '\u02D8': '\u0306',
  '\u02D9': '\u0307',
  '\u02DD': '\u030B',
  '\u02DB': '\u0328',
};

function placed(glyph: ShownGlyph): TextGlyph {
  const [x0, y0, x1, y1, , , x3, y3] = glyph.quad;
  const em = Math.max(Math.hypot(x3 - x0, y3 - y0), 0.01);
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [cos, sin] = length > 1e-6 ? [(x1 - x0) / length, (y1 - y0) / length] : [(y3 - y0) / em, -(x3 - x0) / em];
  const u0 = glyph.x * cos + glyph.y * sin;
  return {
    glyph,
    text: glyph.unicode ?? '\uFFFC',
    u0,
    u1: u0 + length,
    v: glyph.y * cos - glyph.x * sin,
    angle: Math.round((Math.atan2(sin, cos) * 180) / Math.PI),
    em,
  };
}

function gapBetween(one: TextGlyph, other: TextGlyph): Gap {
  const em = Math.max(one.em, other.em);
  const turn = Math.abs(one.angle - other.angle) % 360;
  if (turn > 3 && turn < 357) return '\n';
  if (Math.abs(one.v - other.v) > 0.6 * em) return '\n';
  const gap = other.u0 - one.u1;
  if (gap < -1.2 * em) return '\n';
  return gap > wordGap * em ? ' ' : '';
}

function inContentOrder(glyphs: readonly TextGlyph[]): GlyphItem[] {
  return itemsOf([glyphs], '\n');
}

/** Runs of glyphs one after the other as items; a run begins with `between`. */
function itemsOf(runs: readonly (readonly TextGlyph[])[], between: Gap): GlyphItem[] {
  const items: OpenItem[] = [];
  for (const run of runs) {
    let last: TextGlyph | undefined;
    const spaced = letterSpaced(run);
    for (const [index, glyph] of run.entries()) {
      const item = items.at(-1);
      if (
        last !== undefined &&
        item !== undefined &&
        glyph.text === last.text &&
        Math.abs(glyph.u0 - last.u0) < 0.1 * glyph.em &&
        Math.abs(glyph.v - last.v) < 0.1 * glyph.em
      ) {
        // Drawn twice, to look bold.
        item.glyphs.push(glyph.glyph);
        continue;
      }
      const gap = last === undefined ? (items.length === 0 ? '' : between) : gapBetween(last, glyph);
      const accent = accented(last, glyph);
      if (accent !== null && item !== undefined && gap !== '\n') {
        item.text = accent;
        item.glyphs.push(glyph.glyph);
      } else {
        const isSpaced = gap === ' ' && spaced[index] === true;
        items.push({
          glyphs: [glyph.glyph],
          text: glyph.text,
          gap: isSpaced ? '' : gap,
          spaced: isSpaced,
          extent: [glyph.u0, glyph.u1],
        });
      }
      last = glyph;
    }
  }
  return items;
}

/** An accent of its own and the letter that it stands over, in either order, as one character. */
function accented(one: TextGlyph | undefined, other: TextGlyph): string | null {
  if (
    one === undefined ||
    Math.min(one.u1, other.u1) - Math.max(one.u0, other.u0) < 0.3 * Math.min(one.u1 - one.u0, other.u1 - other.u0)
  )
    return null;
  const [before, after] = [accents[one.text], accents[other.text]];
  if (before !== undefined && after === undefined) return (other.text + before).normalize('NFC');
  return after !== undefined && before === undefined ? (one.text + after).normalize('NFC') : null;
}

/** True for glyphs before which a gap is only the distance of letters: three and more gaps in a row that are alike. */
function letterSpaced(run: readonly TextGlyph[]): boolean[] {
  const gaps = run.map((glyph, index) => {
    const before = run[index - 1];
    return before === undefined || gapBetween(before, glyph) !== ' ' || glyph.text === ' ' || before.text === ' '
      ? null
      : (glyph.u0 - before.u1) / glyph.em;
  });
  const spaced = new Array<boolean>(run.length).fill(false);
  for (let from = 0; from < gaps.length;) {
    const first = gaps[from] ?? null;
    let to = from + 1;
    if (first !== null)
      while (to < gaps.length && gaps[to] != null && Math.abs((gaps[to] ?? 0) - first) < 0.12) to += 1;
    if (first !== null && first < 1.2 && to - from >= 2) spaced.fill(true, from, to);
    from = to;
  }
  return spaced;
}

interface Segment {
  readonly glyphs: readonly TextGlyph[];
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
  readonly em: number;
}

/** Segments that are looked at for what stands below another: past this the order of the content has to do. */
const maxSegments = 4000;

/**
 * Glyphs put on lines by their places, lines cut at wide gaps, each followed by what stands below it; and as columns,
 * and as rows.
 */
function byPlace(glyphs: readonly TextGlyph[]): GlyphItem[][] {
  const orders: GlyphItem[][] = [];
  for (const turned of Map.groupBy(glyphs, ({ angle }) => angle).values()) {
    const chains = chainsOf(lines(turned).flatMap(segmentsOf));
    if (chains === null) continue;
    // Two columns that end above the same line: each is followed by it.
    orders.push(
      chains.flatMap(({ segments, next }) => chained(next === null ? segments : [...segments, next], 'hard')),
    );
    if (chains.length > 1) orders.push(inColumns(chains));
    // Across wide gaps, too: a row of a table.
    orders.push(itemsOf(lines(turned), 'hard'));
  }
  return orders;
}

/** Segments below each other, and the one below them that another chain has already. */
interface Chain {
  readonly segments: readonly Segment[];
  readonly next: Segment | null;
}

/** Null where there are too many. */
function chainsOf(segments: readonly Segment[]): Chain[] | null {
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

const chained = (segments: readonly Segment[], before: Gap): GlyphItem[] =>
  itemsOf(
    segments.map((segment) => segment.glyphs),
    '\n',
  ).map((item, index) => (index === 0 ? { ...item, gap: before } : item));

/** One column after the other, as a text runs on; what stands below several of them comes after the last. */
function inColumns(chains: readonly Chain[]): GlyphItem[] {
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

function lines(glyphs: readonly TextGlyph[]): TextGlyph[][] {
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

function segmentsOf(line: readonly TextGlyph[]): Segment[] {
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
