import { isAllocationFailure } from '../../allocation-failure.ts';
import { AppError } from '../../problems.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, PdfString, type Obj, type Ref } from '../objects/objects.ts';
import { cidsOf } from '../fonts/cff.ts';
import { withComposed, type ComposedGlyph } from './compose-glyphs.ts';
import { descriptorOf, postScriptName, tagOf } from './font-descriptor.ts';
import { openFace, type ShelfFace } from './font-shelf.ts';
import type { OpenFace } from './harfbuzz.ts';
import { widthsOf } from '../fonts/composite-widths.ts';
import { refuse } from '../fonts/fault.ts';
import { tablesOf } from '../fonts/sfnt.ts';
import { subsetFace } from './subsetter.ts';
import { toUnicodeByCode } from '../fonts/to-unicode.ts';

/** Where new objects go: an update of a document, or a new one. */
export interface ObjectSink {
  /** A number for an object that follows. */
  reserve(): Ref;
  set(ref: Ref, value: Obj): void;
}

/** Codes of two bytes. */
const maxCodes = 0xffff;

/** What a code draws: one glyph of the font, or one that is put together from several. */
interface Drawn {
  readonly parts: ComposedGlyph['parts'];
  /** Thousandths of the size. */
  readonly width: number;
  readonly text: string;
}

/** How a cluster is shown. */
export interface Code {
  readonly code: number;
  /** Thousandths of the size, as the font has it. */
  readonly width: number;
  /** A reader learns just the text of the cluster from the code. */
  readonly exact: boolean;
}

/**
 * The used glyphs of one font, as a composite font with codes of two bytes (ISO 32000-2, 9.7.4). With TrueType outlines
 * a code is a cluster: its glyphs together with their text, so that each code has one glyph and one text. With CFF
 * outlines the codes are those of the font itself.
 */
export class EmbeddedFont {
  /** Of the resource. */
  readonly name: string;
  readonly ref: Ref;
  readonly #face: ShelfFace;
  readonly #codes = new Map<string, number>();
  readonly #drawn = new Map<number, Drawn>();
  readonly #cids: readonly number[] | null;
  readonly #cff: boolean;
  readonly #listed: boolean;

  /** `listed`: the font lists its CIDs (ISO 32000-1, 9.8.3.2). */
  constructor(face: ShelfFace, { name, ref, listed = false }: { name: string; ref: Ref; listed?: boolean }) {
    this.#listed = listed;
    this.name = name;
    this.ref = ref;
    this.#face = face;
    const open = openFace(face);
    this.#cff = open.outlines === 'cff';
    const table = this.#cff ? open.table('CFF ') : null;
    this.#cids = table === null ? null : cidsOf(table);
  }

  /**
   * The code of glyphs at these places from the pen, with their text. No glyph, or several, only with TrueType
   * outlines.
   */
  codeOf(parts: ComposedGlyph['parts'], text: string): Code {
    const [{ glyph } = { glyph: 0 }] = parts;
    const key = this.#cff
      ? String(glyph)
      : `${parts.map((part) => `${part.glyph},${part.x},${part.y}`).join(' ')} ${text}`;
    const code = this.#codes.get(key) ?? (this.#cff ? (this.#cids?.[glyph] ?? glyph) : this.#codes.size + 1);
    if (code > maxCodes)
      throw new AppError('limit-exceeded', `The texts have more than ${maxCodes} different glyphs of one font.`);
    this.#codes.set(key, code);
    const face = openFace(this.#face);
    const drawn = this.#drawn.get(code) ?? {
      parts,
      text,
      width: parts.reduce((sum, part) => sum + thousandths(face, face.advanceOf(part.glyph)), 0),
    };
    this.#drawn.set(code, drawn);
    return { code, width: drawn.width, exact: drawn.text === text };
  }

  /**
   * Writes the font with the glyphs that were requested.
   * @throws AppError `invalid-font` for one that the document brought: installed ones are sound
   * @throws RangeError where memory can't be allocated
   */
  write(sink: ObjectSink): void {
    try {
      this.#write(sink);
    } catch (cause) {
      throw this.#face.document === undefined || isAllocationFailure(cause)
        ? cause
        : new AppError(
            'invalid-font',
            `The font ${this.#face.name.slice(0, 80)} that the document brought can not be read.`,
            { cause },
          );
    }
  }

  #write(sink: ObjectSink): void {
    const face = openFace(this.#face);
    const drawn = [...this.#drawn].sort(([a], [b]) => a - b);
    const subset = subsetFace(face, {
      glyphs: drawn.flatMap(([, { parts }]) => parts.map(({ glyph }) => glyph)),
      retain: this.#cids === null,
    });
    const composed = drawn.filter(
      ([, { parts }]) => parts.length !== 1 || parts.some(({ x, y }) => x !== 0 || y !== 0),
    );
    const file = withComposed(
      subset,
      composed.map(([, { parts, width }]) => ({
        parts,
        advance: (width * face.unitsPerEm) / 1000,
        bounds: boundsOf(face, parts),
      })),
    );
    const base = new Name(`${tagOf(file)}+${postScriptName(this.#face)}`);
    const add = (obj: Obj) => {
      const ref = sink.reserve();
      sink.set(ref, obj);
      return ref;
    };
    const system = new Dict([
      ['Registry', new PdfString(Buffer.from('Adobe'))],
      ['Ordering', new PdfString(Buffer.from('Identity'))],
      ['Supplement', 0],
    ]);
    const descriptor = descriptorOf(face, base, { italic: this.#face.italic }).set(
      this.#cff ? 'FontFile3' : 'FontFile2',
      add(fileStream(file, this.#cff)),
    );
    if (this.#listed)
      descriptor.set('CIDSet', add(newFlateStream(new Dict(), bitsOf([0, ...drawn.map(([code]) => code)]))));
    const descendant = new Dict([
      ['Type', new Name('Font')],
      ['Subtype', new Name(this.#cff ? 'CIDFontType0' : 'CIDFontType2')],
      ['BaseFont', base],
      ['CIDSystemInfo', system],
      ['FontDescriptor', add(descriptor)],
      ['DW', 0],
      ['W', widthsOf(drawn.map(([code, { width }]) => [code, width]))],
    ]);
    if (!this.#cff) {
      const own = new Map(composed.map(([code], index) => [code, glyphCount(subset) + index]));
      descendant.set(
        'CIDToGIDMap',
        add(
          newFlateStream(
            new Dict(),
            glyphsByCode(drawn.map(([code, { parts }]) => [code, own.get(code) ?? parts[0]?.glyph ?? 0])),
          ),
        ),
      );
    }
    const unicode = newFlateStream(
      new Dict(),
      toUnicodeByCode(
        drawn.map(([code, { text }]) => [code, text] as const),
        2,
      ),
    );
    sink.set(
      this.ref,
      new Dict([
        ['Type', new Name('Font')],
        ['Subtype', new Name('Type0')],
        ['BaseFont', base],
        ['Encoding', new Name('Identity-H')],
        ['DescendantFonts', [add(descendant)]],
        ['ToUnicode', add(unicode)],
      ]),
    );
  }
}

/** A CIDSet: a bit for each CID. */
function bitsOf(cids: readonly number[]): Buffer {
  const bits = Buffer.alloc((Math.max(...cids) >> 3) + 1);
  for (const cid of cids) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  return bits;
}

/** A CIDToGIDMap (9.7.4.2). */
function glyphsByCode(glyphs: readonly (readonly [code: number, glyph: number])[]): Buffer {
  const map = Buffer.alloc((glyphs.length + 1) * 2);
  for (const [code, glyph] of glyphs) map.writeUInt16BE(glyph, code * 2);
  return map;
}

const glyphCount = (file: Buffer) => tablesOf(file, refuse).get('maxp')?.readUInt16BE(4) ?? 0;

/** The ink of glyphs at their places. Units of the font. */
function boundsOf(face: OpenFace, parts: ComposedGlyph['parts']): [number, number, number, number] {
  const boxes = parts.flatMap(({ glyph, x, y }) => {
    const bounds = face.boundsOf(glyph);
    return bounds === null ? [] : [[bounds.left + x, bounds.bottom + y, bounds.right + x, bounds.top + y] as const];
  });
  if (boxes.length === 0) return [0, 0, 0, 0];
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, bottom]) => bottom)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , top]) => top)),
  ];
}

const thousandths = (face: OpenFace, length: number) => Math.round((length * 1000) / face.unitsPerEm);

/** A FontFile2, or a FontFile3 of the CFF table alone (9.9, table 124). */
function fileStream(file: Buffer, cff: boolean) {
  return cff
    ? newFlateStream(
        new Dict([['Subtype', new Name('CIDFontType0C')]]),
        tablesOf(file, refuse).get('CFF ') ?? Buffer.alloc(0),
      )
    : newFlateStream(new Dict([['Length1', file.length]]), file);
}
