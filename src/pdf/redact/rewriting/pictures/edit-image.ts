import type { Lookup } from '../../../content/lookup.ts';
import type { PaintedImage } from '../../../content/visitor.ts';
import { readJpeg, writeJpeg } from '../../../images/jpeg.ts';
import { newFlateStream, newStream } from '../../../objects/new-stream.ts';
import type { Stream } from '../../../objects/objects.ts';
import { Dict, Name, type Decoded, type Obj } from '../../../objects/objects.ts';
import { blankPixels, type Samples } from './pixels.ts';
import { renderImage } from '../../../facts/render-image.ts';
import type { Polygon } from '../../../facts/shape.ts';
import { inlineStream } from './inline-stream.ts';
import { blankIsOne, componentsOf } from './image-components.ts';

/**
 * An edited picture and its masks, which are separate streams. Null where the pixels cannot be read, so that the whole
 * picture is removed.
 */
export interface EditedImage {
  readonly image: Stream;
  readonly softMask: Stream | null;
  readonly mask: Stream | null;
}

/**
 * Entries of an image dictionary that describe its pixels (ISO 32000-2, table 87). Others may hold another version of
 * the picture, or a description.
 */
const remainingKeys = [
  'Type',
  'Subtype',
  'Width',
  'Height',
  'ColorSpace',
  'BitsPerComponent',
  'Intent',
  'ImageMask',
  'Mask',
  'Decode',
  'Interpolate',
  'Matte',
  'OC',
  'StructParent',
];

/** Larger images are removed as a whole. */
const maxPixels = 200_000_000;

/**
 * Blanks the pixels that polygons touch, in an image and in its masks. Polygons are in the unit square of the image.
 * Other pixels stay as they are, bit for bit where the filter is lossless.
 */
export async function editImage(
  file: Lookup,
  image: Pick<PaintedImage, 'stream' | 'inline' | 'dict'>,
  polygons: readonly Polygon[],
  resources: Dict,
): Promise<EditedImage | null> {
  const source = image.stream ?? inlineStream(image, file, resources);
  const edited = await edit(file, source, polygons, 'picture');
  if (edited === null) return null;
  const { dict } = source;
  const [softMask, mask] = [file.stream(dict.get('SMask')), file.stream(dict.get('Mask'))];
  const [editedSoft, editedMask] = [
    softMask === null ? null : await edit(file, softMask, polygons, 'mask'),
    mask === null ? null : await edit(file, mask, polygons, 'mask'),
  ];
  if (
    (softMask !== null && editedSoft === null) ||
    (mask !== null && editedMask === null) ||
    (file.number(dict.get('SMaskInData')) ?? 0) !== 0
  )
    return null;
  return { image: edited, softMask: editedSoft, mask: editedMask };
}

async function edit(
  file: Lookup,
  source: Stream,
  polygons: readonly Polygon[],
  use: 'picture' | 'mask',
): Promise<Stream | null> {
  const { dict } = source;
  const [width, height] = [file.number(dict.get('Width')) ?? 0, file.number(dict.get('Height')) ?? 0];
  if (
    !Number.isSafeInteger(width) ||
    !Number.isSafeInteger(height) ||
    width < 1 ||
    height < 1 ||
    width * height > maxPixels
  )
    return null;
  const decoded = source.decoded();
  const stencil = file.resolve(dict.get('ImageMask')) === true;
  const components = stencil ? 1 : componentsOf(file, dict.get('ColorSpace'));
  const bits = stencil ? 1 : (file.number(dict.get('BitsPerComponent')) ?? 8);
  const own = new Dict(remainingKeys.flatMap((key): [string, Obj][] => (dict.has(key) ? [[key, dict.get(key)]] : [])));
  const ones = blankIsOne(file, dict, { stencil, use });
  if (decoded.filters.length === 0)
    return components === null || ![1, 2, 4, 8, 16].includes(bits)
      ? null
      : plainSamples(decoded, { width, height, components, bits }, { polygons, ones, own });
  const [filter] = decoded.filters;
  const keyed = Array.isArray(file.resolve(dict.get('Mask')));
  if (
    filter === 'DCTDecode' &&
    decoded.filters.length === 1 &&
    file.number(decoded.parameters?.get('ColorTransform') ?? null) === null
  ) {
    const jpeg = await readJpeg(decoded.bytes);
    if (jpeg !== null && jpeg.components === components && jpeg.width === width && jpeg.height === height) {
      blankPixels({ ...jpeg, bits: 8 }, polygons, ones);
      own.set('BitsPerComponent', 8);
      return keyed
        ? newFlateStream(own, jpeg.bytes)
        : newStream(own.set('Filter', new Name('DCTDecode')), await writeJpeg(jpeg));
    }
  }
  return keyed
    ? null
    : await asShown(file, source, {
        width,
        height,
        polygons,
        own,
        bilevel:
          stencil || (bits === 1 && components === 1 && ['CCITTFaxDecode', 'JBIG2Decode'].includes(filter ?? '')),
        stencil,
        use,
      });
}

interface Blanking {
  readonly polygons: readonly Polygon[];
  readonly ones: boolean;
  readonly own: Dict;
}

/** Missing data at the end is filled with zeros, as viewers show it. */
function plainSamples({ bytes }: Decoded, shape: Omit<Samples, 'bytes'>, { polygons, ones, own }: Blanking): Stream {
  const copy = Buffer.alloc(Math.ceil((shape.width * shape.components * shape.bits) / 8) * shape.height);
  bytes.copy(copy, 0, 0, Math.min(bytes.length, copy.length));
  blankPixels({ ...shape, bytes: copy }, polygons, ones);
  return newFlateStream(own, copy);
}

interface Showing {
  readonly width: number;
  readonly height: number;
  readonly polygons: readonly Polygon[];
  readonly own: Dict;
  readonly bilevel: boolean;
  readonly stencil: boolean;
  readonly use: 'picture' | 'mask';
}

/** Makes a new picture from PDFium's rendering: 1 bit for pictures of 1 bit, else grey or colour. */
async function asShown(
  file: Lookup,
  source: Stream,
  { width, height, polygons, own, bilevel, stencil, use }: Showing,
): Promise<Stream | null> {
  const colours = await renderImage(file, source, { width, height });
  if (colours === null) return null;
  own.delete('Decode');
  if (bilevel) {
    // PDFium shows the painted pixels of a stencil in black, and both are 0.
    const bytes = bilevelOf(colours, { width, height });
    blankPixels({ width, height, components: 1, bits: 1, bytes }, polygons, stencil || use === 'picture');
    own.set('BitsPerComponent', 1);
    if (!stencil) own.set('ColorSpace', new Name('DeviceGray'));
    return newFlateStream(own, bytes);
  }
  const grey = use === 'mask' || isGrey(colours);
  const bytes = grey ? greyOf(colours) : colours;
  const pixels = { width, height, components: grey ? (1 as const) : (3 as const), bytes };
  blankPixels({ ...pixels, bits: 8 }, polygons, use === 'picture');
  own.set('BitsPerComponent', 8).set('ColorSpace', new Name(grey ? 'DeviceGray' : 'DeviceRGB'));
  return use === 'mask'
    ? newFlateStream(own, bytes)
    : newStream(own.set('Filter', new Name('DCTDecode')), await writeJpeg(pixels));
}

function bilevelOf(colours: Uint8Array, { width, height }: { width: number; height: number }): Buffer {
  const row = Math.ceil(width / 8);
  const bytes = Buffer.alloc(row * height);
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let x = 0, to = y * row; x < width; x += 8, to += 1) {
      let byte = 0;
      for (let bit = 0x80, end = Math.min(8, width - x); end > 0; end -= 1, bit >>= 1, from += 3)
        if ((colours[from] ?? 0) > 127) byte |= bit;
      bytes[to] = byte;
    }
  }
  return bytes;
}

function greyOf(colours: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(colours.length / 3);
  for (let to = 0, from = 0; to < bytes.length; to += 1, from += 3) bytes[to] = colours[from] ?? 0;
  return bytes;
}

function isGrey(colours: Buffer): boolean {
  for (let at = 0; at < colours.length; at += 3)
    if (colours[at] !== colours[at + 1] || colours[at] !== colours[at + 2]) return false;
  return true;
}
