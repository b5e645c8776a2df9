import { greatest, least } from '../objects/large-arrays.ts';
import { levelsOf, visualOrder } from '../typeset/bidi.ts';
import type { Line } from '../typeset/line.ts';
import type { Typesetter } from '../typeset/typesetter.ts';
import { clipped, nothing, type Drawn, type TextLook } from './draw-text.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Draws text in cells of equal width, each character centred in its cell (ISO 32000-2, table 231), from the side where
 * its script begins.
 */
export function drawComb(
  typesetter: Typesetter,
  look: TextLook,
  { text, cells }: { text: string; cells: number },
): Drawn {
  const characters = Array.from(graphemes.segment(text.replace(/[\r\n]+/g, ' ')), ({ segment }) => segment).slice(
    0,
    cells,
  );
  if (characters.length === 0) return nothing;
  const { seen, rightToLeft } = seenOf(characters);
  const lines = seen.map((character) => typesetter.paragraph(character, look.wish).line());
  const cell = look.box.width / cells;
  const { ascent, descent } = typesetter.metrics(look.wish);
  const size =
    look.size > 0
      ? look.size
      : fitted(lines, { cell, height: look.box.height - 2 * look.clip, tall: ascent - descent });
  const free = cells - seen.length;
  const first = look.align === 'center' ? Math.floor(free / 2) : look.align === 'right' || rightToLeft ? free : 0;
  const middle = look.box.height / 2 - ((ascent + descent) * size) / 2;
  const [lowest, highest] = [
    look.clip - least(lines.map(({ bottom }) => bottom)) * size,
    look.box.height - look.clip - greatest(lines.map(({ top }) => top)) * size,
  ];
  const y = lowest > highest ? (lowest + highest) / 2 : Math.min(Math.max(middle, lowest), highest);
  const content = lines
    .map((line, index) =>
      line.runs.length === 0
        ? ''
        : typesetter.show(line, { x: (first + index) * cell + (cell - line.width * size) / 2, y, size }),
    )
    .join('');
  return { content: clipped(look, content), lines, cut: false };
}

/** Characters in visual order, from the left (UAX 9). */
function seenOf(characters: readonly string[]): { seen: string[]; rightToLeft: boolean } {
  const { of: levels, base } = levelsOf(characters.join(''), 'auto');
  let at = 0;
  const placed = characters.map((character) => {
    const level = levels[at] ?? base;
    at += character.length;
    return { character, level };
  });
  return { seen: visualOrder(placed).map(({ character }) => character), rightToLeft: (base & 1) === 1 };
}

function fitted(
  lines: readonly Line[],
  { cell, height, tall }: { cell: number; height: number; tall: number },
): number {
  const widest = Math.max(0.5, ...lines.map(({ width }) => width));
  const ink = Math.max(tall, ...lines.map(({ top, bottom }) => top - bottom));
  return Math.max(4, Math.floor(Math.min(height / ink, (cell * 0.9) / widest) * 4) / 4);
}
