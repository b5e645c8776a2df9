import { parseCMap } from '../../fonts/cmap.ts';
import { numbersOf } from '../../content/operands.ts';
import { newStream } from '../../objects/new-stream.ts';
import { reachable } from '../../facts/reachable.ts';
import { Dict, isName, Name, Ref, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { ShownFont, Survey } from '../survey.ts';
import { typedFonts } from './programs.ts';
import { toUnicodeCMap } from '../../fonts/to-unicode.ts';

/** A glyph of a Type 3 font. */
interface Glyph {
  readonly name: string;
  readonly procedure: Ref;
  readonly width: number;
  readonly text: string | null;
}

interface Type3 {
  readonly num: number;
  readonly dict: Dict;
  /** By code; those that are shown. */
  readonly glyphs: ReadonlyMap<number, Glyph>;
}

/** Fonts with disjoint codes, which one font can replace. */
interface Bin {
  readonly fonts: Type3[];
  readonly glyphs: Map<number, Glyph>;
}

/**
 * Joins Type 3 fonts (ISO 32000-2, 9.6.4) that are pieces of one typeface. Printers that cannot embed a typeface make
 * such fonts, one for each 256 of its glyphs. Codes and glyphs stay.
 */
export function mergeType3(changes: Changes, survey: Survey): void {
  for (const family of familiesOf(type3Fonts(changes, survey))) {
    for (const bin of binsOf(family)) {
      const dict = mergedDict(changes, bin);
      for (const { num } of bin.fonts) changes.set(new Ref(num), dict);
    }
  }
}

/** Those of which everything is known: what they show, and that no form may be filled in with them. */
function type3Fonts(changes: Changes, { fonts }: Survey): Type3[] {
  const typed = typedFonts(changes);
  return [...reachable(changes, changes.trailer)].flatMap(([num, obj]): Type3[] => {
    const shown = obj instanceof Dict ? fonts.get(obj) : undefined;
    if (
      !(obj instanceof Dict) ||
      shown === undefined ||
      !isName(changes.resolve(obj.get('Subtype')), 'Type3') ||
      typed.has(obj)
    )
      return [];
    if ((changes.dict(obj.get('Resources'))?.size ?? 0) > 0) return [];
    const glyphs = glyphsOf(changes, obj, shown);
    return glyphs === null ? [] : [{ num, dict: obj, glyphs }];
  });
}

/** Null where a code has no glyph of its own. */
function glyphsOf(changes: Changes, dict: Dict, { font, codes }: ShownFont): Map<number, Glyph> | null {
  const procedures = changes.dict(dict.get('CharProcs'));
  const stream = changes.stream(dict.get('ToUnicode'));
  const texts = stream === null ? null : parseCMap(stream.decode());
  const first = changes.number(dict.get('FirstChar')) ?? 0;
  const widths = changes.array(dict.get('Widths')) ?? [];
  const glyphs = new Map<number, Glyph>();
  for (const code of codes) {
    const name = font.glyphName(code) ?? '';
    const procedure = procedures?.get(name);
    if (!(procedure instanceof Ref) || code > 255) return null;
    glyphs.set(code, {
      name,
      procedure,
      width: changes.number(widths[code - first] ?? null) ?? 0,
      text: texts?.text(code) ?? null,
    });
  }
  return glyphs;
}

/** Fonts of one typeface: their glyphs are placed in the same way, and a name means the same glyph in all. */
function familiesOf(fonts: readonly Type3[]): Type3[][] {
  const families = new Map<string, Type3[]>();
  for (const font of fonts) {
    const descriptor = font.dict.get('FontDescriptor');
    const matrix = font.dict.get('FontMatrix');
    const key = JSON.stringify([
      descriptor instanceof Ref ? descriptor.num : font.num,
      Array.isArray(matrix) ? matrix : font.num,
      font.dict.has('ToUnicode'),
    ]);
    families.set(key, [...(families.get(key) ?? []), font]);
  }
  return [...families.values()].flatMap(withClearNames);
}

/** Parts of a family in which each name means one glyph: a typeface and its bold version have the same names. */
function withClearNames(family: readonly Type3[]): Type3[][] {
  const parts: { readonly fonts: Type3[]; readonly names: Map<string, number> }[] = [];
  for (const font of family) {
    const own = [...font.glyphs.values()];
    let part = parts.find(({ names }) =>
      own.every(({ name, procedure }) => (names.get(name) ?? procedure.num) === procedure.num),
    );
    if (part === undefined) parts.push((part = { fonts: [], names: new Map() }));
    part.fonts.push(font);
    for (const { name, procedure } of own) part.names.set(name, procedure.num);
  }
  return parts.map(({ fonts }) => fonts);
}

function binsOf(family: readonly Type3[]): Bin[] {
  const bins: Bin[] = [];
  for (const font of family) {
    const fits = ({ glyphs }: Bin) =>
      [...font.glyphs].every(([code, { name, width, text }]) => {
        const other = glyphs.get(code);
        return other === undefined || (other.name === name && other.width === width && other.text === text);
      });
    let bin = bins.find(fits);
    if (bin === undefined) bins.push((bin = { fonts: [], glyphs: new Map() }));
    bin.fonts.push(font);
    for (const [code, glyph] of font.glyphs) bin.glyphs.set(code, glyph);
  }
  return bins;
}

/** Entries of the font dictionary for the codes: their names, widths and characters. */
function codesOf(changes: Changes, { glyphs }: Bin): [string, Obj][] {
  const codes = [...glyphs.keys()].sort((a, b) => a - b);
  const [first = 0, last = 0] = [codes[0], codes.at(-1)];
  const differences = codes.flatMap((code): Obj[] => [
    ...(glyphs.has(code - 1) ? [] : [code]),
    new Name(glyphs.get(code)?.name ?? ''),
  ]);
  const texts = codes.flatMap((code) => {
    const text = glyphs.get(code)?.text ?? null;
    return text === null || text === '' ? [] : [[code, text] as const];
  });
  return [
    ['FirstChar', first],
    ['LastChar', last],
    ['Widths', Array.from({ length: last - first + 1 }, (_, index) => glyphs.get(first + index)?.width ?? 0)],
    [
      'Encoding',
      new Dict([
        ['Type', new Name('Encoding')],
        ['Differences', differences],
      ]),
    ],
    ...(texts.length === 0
      ? []
      : [['ToUnicode', changes.add(newStream(new Dict(), toUnicodeCMap(texts, 1)))] as [string, Obj]]),
  ];
}

function mergedDict(changes: Changes, bin: Bin): Dict {
  const dict = bin.fonts[0]?.dict.copy() ?? new Dict();
  dict.delete('ToUnicode');
  for (const [key, value] of codesOf(changes, bin)) dict.set(key, value);
  const boxes = bin.fonts.map((font) => numbersOf(changes, font.dict.get('FontBBox')));
  // A box without an area gives no bounds (9.6.4). One such font leaves the merged font without bounds too.
  const bounded = boxes.every(([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => x0 !== x1 && y0 !== y1);
  const side = (at: number, least: boolean) =>
    boxes.reduce(
      (edge, box) => {
        const [one, other] = [box[at % 2] ?? 0, box[(at % 2) + 2] ?? 0];
        return least ? Math.min(edge, one, other) : Math.max(edge, one, other);
      },
      least ? Infinity : -Infinity,
    );
  dict.set('FontBBox', bounded ? [side(0, true), side(1, true), side(0, false), side(1, false)] : [0, 0, 0, 0]);
  return dict.set('CharProcs', new Dict([...bin.glyphs.values()].map(({ name, procedure }) => [name, procedure])));
}
