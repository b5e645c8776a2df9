import { levelsOf } from './bidi.ts';
import { openFace, type Candidate, type FontShelf, type ShelfFace } from './font-shelf.ts';
import type { FontWish } from './font-wish.ts';
import type { OpenFace } from './harfbuzz.ts';
import { scriptOf } from './script-of.ts';

/** A stretch of a paragraph in one font, script and direction. Offsets are UTF-16 units. */
export interface Item {
  readonly start: number;
  readonly end: number;
  /** Odd for right to left. */
  readonly level: number;
  /** ISO 15924. */
  readonly script: string;
  /** Null where no font has it. */
  readonly face: ShelfFace | null;
}

/** Base direction of a paragraph; `auto` takes it from the text (UAX 9). */
export type Direction = 'ltr' | 'rtl' | 'auto';

/** Characters that are drawn by leaving nothing: no font need have them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const simple = /^[\x20-\x7e]*$/;

/** A paragraph as the stretches that are shaped on their own (UAX 9, UAX 24, fallback of fonts), in reading order. */
export function itemize(
  text: string,
  { shelf, wish, direction }: { shelf: FontShelf; wish: FontWish; direction: Direction },
): { items: Item[]; base: number } {
  const { of: levels, base } = levelsOf(text, direction);
  const candidates = shelf.candidates(wish, text);
  const items: { start: number; end: number; level: number; script: string | null; face: ShelfFace | null }[] = [];
  const known = new Map<string, ShelfFace | null | undefined>();
  const pieces = simple.test(text)
    ? Array.from(text, (segment, index) => ({ segment, index }))
    : graphemes.segment(text);
  for (const { segment, index: start } of pieces) {
    const end = start + segment.length;
    const before = items.at(-1);
    const level = levels[start] ?? base;
    const script = scriptOfGrapheme(segment);
    const current = script === null ? (before?.face ?? null) : null;
    const key = current === null ? segment : `${segment} ${current.index} ${current.path}`;
    const face = known.has(key) ? known.get(key) : faceFor(segment, candidates, current);
    known.set(key, face);
    const alike =
      before?.level === level &&
      (before.face === face || face === undefined) &&
      (script === null || before.script === null || before.script === script);
    if (alike) Object.assign(before, { end, script: before.script ?? script });
    else
      items.push({
        start,
        end,
        level,
        script: script ?? (face === before?.face ? (before?.script ?? null) : null),
        face: face ?? before?.face ?? candidates[0]?.face ?? null,
      });
  }
  return { items: items.map((item) => ({ ...item, script: item.script ?? 'Zyyy' })), base };
}

function scriptOfGrapheme(grapheme: string): string | null {
  for (const character of grapheme) {
    const script = scriptOf(character);
    if (script !== null) return script;
  }
  return null;
}

/** Characters before it are as wide as letters also where they stand beside Chinese ones. */
const firstWide = 0x2000;

/**
 * The first font that has all of a grapheme, or its first character; `undefined` for what any font draws, null where
 * there is none.
 */
function faceFor(
  grapheme: string,
  candidates: readonly Candidate[],
  current: ShelfFace | null,
): ShelfFace | null | undefined {
  const points = Array.from(grapheme)
    .filter((character) => !invisible.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
  const [first] = points;
  if (first === undefined) return undefined;
  const stays = candidates.find(({ face }) => face === current);
  if (
    stays &&
    !(stays.face.ideographic && first !== 0x20 && first < firstWide) &&
    points.every((point) => stays.coverage.has(point))
  )
    return current;
  const whole = candidates.find(
    ({ face, coverage }) => points.every((point) => coverage.has(point)) && draws(face, first),
  );
  return (whole ?? candidates.find(({ face, coverage }) => coverage.has(first) && draws(face, first)))?.face ?? null;
}

/** Tables of fonts whose glyphs are coloured or bitmaps; the plain outline of one may be empty. */
const coloured = ['COLR', 'CBDT', 'sbix', 'SVG '];

const usable = new WeakMap<OpenFace, { readonly embeds: boolean; readonly colour: boolean }>();

/** Whether a font may be embedded, and leaves ink for a character. */
function draws(face: ShelfFace, character: number): boolean {
  const open = openFace(face);
  const known = usable.get(open) ?? {
    embeds: open.outlines !== 'none' && !isRestricted(open),
    colour: coloured.some((tag) => open.table(tag) !== null),
  };
  usable.set(open, known);
  if (!known.embeds) return false;
  return !known.colour || open.boundsOf(open.glyphOf(character)) !== null;
}

/** Restricted licence embedding (OpenType, OS/2 fsType): such a font stays out of documents. */
function isRestricted(face: OpenFace): boolean {
  const os2 = face.table('OS/2');
  return os2 !== null && os2.length >= 10 && (os2.readUInt16BE(8) & 0xf) === 2;
}
