import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { collectGarbage } from '../../collect-garbage.ts';
import type { OpenFace } from './harfbuzz.ts';

/** What is used here of the module (harfbuzz-subset.wasm); pointers are numbers. */
interface SubsetExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, context: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** hb_memory_mode_t and hb_subset_sets_t. */
const writable = 2;
const dropped = 3;
/** hb_subset_flags_t. */
const flags = { noHinting: 0x1, retainGlyphs: 0x2, noLayoutClosure: 0x200 } as const;

/** Tables that a font in a PDF has no use for: their effect is in the shaped text already, or in the PDF itself. */
const unused = [
  'GSUB',
  'GPOS',
  'GDEF',
  'BASE',
  'JSTF',
  'MATH',
  'name',
  'OS/2',
  'post',
  'kern',
  'vmtx',
  'vhea',
  'VORG',
  'DSIG',
  'STAT',
  'meta',
  'gasp',
  'COLR',
  'CPAL',
  'SVG ',
];

/** Glyphs and characters of a subset, and the numbering of its glyphs. */
export interface SubsetOptions {
  readonly glyphs: Iterable<number>;
  /** Characters that stay in its cmap, with their glyphs. */
  readonly characters?: Iterable<number>;
  /** The glyphs retain their numbers, with empty ones in between; otherwise they are renumbered in the same order. */
  readonly retain: boolean;
}

/**
 * Bytes of a font file above which its instance is not used again. The memory of an instance has 65 MiB, never shrinks,
 * and is fragmented by large fonts.
 */
const retireAboveBytes = 8 * 1024 * 1024;

let compiled: WebAssembly.Module | undefined;

/**
 * One instance a thread, which is reused: the kernel counts all 65 MiB of each until a garbage collection. Everything of
 * a font is freed after its use.
 */
let warm: SubsetExports | null = null;

/**
 * Every so many instances garbage is collected, so that no more dropped ones are reserved. After a collection V8
 * compiles the code of work on documents again (docs/performance.md, "Merging and splitting").
 */
const startsPerCollection = 2;
let starts = 0;

function start(): SubsetExports {
  starts += 1;
  if (starts % startsPerCollection === 0) collectGarbage();
  compiled ??= new WebAssembly.Module(
    readFileSync(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))),
  );
  const hb = new WebAssembly.Instance(compiled, {}).exports as unknown as SubsetExports;
  hb._initialize();
  return hb;
}

/**
 * The font with these glyphs and what they are put together from, without hinting; a variable one at its default.
 * Throws RangeError where there is no memory for an instance, and Error where the font is damaged or too large.
 */
export function subsetFace(face: OpenFace, options: SubsetOptions): Buffer {
  const reused = warm;
  warm = null; // after an error the state of an instance is unknown
  if (reused !== null)
    try {
      return subsetWith(reused, face, options);
    } catch {
      // Whether a font fits must not depend on the fonts before it.
    }
  return subsetWith(start(), face, options);
}

function subsetWith(hb: SubsetExports, face: OpenFace, options: SubsetOptions): Buffer {
  const file = subset(hb, face, options);
  if (face.bytes.length <= retireAboveBytes) warm = hb;
  return file;
}

function subset(hb: SubsetExports, face: OpenFace, { glyphs, characters, retain }: SubsetOptions): Buffer {
  const { bytes, index } = face;
  const data = hb.malloc(bytes.length);
  if (data === 0) throw tooLarge();
  new Uint8Array(hb.memory.buffer).set(bytes, data);
  const blob = hb.hb_blob_create(data, bytes.length, writable, 0, 0);
  const source = hb.hb_face_create(blob, index);
  const input = hb.hb_subset_input_create_or_fail();
  if (input === 0) throw tooLarge();
  add(hb, hb.hb_subset_input_glyph_set(input), glyphs);
  add(hb, hb.hb_subset_input_unicode_set(input), characters ?? []);
  add(
    hb,
    hb.hb_subset_input_set(input, dropped),
    [...unused, ...(characters === undefined ? ['cmap'] : [])].map(tagOf),
  );
  hb.hb_subset_input_set_flags(input, flags.noHinting | flags.noLayoutClosure | (retain ? flags.retainGlyphs : 0));
  hb.hb_subset_input_pin_all_axes_to_default(input, source);
  const made = hb.hb_subset_or_fail(source, input);
  if (made === 0) throw new Error('the font could not be subset');
  const result = hb.hb_face_reference_blob(made);
  const length = hb.hb_blob_get_length(result);
  if (length === 0) throw tooLarge();
  const file = Buffer.from(new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(result, 0), length));
  hb.hb_blob_destroy(result);
  hb.hb_face_destroy(made);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(source);
  hb.hb_blob_destroy(blob);
  hb.free(data);
  return file;
}

const tooLarge = () => new Error('The font does not fit into the memory for fonts.');

function add(hb: SubsetExports, set: number, values: Iterable<number>): void {
  for (const value of values) hb.hb_set_add(set, value);
}

const tagOf = (tag: string) => Buffer.from(tag, 'latin1').readUInt32BE(0);
