import type { Engine } from '../../pdfium/engine.ts';
import { matrixFrom } from '../../pdfium/memory.ts';
import { identity, multiply } from '../../geometry/matrix.ts';
import type { Hidden } from '../extracted.ts';
import { type Glyph, isSpace } from './glyph.ts';
import type { GlyphPlace } from './hidden-text.ts';
import type { TextObject } from './page-objects.ts';
import type { PageSpace } from './page-space.ts';
import { replacedText } from './replaced-text.ts';
import { settingOf, placeHorizontal, placeVertical } from './glyph-frame.ts';
import { type Cluster, readCharacters, objectRuns, textOf } from './page-characters.ts';
import { withOmitted } from './omitted-text.ts';

interface GlyphRequest {
  readonly page: number;
  readonly space: PageSpace;
  readonly texts: ReadonlyMap<number, TextObject>;
  readonly hiddenBy: (place: GlyphPlace, text: TextObject) => Hidden | null;
}

/**
 * The glyphs of a page in content order. Spaces that PDFium generates are dropped, because gaps are evaluated later.
 */
export function pageGlyphs(engine: Engine, request: GlyphRequest): Glyph[] {
  const { calls } = engine;
  const text = calls.FPDFText_LoadPage(request.page);
  if (text === 0) return [];
  try {
    const runs = withOmitted(objectRuns(readCharacters(engine, text, request.space.toShown)), request.texts);
    const replace = replacedText(request.texts);
    return runs
      .flatMap((run) => replace(run[0]?.object ?? 0, runGlyphs(engine, { ...request, text, run })))
      .filter((glyph) => !isUnusedHyphen(glyph));
  } finally {
    calls.FPDFText_ClosePage(text);
  }
}

/** A soft hyphen at which no line breaks, as browsers print it, with no width. */
const isUnusedHyphen = ({ text, u0, u1, em }: Glyph): boolean => text === '\u00AD' && u1 - u0 < 0.05 * em;

interface Run extends GlyphRequest {
  readonly text: number;
  readonly run: readonly Cluster[];
}

function runGlyphs(engine: Engine, { text, run, texts, space, hiddenBy }: Run): Glyph[] {
  const [first] = run;
  const facts = first && texts.get(first.object);
  if (!first || !facts || facts.marks.silent) return [];
  const own = matrixFrom(engine, (pointer) => engine.calls.FPDFText_GetMatrix(text, first.index, pointer)) ?? identity;
  const matrix = first.index < 0 ? facts.matrix : multiply(own, space.toShown);
  const setting = settingOf(matrix ?? identity, facts.fontSize, run);
  const { font, marks } = facts;
  const glyphs = run.map((character): Glyph => {
    const placed = setting.vertical ? placeVertical(character, setting) : placeHorizontal(character, setting);
    return {
      text: textOf(character),
      ...setting,
      ...placed,
      font,
      mcid: marks.mcid,
      artifact: marks.artifact,
      hidden: hiddenBy({ ...setting, ...placed }, facts),
    };
  });
  return wordsWhole(glyphs);
}

/** A word is visible if a part of it is. */
function wordsWhole(glyphs: readonly Glyph[]): Glyph[] {
  const words: Glyph[][] = [[]];
  for (const glyph of glyphs) {
    words.at(-1)?.push(glyph);
    if (isSpace(glyph)) words.push([]);
  }
  return words.flatMap((word) => {
    const seen = word.some((glyph) => glyph.hidden === null && !isSpace(glyph));
    return seen ? word.map((glyph) => (glyph.hidden === null ? glyph : { ...glyph, hidden: null })) : word;
  });
}
