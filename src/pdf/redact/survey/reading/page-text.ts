import type { ShownGlyph } from '../../../content/visitor.ts';
import { readingsOf, type ReadText } from './readings.ts';
import { type TextGlyph, placed } from './placed-glyph.ts';
import { type GlyphItem, itemsOf } from './glyph-items.ts';
import { chainsOf, chained, inColumns, lines, segmentsOf } from './columns.ts';

/**
 * The text of glyphs in the order of their content, and in orders by their places on the page (columns, then lines).
 * Words broken at line ends are joined in each possible way: a rule searches all of these texts.
 */
export function pageTexts(shown: readonly ShownGlyph[]): ReadText<ShownGlyph>[] {
  const glyphs = shown.map(placed);
  const orders = [inContentOrder(glyphs), ...byPlace(glyphs)];
  const texts = new Map<string, ReadText<ShownGlyph>>();
  for (const items of orders) {
    for (const text of readingsOf(items)) {
      const known = texts.get(text.text);
      // Content may draw the same text twice, in another order.
      const same =
        known?.glyphs.length === text.glyphs.length &&
        known.glyphs.every((some, index) => some[0] === text.glyphs[index]?.[0]);
      if (!same) texts.set(known === undefined ? text.text : `${text.text}\n${texts.size}`, text);
    }
  }
  return [...texts.values()];
}

/** The orders in which text may continue across pages: that of the content, and that of the columns. */
export function runningOrders(shown: readonly ShownGlyph[]): GlyphItem[][] {
  const glyphs = shown.map(placed);
  const turns = [...Map.groupBy(glyphs, ({ angle }) => angle).values()].sort((one, other) => other.length - one.length);
  const chains = chainsOf(lines(turns[0] ?? []).flatMap(segmentsOf));
  return [inContentOrder(glyphs), ...(chains === null ? [] : [inColumns(chains)])];
}

function inContentOrder(glyphs: readonly TextGlyph[]): GlyphItem[] {
  return itemsOf([glyphs], '\n');
}

/**
 * Arranges glyphs in lines by their places, and cuts lines at wide gaps. Answers three orders: each segment with those
 * below it, by columns, and by rows.
 */
function byPlace(glyphs: readonly TextGlyph[]): GlyphItem[][] {
  const orders: GlyphItem[][] = [];
  for (const turned of Map.groupBy(glyphs, ({ angle }) => angle).values()) {
    const chains = chainsOf(lines(turned).flatMap(segmentsOf));
    if (chains === null) continue;
    // Where two columns end above the same line, each of them is followed by that line.
    orders.push(
      chains.flatMap(({ segments, next }) => chained(next === null ? segments : [...segments, next], 'hard')),
    );
    if (chains.length > 1) orders.push(inColumns(chains));
    // A row of a table is read across wide gaps, too.
    orders.push(itemsOf(lines(turned), 'hard'));
  }
  return orders;
}
