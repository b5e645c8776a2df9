import { AppError } from '../../../problems.ts';
import type { Engine } from '../../pdfium/engine.ts';
import { matrixFrom } from '../../pdfium/memory.ts';
import { mapPoint, mapRect, type Matrix, multiply, type Rect } from '../../geometry/matrix.ts';
import { bidiClass, cleanText, isMark } from '../layout/characters.ts';
import type { Hidden } from '../extracted.ts';
import { fromFrame, type Glyph, isSpace, toFrame } from './glyph.ts';
import type { GlyphPlace } from './hidden-text.ts';
import type { TextObject } from './page-objects.ts';
import type { PageSpace } from './page-space.ts';
import { replacedText } from './replaced-text.ts';

/** A page of a newspaper has some 50,000. */
const maxCharacters = 1_000_000;

/** A character as PDFium tells it, in the space of the page as shown. */
interface Character {
  readonly object: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** From the origin to the next, by ascent and descent. */
  readonly rect: Rect;
}

interface GlyphRequest {
  readonly page: number;
  readonly space: PageSpace;
  readonly texts: ReadonlyMap<number, TextObject>;
  readonly hiddenBy: (place: GlyphPlace, text: TextObject) => Hidden | null;
}

/**
 * The glyphs of a page in the order of its content. Spaces that PDFium only supposes are left to our own reading of the
 * gaps.
 */
export function pageGlyphs(engine: Engine, asked: GlyphRequest): Glyph[] {
  const { calls } = engine;
  const text = calls.FPDFText_LoadPage(asked.page);
  if (text === 0) return [];
  try {
    const runs = objectRuns(readCharacters(engine, text, asked.space.toShown));
    const replace = replacedText(asked.texts);
    return runs
      .flatMap((run) => replace(run[0]?.object ?? 0, runGlyphs(engine, { ...asked, text, run })))
      .filter((glyph) => !isUnusedHyphen(glyph));
  } finally {
    calls.FPDFText_ClosePage(text);
  }
}

/** A soft hyphen at which no line was broken, as browsers print it: it takes no room, and stands for nothing. */
const isUnusedHyphen = ({ text, u0, u1, em }: Glyph): boolean => text === '\u00AD' && u1 - u0 < 0.05 * em;

type Indexed = Character & { readonly index: number };
/** The characters that one glyph stands for: PDFium gives each a share of its width. */
type Cluster = Indexed & { rect: Rect; readonly parts: Character[] };

function readCharacters(engine: Engine, text: number, toShown: Matrix): Indexed[] {
  const { calls, scratch } = engine;
  const count = calls.FPDFText_CountChars(text);
  if (count > maxCharacters) throw new AppError('limit-exceeded', `A page has more than ${maxCharacters} characters.`);
  const characters: Indexed[] = [];
  for (let index = 0; index < count; index += 1) {
    const object = calls.FPDFText_GetTextObject(text, index);
    if (object === 0 || calls.FPDFText_IsGenerated(text, index) === 1) continue;
    const clean = cleanText(calls.FPDFText_GetUnicode(text, index));
    if (clean === '') continue;
    calls.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
    calls.FPDFText_GetLooseCharBox(text, index, scratch + 16);
    const view = engine.view();
    const [x, y] = mapPoint(toShown, view.getFloat64(scratch, true), view.getFloat64(scratch + 8, true));
    const at = (field: number) => view.getFloat32(scratch + 16 + field * 4, true);
    characters.push({
      index,
      object,
      text: clean,
      x,
      y,
      rect: mapRect(toShown, { x0: at(0), y0: at(3), x1: at(2), y1: at(1) }),
    });
  }
  return characters;
}

/** Characters of one text object that follow each other; those of one glyph (they have one origin) become one. */
function objectRuns(characters: readonly Indexed[]): Cluster[][] {
  const runs: Cluster[][] = [];
  for (const character of characters) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (!run || previous?.object !== character.object) {
      runs.push([{ ...character, parts: [character] }]);
    } else if (previous.x === character.x && previous.y === character.y) {
      previous.rect = around(previous.rect, character.rect);
      previous.parts.push(character);
    } else {
      run.push({ ...character, parts: [character] });
    }
  }
  return runs;
}

const around = (one: Rect, other: Rect): Rect => ({
  x0: Math.min(one.x0, other.x0),
  y0: Math.min(one.y0, other.y0),
  x1: Math.max(one.x1, other.x1),
  y1: Math.max(one.y1, other.y1),
});

/**
 * The text of a glyph. PDFium turns right-to-left text round as a whole, and so the characters of a glyph that has
 * several in its ToUnicode entry (each has a share of its width); those that it expanded itself share one place and are
 * in order.
 */
function textOf({ text, parts }: Cluster): string {
  const [first, second] = parts;
  if (!first || !second) return text.toWellFormed();
  const turned = first.rect.x0 !== second.rect.x0 || first.rect.y0 !== second.rect.y0;
  const rightToLeft =
    parts.some((part) => bidiClass(part.text) === 'R') &&
    (isMark(first.text) || !parts.some((part) => isMark(part.text)));
  return (turned && rightToLeft ? [...parts].reverse() : parts)
    .map((part) => part.text)
    .join('')
    .toWellFormed();
}

/** What the text matrix makes of the font's size and direction (ISO 32000-2, 9.4.4). */
interface Setting {
  readonly angle: number;
  readonly vertical: boolean;
  readonly size: number;
  readonly em: number;
}

interface Run extends GlyphRequest {
  readonly text: number;
  readonly run: readonly Cluster[];
}

function runGlyphs(engine: Engine, { text, run, texts, space, hiddenBy }: Run): Glyph[] {
  const [first] = run;
  const facts = first && texts.get(first.object);
  if (!first || !facts || facts.marks.silent) return [];
  const own = matrixFrom(engine, (pointer) => engine.calls.FPDFText_GetMatrix(text, first.index, pointer)) ?? [
    1, 0, 0, 1, 0, 0,
  ];
  const setting = settingOf(multiply(own, space.toShown), facts.fontSize, run);
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

/** A word of which a part is seen is seen. */
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

function settingOf([a, b, c, d]: Matrix, fontSize: number, run: readonly Character[]): Setting {
  const angle = snapped((Math.atan2(b * Math.sign(fontSize), a * Math.sign(fontSize)) * 180) / Math.PI);
  const scale = ownScale(run, angle, Math.hypot(a, b) * Math.abs(fontSize));
  const em = Math.hypot(a, b) * Math.abs(fontSize) * scale;
  const size = Math.hypot(c, d) * Math.abs(fontSize) * scale;
  const vertical = runsDown(run, angle, size);
  return { angle: vertical ? snapped(angle + 90) : angle, vertical, size, em: vertical ? size : em };
}

/**
 * A Type 3 font has a glyph space of its own (ISO 32000-2, 9.6.4), so that its size alone says nothing:
 * where its letters are far too wide for it, half an em each is a better guess.
 */
function ownScale(run: readonly Character[], angle: number, em: number): number {
  if (em <= 0) return 1;
  const widths = run
    .filter(({ text }) => text !== ' ')
    .map(({ rect }) => (angle % 180 === 90 ? rect.y1 - rect.y0 : rect.x1 - rect.x0));
  const usual = widths.sort((one, other) => one - other)[widths.length >> 1] ?? 0;
  return usual > 2.5 * em ? (2 * usual) / em : 1;
}

/** Whole degrees from 0 to 359; a scan that is a little askew counts as straight. */
function snapped(degrees: number): number {
  const quarter = Math.round(degrees / 90) * 90;
  const angle = Math.abs(degrees - quarter) <= 3 ? quarter : Math.round(degrees);
  return ((angle % 360) + 360) % 360;
}

/** True where each character stands under the one before, as vertical writing puts them (ISO 32000-2, 9.7.4.3). */
function runsDown(run: readonly Character[], angle: number, size: number): boolean {
  if (run.length < 2) return false;
  let down = 0;
  for (const [index, character] of run.entries()) {
    const previous = run[index - 1];
    if (!previous) continue;
    const [u, v] = toFrame(angle, character.x - previous.x, character.y - previous.y);
    if (v > 0.4 * size && Math.abs(u) < 0.7 * size) down += 1;
  }
  return down > (run.length - 1) / 2;
}

type Placed = Pick<Glyph, 'u0' | 'u1' | 'v' | 'v0' | 'v1' | 'rect'>;

const within = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);

function placeHorizontal({ x, y, rect }: Character, { angle, size, em }: Setting): Placed {
  const [u0, v] = toFrame(angle, x, y);
  const framed = inFrame(angle, rect, size);
  const straight = angle % 90 === 0;
  const advance = within(0, framed.u1 - (straight ? u0 : framed.u0), 4 * em);
  const v0 = v - (straight ? within(0.5 * size, v - framed.v0, 1.1 * size) : 0.8 * size);
  const v1 = v + (straight ? within(0.1 * size, framed.v1 - v, 0.4 * size) : 0.2 * size);
  return { u0, u1: u0 + advance, v, v0, v1, rect: fromFrame(angle, u0, u0 + advance, v0, v1) };
}

/** Columns: the frame's u runs down the page, its v to the left; the line stands in the middle of the column. */
function placeVertical({ rect }: Character, { angle, size }: Setting): Placed {
  const framed = inFrame(angle, rect, size);
  const v = (framed.v0 + framed.v1) / 2;
  const middle = (framed.u0 + framed.u1) / 2;
  const half = within(0.2 * size, (framed.u1 - framed.u0) / 2, 0.5 * size);
  return {
    u0: middle - half,
    u1: middle + half,
    v,
    v0: v - 0.5 * size,
    v1: v + 0.5 * size,
    rect: fromFrame(angle, middle - half, middle + half, v - 0.5 * size, v + 0.5 * size),
  };
}

/**
 * The upright rectangle around a character, in its frame. Where the frame is askew, the rectangle around is larger than
 * the character; its width follows from the two extents and the height of the font.
 */
function inFrame(
  angle: number,
  { x0, y0, x1, y1 }: Rect,
  size: number,
): { u0: number; u1: number; v0: number; v1: number } {
  if (angle % 90 === 0) {
    const [ua, va] = toFrame(angle, x0, y0);
    const [ub, vb] = toFrame(angle, x1, y1);
    return { u0: Math.min(ua, ub), u1: Math.max(ua, ub), v0: Math.min(va, vb), v1: Math.max(va, vb) };
  }
  const [cos, sin] = [Math.abs(Math.cos((angle * Math.PI) / 180)), Math.abs(Math.sin((angle * Math.PI) / 180))];
  const width = cos > sin ? (x1 - x0 - size * sin) / cos : (y1 - y0 - size * cos) / sin;
  return { u0: 0, u1: Math.max(0, width), v0: 0, v1: size };
}
