import { hundredths, intersect, type Rect } from '../../geometry/matrix.ts';
import { type Block, blockText } from './block.ts';
import type { Box, Granularity, TextBlock } from '../extracted.ts';
import type { Glyph } from '../page/glyph.ts';
import { bare } from './hyphenation.ts';
import { type Line, rectOf, type Word } from './line.ts';

/** A soft hyphen that was drawn is a visible hyphen. */
const shown = (text: string): string => text.replaceAll('\u00AD', '-');

/** The words of a page, which distinguish a hyphen of a compound from one of a line break. */
export function vocabularyOf(blocks: readonly Block[]): Set<string> {
  return new Set(blocks.flatMap(({ lines }) => lines.flatMap(({ words }) => words.map(({ text }) => bare(text)))));
}

/** A block with its text: lines joined, and words that a hyphen divides joined. */
export type ReadBlock = Block & { readonly text: string };

/** Adds their text to blocks. */
export function readBlocks<T extends Block>(blocks: readonly T[]): (T & { readonly text: string })[] {
  const vocabulary = vocabularyOf(blocks);
  return blocks.map((block) => ({ ...block, text: shown(blockText(block, vocabulary)) }));
}

/** The text of a page: a line for each paragraph or row, a tab between cells. Hidden blocks only if requested. */
export function pageText(blocks: readonly ReadBlock[], includeHidden: boolean): string {
  const read = blocks.filter(({ hidden }) => includeHidden || hidden === null);
  return read.map(({ before, text }, index) => (index === 0 ? '' : before) + text).join('');
}

interface Shape {
  readonly granularity: Exclude<Granularity, 'page'>;
  readonly width: number;
  readonly height: number;
}

/** Blocks, lines or words as the client gets them. */
export function textBlocks(blocks: readonly ReadBlock[], shape: Shape): TextBlock[] {
  return blocks.flatMap((block) => {
    const describe = (text: string, glyphs: readonly Glyph[]): TextBlock => ({
      text,
      box: boxOf(glyphs, block.hidden === 'off-page' ? null : shape),
      ...fontOf(glyphs),
      lang: block.lang,
      role: block.role,
      ...(block.hidden !== null && { hidden: block.hidden }),
    });
    switch (shape.granularity) {
      case 'block':
        return [describe(block.text, glyphsOf(block.lines))];
      case 'line':
        return block.lines.map((line) => describe(shown(line.text), glyphsOf([line])));
      case 'word':
        return block.lines.flatMap(({ words }) => words.map((word: Word) => describe(shown(word.text), word.glyphs)));
    }
  });
}

const glyphsOf = (lines: readonly Line[]): Glyph[] =>
  lines.flatMap(({ words }) => words.flatMap(({ glyphs }) => glyphs));

/** The box around glyphs; of visible ones, clipped to the page. */
function boxOf(glyphs: readonly Glyph[], page: { width: number; height: number } | null): Box {
  const all = rectOf(glyphs);
  const rect: Rect = page ? intersect(all, { x0: 0, y0: 0, x1: page.width, y1: page.height }) : all;
  const [x, y] = [hundredths(rect.x0), hundredths(rect.y0)];
  return {
    x,
    y,
    width: Math.max(0, hundredths(hundredths(rect.x1) - x)),
    height: Math.max(0, hundredths(hundredths(rect.y1) - y)),
  };
}

/** The font and size of most glyphs. */
function fontOf(glyphs: readonly Glyph[]): { font: string; size: number } {
  const counts = new Map<string, { font: string; size: number; count: number }>();
  for (const { font, size } of glyphs) {
    const key = `${font} ${hundredths(size)}`;
    const entry = counts.get(key) ?? { font, size: hundredths(size), count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  const [commonest] = [...counts.values()].sort((one, other) => other.count - one.count);
  return { font: commonest?.font ?? '', size: commonest?.size ?? 0 };
}
