import type { OpenFace } from '../../../pdf/typeset/harfbuzz.ts';
import { openFace } from '../../../pdf/typeset/font-shelf.ts';
import type { Warning } from '../../model/types/warning.ts';
import { named } from './missing-glyphs.ts';

/** Characters that are one picture together: joined, flags, keycaps, skin tones (UTS 51, 1.4). */
const sequences = new RegExp(
  [
    '\\p{Regional_Indicator}\\p{Regional_Indicator}',
    '[0-9#*]\\uFE0F?\\u20E3',
    '\\p{Extended_Pictographic}[\\u{E0020}-\\u{E007E}]{1,32}\\u{E007F}',
    '\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?' +
      '(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?){1,9}',
    '\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}',
  ].join('|'),
  'gu',
);

/** Sequences that are examined in a document, and listed in its warning. */
const maxExamined = 1000;
const maxListed = 8;

/**
 * True where the font has a picture for the sequence: shaped, it is one glyph, and another one than that of its first
 * character. A font without its first character is the concern of `missingGlyphs`.
 */
function isDrawn(face: OpenFace, sequence: string): boolean {
  const first = face.glyphOf(sequence.codePointAt(0) ?? 0);
  if (first === 0) return true;
  const options = { rightToLeft: false, script: 'Zsye', language: '' };
  const [glyph, ...others] = face.shape(sequence, 0, sequence.length, options).filter(({ advance }) => advance > 0);
  return others.length === 0 && glyph?.glyph !== first;
}

/** The emoji sequences of texts. */
function sequencesIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts)
    for (const [sequence] of text.matchAll(sequences)) {
      if (found.size >= maxExamined) return [...found];
      found.add(sequence);
    }
  return [...found];
}

/** The warning about emoji sequences in these texts for which the font of emoji has no picture, in a list, or none. */
export function undrawnSequences(texts: readonly string[], font: string | null): Warning[] {
  const found = font === null ? [] : sequencesIn(texts);
  if (font === null || found.length === 0) return [];
  const face = openFace({ path: font, index: 0 });
  const undrawn = found.filter((sequence) => !isDrawn(face, sequence));
  if (undrawn.length === 0) return [];
  const more = undrawn.length - maxListed;
  const listed = undrawn.slice(0, maxListed).map(named).join(', ');
  return [
    {
      code: 'glyph-missing',
      message:
        `The font of emoji has no picture for ${listed}${more > 0 ? ` and ${more} more` : ''}: ` +
        'the signs that they consist of are printed one by one, or only the first. Send a font that has them in ' +
        '`document.fonts` and name its family.',
    },
  ];
}
