import type { ShownGlyph } from '../../../content/visitor.ts';
import type { Gap, Item } from './reading-item.ts';
import { type TextGlyph, gapBetween } from './placed-glyph.ts';

/** An item of the text of a page, read from one or more glyphs. */
export type GlyphItem = Item<ShownGlyph>;

/** An item to which glyphs can still be added. */
interface OpenItem extends GlyphItem {
  readonly glyphs: ShownGlyph[];
  text: string;
}

/** The combining form of each spacing diacritic. */
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

/** Joins runs of glyphs to items; each run begins with the gap `between`. */
export function itemsOf(runs: readonly (readonly TextGlyph[])[], between: Gap): GlyphItem[] {
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
        // A glyph drawn twice to look bold.
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

/** A separate accent and the letter under it, in either order, as one character. */
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

/** True for glyphs whose gap is letter spacing: at least three equal gaps in a row. */
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
