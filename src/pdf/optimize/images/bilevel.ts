import type { Lookup } from '../../content/lookup.ts';
import { newStream } from '../../objects/new-stream.ts';
import { Name, Ref, Stream } from '../../objects/objects.ts';
import { renderImage } from '../../facts/render-image.ts';
import type { Changes } from '../../file/changes.ts';
import type { Survey } from '../survey.ts';
import { encodeJbig2, type Bitmap } from './jbig2.ts';
import { spaceOf } from './space.ts';

/** Limits: smaller pictures are not worth a decoder, and larger ones take too long. */
const minBytes = 200;
const maxPixels = 40_000_000;

/**
 * Recompresses 1-bit pictures and stencils as JBIG2, if that is smaller and PDFium shows the same pixels. Answers their
 * number.
 */
export async function packBilevel(changes: Changes, { pictures }: Survey, isLate: () => boolean): Promise<number> {
  let count = 0;
  const numbers = new Set(
    [...pictures.values()].flatMap(({ num, stream: { dict } }) => [
      num,
      ...['SMask', 'Mask'].flatMap((key) => {
        const mask = dict.get(key);
        return mask instanceof Ref ? [mask.num] : [];
      }),
    ]),
  );
  for (const num of numbers) {
    const stream = changes.get(new Ref(num));
    const made = isLate() || !(stream instanceof Stream) ? null : await smaller(changes, stream);
    if (made === null) continue;
    changes.set(new Ref(num), made);
    count += 1;
  }
  return count;
}

async function smaller(file: Lookup, stream: Stream): Promise<Stream | null> {
  const { dict } = stream;
  const [width, height] = [file.number(dict.get('Width')) ?? 0, file.number(dict.get('Height')) ?? 0];
  const stencil = file.resolve(dict.get('ImageMask')) === true;
  const grey =
    ['DeviceGray', 'CalGray', 'Indexed'].includes(spaceOf(file, dict.get('ColorSpace')).family) &&
    file.number(dict.get('BitsPerComponent')) === 1;
  if ((!stencil && !grey) || stream.raw.length < minBytes || width < 8 || height < 8 || width * height > maxPixels)
    return null;
  const samples = await samplesOf(file, stream, { width, height });
  if (samples === null) return null;
  // The filter decodes black as 0 (ISO 32000-2, 7.4.7).
  const data = encodeJbig2({ width, height, bytes: inverted(samples) });
  const own = dict.copy().set('Filter', new Name('JBIG2Decode'));
  for (const key of ['DecodeParms', 'Length', 'DL']) own.delete(key);
  if (data.length >= stream.raw.length * 0.97) return null;
  const made = newStream(own, data);
  const [before, after] = [
    await renderImage(file, stream, { width, height }),
    await renderImage(file, made, { width, height }),
  ];
  return before !== null && after !== null && before.equals(after) ? made : null;
}

/** The stored samples, regardless of `Decode`. */
async function samplesOf(
  file: Lookup,
  stream: Stream,
  { width, height }: Pick<Bitmap, 'width' | 'height'>,
): Promise<Buffer | null> {
  const { bytes, filters, intact } = stream.decoded();
  const size = Math.ceil(width / 8) * height;
  if (filters.length === 0) return intact && bytes.length >= size ? bytes.subarray(0, size) : null;
  if (!['CCITTFaxDecode', 'JBIG2Decode'].includes(filters[0] ?? '') || filters.length > 1) return null;
  const { dict } = stream;
  const plain = dict.copy().set('ColorSpace', new Name('DeviceGray')).set('BitsPerComponent', 1);
  for (const key of ['Decode', 'ImageMask', 'SMask', 'Mask']) plain.delete(key);
  const shown = await renderImage(file, newStream(plain, stream.raw), { width, height });
  return shown === null ? null : bitsOf(shown, { width, height });
}

/** Black and white as bits: 1 is white. */
function bitsOf(colours: Buffer, { width, height }: Pick<Bitmap, 'width' | 'height'>): Buffer {
  const row = Math.ceil(width / 8);
  const bytes = Buffer.alloc(row * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if ((colours[pixel * 3] ?? 0) < 128) continue;
    const x = pixel % width;
    const at = ((pixel - x) / width) * row + (x >> 3);
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
  }
  return bytes;
}

const inverted = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => ~byte & 0xff));
