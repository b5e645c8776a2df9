import { type Glyph, isSpace } from '../page/glyph.ts';
import { lineOfWords, type Word } from './line.ts';
import { segments } from './piece.ts';
import type { ReadBlock } from './text-blocks.ts';

/** Text in content order: a line for each stretch on one baseline. Nothing is moved, joined or reordered. */
export function rawBlocks(glyphs: readonly Glyph[], lang: string | null): ReadBlock[] {
  return segments(glyphs).flatMap((piece): ReadBlock[] => {
    const words = rawWords(piece.glyphs);
    if (words.length === 0) return [];
    const line = lineOfWords(words);
    return [
      {
        lines: [line],
        text: line.text,
        role: piece.glyphs[0]?.artifact === true ? 'Artifact' : null,
        lang,
        hidden: piece.glyphs[0]?.hidden ?? null,
        before: '\n',
      },
    ];
  });
}

function rawWords(glyphs: readonly Glyph[]): Word[] {
  const words: { text: string; glyphs: Glyph[]; before: '' | ' ' }[] = [];
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const gap = last ? Math.max(glyph.u0 - last.u1, last.u0 - glyph.u1) : 0;
    const word = words.at(-1);
    if (isSpace(glyph)) last = undefined;
    else if (word && last && gap < 0.13 * glyph.em) {
      word.text += glyph.text;
      word.glyphs.push(glyph);
    } else words.push({ text: glyph.text, glyphs: [glyph], before: word ? ' ' : '' });
    if (!isSpace(glyph)) last = glyph;
  }
  return words;
}
