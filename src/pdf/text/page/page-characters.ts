import { AppError } from '../../../problems.ts';
import type { Engine } from '../../pdfium/engine.ts';
import { mapPoint, mapRect, type Matrix, type Rect } from '../../geometry/matrix.ts';
import { bidiClass, cleanText, isMark } from '../layout/characters.ts';

/** Characters of a page: a newspaper page has some 50,000. */
const maxCharacters = 1_000_000;

/** A character as PDFium reports it, in the space of the shown page. */
export interface Character {
  readonly object: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** From its origin to the next one, by ascent and descent. */
  readonly rect: Rect;
}

type Indexed = Character & { readonly index: number };

/** The characters of one glyph; PDFium divides its width among them. */
export type Cluster = Indexed & { rect: Rect; readonly parts: Character[] };

/** The characters of an open text page in PDFium's order. @throws AppError `limit-exceeded` */
export function readCharacters(engine: Engine, text: number, toShown: Matrix): Indexed[] {
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

/** Groups consecutive characters of one text object. Characters of one glyph have the same origin, and are joined. */
export function objectRuns(characters: readonly Indexed[]): Cluster[][] {
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

const isLowSurrogate = (text: string): boolean => /^[\udc00-\udfff]$/.test(text);

/**
 * The text of a glyph. PDFium reverses right-to-left text as a whole, including the characters of a glyph with several
 * in its ToUnicode entry (each gets a share of the width). Characters that PDFium expands itself share one place, and
 * are in order.
 */
export function textOf({ text, parts }: Cluster): string {
  const [first, second] = parts;
  if (!first || !second) return text.toWellFormed();
  const turned = first.rect.x0 !== second.rect.x0 || first.rect.y0 !== second.rect.y0;
  const rightToLeft =
    parts.some((part) => bidiClass(part.text) === 'R') &&
    (isMark(first.text) || !parts.some((part) => isMark(part.text)));
  return (isLowSurrogate(first.text) || (turned && rightToLeft) ? [...parts].reverse() : parts)
    .map((part) => part.text)
    .join('')
    .toWellFormed();
}
