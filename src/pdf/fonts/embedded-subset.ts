import { parseCMap } from './cmap.ts';
import { isName, Name, Ref, type Dict, type Obj } from '../objects/objects.ts';
import { serialize } from '../objects/serialize.ts';
import { compositeWidths, widthsOf } from './composite-widths.ts';
import { GlyphUnion, glyphSubset, type GlyphSubset } from './glyph-union.ts';
import { toUnicodeCMap } from './to-unicode.ts';

/** The objects of a composite font. */
export const roles = ['font', 'descendant', 'descriptor', 'program', 'texts'] as const;
/** One of the objects that a composite font consists of. */
export type Role = (typeof roles)[number];
/** The object numbers of a composite font, by role. */
export type FontNumbers = Readonly<Record<Role, number>>;

/** The objects of a file by their numbers. */
export interface ObjectsByNumber {
  dict(number: number): Dict;
  array(obj: Obj): readonly Obj[] | null;
  /** What is in a stream, or null. */
  content(number: number): Buffer | null;
}

/**
 * A composite font whose codes are the numbers of its glyphs (ISO 32000-2, 9.7.5.2), with an embedded TrueType subset.
 */
export interface EmbeddedSubset {
  readonly numbers: FontNumbers;
  /** Equal for subsets of one font, and perhaps for other instances of it. */
  readonly key: string;
  readonly glyphs: GlyphSubset;
  /** Of the glyphs that are shown. */
  readonly widths: ReadonlyMap<number, number>;
  readonly texts: ReadonlyMap<number, string>;
}

/** Null for a font of any other kind. */
export function embeddedSubset(objects: ObjectsByNumber, number: number): EmbeddedSubset | null {
  const font = objects.dict(number);
  const [descendantRef] = objects.array(font.get('DescendantFonts')) ?? [];
  if (
    !isName(font.get('Subtype'), 'Type0') ||
    !(descendantRef instanceof Ref) ||
    !isName(font.get('Encoding'), 'Identity-H')
  )
    return null;
  const descendant = objects.dict(descendantRef.num);
  const [descriptorRef, textsRef] = [descendant.get('FontDescriptor'), font.get('ToUnicode')];
  if (
    !(descriptorRef instanceof Ref) ||
    !(textsRef instanceof Ref) ||
    !isName(descendant.get('CIDToGIDMap'), 'Identity') ||
    descendant.has('W2')
  )
    return null;
  const descriptor = objects.dict(descriptorRef.num);
  const programRef = descriptor.get('FontFile2');
  if (!(programRef instanceof Ref)) return null;
  const [program, cmap] = [objects.content(programRef.num), objects.content(textsRef.num)];
  if (program === null || cmap === null) return null;
  const [listed, texts] = [compositeWidths(objects, descendant), textsOf(cmap)];
  if (texts === null) return null;
  const standard = Number(descendant.get('DW') ?? 1000);
  const glyphs = glyphSubset(program, { listed, standard, texts });
  const numbers = {
    font: number,
    descendant: descendantRef.num,
    descriptor: descriptorRef.num,
    program: programRef.num,
    texts: textsRef.num,
  };
  if (glyphs === null) return null;
  const widths = new Map([...glyphs.shown].map((glyph) => [glyph, listed.get(glyph) ?? standard]));
  return { numbers, key: keyOf(font, descendant, descriptor), glyphs, widths, texts };
}

/** The texts of a ToUnicode CMap by code; null where it refers to another one, or has codes of another length. */
function textsOf(cmap: Buffer): Map<number, string> | null {
  const { texts, textRanges, base, spaces } = parseCMap(cmap);
  return base !== null || textRanges.length > 0 || spaces.some(({ length }) => length !== 2) ? null : texts;
}

/** The font without the parts that differ from subset to subset. */
function keyOf(font: Dict, descendant: Dict, descriptor: Dict): string {
  const name = font.get('BaseFont');
  const without = (dict: Dict, ...keys: readonly string[]) => {
    const copy = dict.copy();
    for (const key of keys) copy.delete(key);
    return serialize(copy);
  };
  return [
    name instanceof Name ? name.value.replace(/^[A-Z]{6}\+/, '') : '',
    without(font, 'BaseFont', 'DescendantFonts', 'ToUnicode'),
    without(descendant, 'BaseFont', 'FontDescriptor', 'W', 'DW'),
    without(descriptor, 'FontName', 'FontFile2', 'CIDSet'),
  ].join('\n');
}

/** One font with the glyphs of several subsets. */
export class UnitedSubset {
  readonly #glyphs: GlyphUnion;
  readonly #widths: Map<number, number>;
  readonly #texts: Map<number, string>;
  /** Whether it has glyphs of more than one. */
  isUnited = false;

  constructor({ glyphs, widths, texts }: EmbeddedSubset) {
    this.#glyphs = new GlyphUnion(glyphs);
    this.#widths = new Map(widths);
    this.#texts = new Map(texts);
  }

  /** Adds a subset with the same key; false where a glyph of both has another outline, width or text in each. */
  take({ glyphs, widths, texts }: EmbeddedSubset): boolean {
    for (const [code, width] of widths)
      if (this.#widths.has(code) && (this.#widths.get(code) !== width || this.#texts.get(code) !== texts.get(code)))
        return false;
    if (!this.#glyphs.take(glyphs)) return false;
    for (const [code, width] of widths) this.#widths.set(code, width);
    for (const [code, text] of texts) this.#texts.set(code, text);
    this.isUnited = true;
    return true;
  }

  /** What the objects of the font have to hold: `W` of the descendant, the program, and the content of `ToUnicode`. */
  content(): { readonly widths: Obj[]; readonly program: Buffer; readonly texts: Buffer } {
    const inOrder = <T>(map: ReadonlyMap<number, T>) => [...map].sort(([one], [other]) => one - other);
    return {
      widths: widthsOf(inOrder(this.#widths)),
      program: this.#glyphs.program(),
      texts: toUnicodeCMap(inOrder(this.#texts), 2),
    };
  }
}

/** Finds the subsets of one font. */
export class SubsetsByFont<T extends { readonly united: UnitedSubset }> {
  readonly #byKey = new Map<string, T[]>();

  /** The font that has the glyphs of the subset from now on: a known one, or the result of `add`. */
  of(subset: EmbeddedSubset, add: (united: UnitedSubset) => T): { readonly font: T; readonly isNew: boolean } {
    const alike = this.#byKey.get(subset.key) ?? [];
    this.#byKey.set(subset.key, alike);
    const known = alike.find(({ united }) => united.take(subset));
    if (known !== undefined) return { font: known, isNew: false };
    const font = add(new UnitedSubset(subset));
    alike.push(font);
    return { font, isNew: true };
  }

  all(): T[] {
    return [...this.#byKey.values()].flat();
  }
}
