import { append } from '../../objects/large-arrays.ts';
import { unlessBroken } from '../../fonts/fault.ts';
import {
  hinting,
  maxGlyphs,
  metricOf,
  outlinesOf,
  programTables,
  writeMetrics,
  writeOutlines,
  type Outlines,
} from '../../fonts/true-type-tables.ts';
import { fontFile } from '../../fonts/sfnt.ts';
import { cmapOf } from './cmap.ts';
import { partsOf, renumbered, withoutInstructions } from './glyf.ts';

/** Glyphs of a TrueType subset, and the parts of the program that it needs. */
export interface TrueTypeOptions {
  readonly glyphs: ReadonlySet<number>;
  /**
   * Simple fonts find their glyphs by its cmap and its glyph names (ISO 32000-2, 9.6.5.4); composite ones by number.
   */
  readonly simple: boolean;
  readonly dropHints: boolean;
}

/**
 * A TrueType program with these glyphs and their components, under the same numbers; the other glyphs are empty. Null
 * where the program is incomplete.
 */
export function subsetTrueType(font: Buffer, { glyphs, simple, dropHints }: TrueTypeOptions): Buffer | null {
  return unlessBroken(() => {
    const tables = programTables(font);
    const outlines = outlinesOf(tables);
    if (outlines === null) return null;
    const retained = closed(glyphs, outlines);
    if (retained === null) return null;
    const count = Math.min(outlines.count, Math.max(0, ...retained) + 1);
    const made = Array.from({ length: count }, (_, glyph) =>
      retained.has(glyph) ? shrunk(outlines.of(glyph), dropHints) : Buffer.alloc(0),
    );
    writeOutlines(tables, made);
    trimMetrics(tables, count, retained);
    if (dropHints) for (const tag of hinting) tables.delete(tag);
    if (simple) keepNames(tables, retained);
    else for (const tag of ['cmap', 'post']) tables.delete(tag);
    return fontFile([...tables].sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** A program whose glyphs have other numbers, and which. */
export interface DenseTrueType {
  readonly bytes: Buffer;
  /** The new ones by the old, and those of glyphs that are there twice. */
  readonly numbers: ReadonlyMap<number, number>;
  readonly twins: ReadonlyMap<number, number>;
}

/**
 * As `subsetTrueType`, for composite fonts, without gaps between the remaining glyphs, which are renumbered in their
 * order. The glyphs of `twice` are repeated after them.
 */
export function denseTrueType(
  font: Buffer,
  { glyphs, twice, dropHints }: Pick<TrueTypeOptions, 'glyphs' | 'dropHints'> & { readonly twice: ReadonlySet<number> },
): DenseTrueType | null {
  return unlessBroken(() => {
    const tables = programTables(font);
    const outlines = outlinesOf(tables);
    const retained = outlines === null ? null : closed(glyphs, outlines);
    if (outlines === null || retained === null) return null;
    const once = [...retained].sort((a, b) => a - b);
    const again = once.filter((glyph) => twice.has(glyph));
    const order = [...once, ...again];
    if (order.length > maxGlyphs) return null;
    const numbers = new Map(once.map((glyph, index) => [glyph, index] as const));
    writeOutlines(
      tables,
      order.map((glyph) => renumbered(shrunk(outlines.of(glyph), dropHints), numbers)),
    );
    writeMetrics(
      tables,
      order.map((glyph) => metricOf(tables, glyph)),
    );
    for (const tag of [...(dropHints ? hinting : []), 'cmap', 'post']) tables.delete(tag);
    return {
      bytes: fontFile([...tables].sort(([one], [other]) => (one < other ? -1 : 1))),
      numbers,
      twins: new Map(again.map((glyph, index) => [glyph, once.length + index])),
    };
  });
}

/** With .notdef, and the parts of composite glyphs; null where these are broken. */
function closed(glyphs: ReadonlySet<number>, outlines: Outlines): Set<number> | null {
  const retained = new Set<number>();
  const queue = [0, ...glyphs];
  for (let glyph = queue.pop(); glyph !== undefined; glyph = queue.pop()) {
    if (retained.has(glyph) || glyph >= outlines.count) continue;
    retained.add(glyph);
    const parts = partsOf(outlines.of(glyph));
    if (parts === null) return null;
    append(queue, parts);
  }
  return retained;
}

const shrunk = (outline: Buffer, dropHints: boolean): Buffer => (dropHints ? withoutInstructions(outline) : outline);

/** Removes glyphs after the last remaining one. Other removed glyphs get a width of 0. */
function trimMetrics(tables: Map<string, Buffer>, count: number, retained: ReadonlySet<number>): void {
  const [hhea, hmtx, maxp] = ['hhea', 'hmtx', 'maxp'].map((tag) => tables.get(tag) ?? Buffer.alloc(0)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const wide = Math.min(hhea.readUInt16BE(34), count);
  const own = Buffer.from(hmtx.subarray(0, Math.min(hmtx.length, wide * 4 + (count - wide) * 2)));
  for (let glyph = 0; glyph < count; glyph += 1) {
    const [start, end] =
      glyph < wide ? [glyph * 4, glyph * 4 + 4] : [wide * 4 + (glyph - wide) * 2, wide * 4 + (glyph - wide) * 2 + 2];
    // The last width is that of all glyphs behind it.
    if (!retained.has(glyph) && end <= own.length && (glyph !== wide - 1 || wide === count)) own.fill(0, start, end);
  }
  tables.set('hmtx', own);
  hhea.writeUInt16BE(wide, 34);
  maxp.writeUInt16BE(count, 4);
}

/**
 * Reduces the characters to those of the remaining glyphs. Names stay: `post` of format 2 is indexed by glyph, and its
 * count must not change.
 */
function keepNames(tables: Map<string, Buffer>, retained: ReadonlySet<number>): void {
  const raw = tables.get('cmap');
  const cmap = raw === undefined ? null : cmapOf(raw, retained);
  if (cmap !== null) tables.set('cmap', cmap);
  const post = tables.get('post');
  if (post === undefined || post.length < 34 || post.readUInt32BE(0) !== 0x00020000) return;
  const count = (tables.get('maxp') ?? Buffer.alloc(6)).readUInt16BE(4);
  if (post.readUInt16BE(32) > count) tables.set('post', trimmedNames(post, count, retained));
}

/** `post` of format 2 with the names of the glyphs that are left. */
function trimmedNames(post: Buffer, count: number, retained: ReadonlySet<number>): Buffer {
  const before = post.readUInt16BE(32);
  const strings: Buffer[] = [];
  for (let at = 34 + 2 * before; at < post.length; at += 1 + (post[at] ?? 0))
    strings.push(post.subarray(at, at + 1 + (post[at] ?? 0)));
  const used: Buffer[] = [];
  const indexes = Buffer.alloc(2 + 2 * count);
  indexes.writeUInt16BE(count, 0);
  for (let glyph = 0; glyph < count; glyph += 1) {
    const index = post.readUInt16BE(34 + 2 * glyph);
    const string = strings[index - 258];
    if (!retained.has(glyph)) continue;
    indexes.writeUInt16BE(
      index < 258 || string === undefined ? (index < 258 ? index : 0) : 257 + used.push(string),
      2 + 2 * glyph,
    );
  }
  return Buffer.concat([post.subarray(0, 32), indexes, ...used]);
}
