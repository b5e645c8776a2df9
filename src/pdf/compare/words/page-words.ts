import { hundredths, intersect } from '../../geometry/matrix.ts';
import { isIdeographic } from '../../text/layout/characters.ts';
import type { Box } from '../../text/extracted.ts';
import type { Glyph } from '../../text/page/glyph.ts';
import { rectOf } from '../../text/layout/line.ts';
import type { ReadPage } from '../../text/page/read-page.ts';

/** A word or part of a word on one line of a page. */
export interface PageWord {
  readonly text: string;
  readonly box: Box;
  /** Index of its paragraph, cell or row on the page. */
  readonly block: number;
  /** Index of its line on the page. */
  readonly line: number;
  readonly spaced: boolean;
  /** Tagged as an artifact: a running head, a page number. */
  readonly artifact: boolean;
}

/** The visible words of a page. Each ideograph is a word, because lines may break between any two. */
export function pageWords({ blocks, scan, width, height }: ReadPage): PageWord[] {
  const page = { x0: 0, y0: 0, x1: width, y1: height };
  let line = -1;
  return blocks.flatMap(({ lines, hidden, role }, block) => {
    if (hidden !== null && !(scan && hidden === 'invisible')) return [];
    return lines.flatMap(({ words }) => {
      line += 1;
      return words.flatMap(({ text, glyphs, before }, index) =>
        parts(text, glyphs).map(({ text: own, glyphs: some }, at): PageWord => {
          const { x0, y0, x1, y1 } = intersect(rectOf(some), page);
          const box = {
            x: hundredths(x0),
            y: hundredths(y0),
            width: Math.max(0, hundredths(x1 - x0)),
            height: Math.max(0, hundredths(y1 - y0)),
          };
          return {
            text: own,
            box,
            block,
            line,
            spaced: at === 0 && (before !== '' || (index === 0 && !isIdeographic(own))),
            artifact: role === 'Artifact',
          };
        }),
      );
    });
  });
}

interface Part {
  text: string;
  readonly glyphs: Glyph[];
}

function parts(text: string, glyphs: readonly Glyph[]): readonly Part[] {
  if (!isIdeographic(text)) return [{ text, glyphs: [...glyphs] }];
  const found: Part[] = [];
  for (const glyph of glyphs) {
    const last = found.at(-1);
    if (last === undefined || isIdeographic(glyph.text) || isIdeographic(last.text))
      found.push({ text: glyph.text, glyphs: [glyph] });
    else {
      last.text += glyph.text;
      last.glyphs.push(glyph);
    }
  }
  return found;
}
