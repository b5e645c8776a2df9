import { newStream } from '../../objects/new-stream.ts';
import { Dict, isName, Ref } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { Recoding } from '../content/text-pen.ts';
import type { ShownModel } from './programs.ts';
import { toUnicodeCMap } from '../../fonts/to-unicode.ts';
import { widthsOf } from '../../fonts/composite-widths.ts';
import type { DenseTrueType } from './true-type.ts';

/**
 * A composite font (ISO 32000-2, 9.7) whose codes are the numbers of its glyphs, each of two bytes, written from left
 * to right.
 */
export function isPlainComposite({
  type,
  dict,
  descendant,
  descendantType,
  font,
  toUnicode,
  codes,
}: ShownModel): boolean {
  const map = descendant?.get('CIDToGIDMap') ?? null;
  return (
    type === 'Type0' &&
    descendantType === 'CIDFontType2' &&
    !font.vertical &&
    isName(dict.get('Encoding'), 'Identity-H') &&
    (map === null || isName(map, 'Identity')) &&
    descendant !== null &&
    !descendant.has('W2') &&
    holderOf(dict) !== null &&
    toUnicode !== null &&
    codes.every(({ glyph, missing }) => glyph !== null && !missing)
  );
}

const holderOf = (dict: Dict): Ref | null => {
  const descendants = dict.get('DescendantFonts');
  const only = Array.isArray(descendants) ? (descendants[0] ?? null) : null;
  return only instanceof Ref ? only : null;
};

/**
 * Thousandths of text space. Some readers (PDFium) use the integer part of a width, so only whole widths are the same
 * for all.
 */
const wholeOf = (width: number): number => Math.floor(width + 0.0005);

const widthOf = ({ font }: ShownModel, code: number): number => font.advance(code) * 1000;

const isVague = (width: number): boolean => Math.abs(width - wholeOf(width)) > 0.001;

/**
 * Glyphs with widths that are not whole, and with a following glyph that is not placed itself: the place of the
 * following one depends on the reader.
 */
export function vagueGlyphs(model: ShownModel): number[] {
  return model.codes.flatMap(({ code, glyph }) =>
    glyph !== null && model.advancing.has(code) && isVague(widthOf(model, code)) ? [glyph] : [],
  );
}

/**
 * Assigns the characters and widths of the old codes of a font to the new ones. Widths become whole numbers, except for
 * those of twins, which do not change.
 */
export function recode(changes: Changes, model: ShownModel, { numbers, twins }: DenseTrueType): Recoding {
  const { num, dict, codes, toUnicode } = model;
  const width = (code: number) => widthOf(model, code);
  const whole = (code: number) => wholeOf(width(code));
  const shown = codes
    .flatMap(({ code, glyph }) => {
      const twin = twins.get(glyph ?? 0);
      return [
        { code, now: numbers.get(glyph ?? 0) ?? 0, width: whole(code) },
        ...(twin === undefined ? [] : [{ code, now: twin, width: width(code) }]),
      ];
    })
    .sort((one, other) => one.now - other.now);
  const holder = holderOf(dict);
  if (holder !== null) changes.dictAt(holder).set('W', widthsOf(shown.map((each) => [each.now, each.width] as const)));
  if (toUnicode !== null) {
    const texts = shown.flatMap(({ code, now }) => {
      const text = toUnicode.text(code);
      return text === null || text === '' ? [] : [[now, text] as const];
    });
    changes.dictAt(new Ref(num)).set('ToUnicode', changes.add(newStream(new Dict(), toUnicodeCMap(texts, 2))));
  }
  const by = (map: ReadonlyMap<number, number>) =>
    new Map(
      codes.flatMap(({ code, glyph }) => {
        const now = map.get(glyph ?? 0);
        return now === undefined ? [] : [[code, now] as const];
      }),
    );
  return { codes: by(numbers), twins: by(twins), width, whole };
}
