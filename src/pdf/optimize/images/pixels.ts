import type { Lookup } from '../../content/lookup.ts';
import { readJpeg } from '../../images/jpeg.ts';
import type { Stream } from '../../objects/objects.ts';
import { spaceOf } from './space.ts';

/** Samples of 8 bits, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  readonly bytes: Buffer;
  /** Converted to grey, so that its colour space becomes DeviceGray. */
  readonly grey: boolean;
  /** A photograph: many shades, gradual changes. A drawing has few colours, and sharp edges that JPEG blurs. */
  readonly photo: boolean;
  /** Chroma may be subsampled, because the components are red, green and blue. */
  readonly rgb: boolean;
}

/** Pixels of a picture; larger ones stay. */
const maxPixels = 60_000_000;

/** Colour spaces in which similar samples are similar colours; pictures in others (Indexed, Lab) stay. */
const smooth: ReadonlySet<string> = new Set([
  'DeviceGray',
  'CalGray',
  'DeviceRGB',
  'CalRGB',
  'ICCBased',
  'Separation',
  'DeviceN',
]);

/**
 * The samples of a picture; null for an unsupported one.
 * @throws AppError `limit-exceeded`
 */
export async function readPixels(file: Lookup, stream: Stream): Promise<Pixels | null> {
  const { dict } = stream;
  const [width, height] = [file.number(dict.get('Width')) ?? 0, file.number(dict.get('Height')) ?? 0];
  const { family, components } = spaceOf(file, dict.get('ColorSpace'));
  if (
    (components !== 1 && components !== 3) ||
    !smooth.has(family) ||
    width < 2 ||
    height < 2 ||
    width * height > maxPixels ||
    file.number(dict.get('BitsPerComponent')) !== 8
  )
    return null;
  const { bytes, filters, parameters, intact } = stream.decoded();
  const shape = { width, height, components } as const;
  const samples =
    filters.length === 0
      ? bytes
      : filters[0] === 'DCTDecode' && filters.length === 1 && !(parameters?.has('ColorTransform') ?? false)
        ? await fromJpeg(bytes, shape)
        : null;
  const size = width * height * components;
  if (samples === null || !intact || samples.length < size) return null;
  const own = samples.subarray(0, size);
  return {
    ...shape,
    bytes: own,
    grey: false,
    photo: filters.length > 0 || isPhoto(own, components),
    rgb: ['DeviceRGB', 'CalRGB', 'ICCBased'].includes(family) && components === 3,
  };
}

async function fromJpeg(
  data: Buffer,
  { width, height, components }: Pick<Pixels, 'width' | 'height' | 'components'>,
): Promise<Buffer | null> {
  const read = await readJpeg(data);
  return read?.width === width && read.height === height && read.components === components ? read.bytes : null;
}

/** Least number of shades of grey, or of colours, of a photograph. */
const photoShades = { 1: 48, 3: 512 } as const;

function isPhoto(bytes: Buffer, components: 1 | 3): boolean {
  const colours = new Set<number>();
  for (let at = 0; at < bytes.length && colours.size < photoShades[components]; at += components) {
    colours.add(
      components === 1
        ? (bytes[at] ?? 0)
        : (bytes[at] ?? 0) * 65_536 + (bytes[at + 1] ?? 0) * 256 + (bytes[at + 2] ?? 0),
    );
  }
  return colours.size >= photoShades[components];
}
