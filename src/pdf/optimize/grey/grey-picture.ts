import type { Lookup } from '../../content/lookup.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { Name, PdfString, Stream, type Dict } from '../../objects/objects.ts';
import { renderImage } from '../../facts/render-image.ts';
import { greySpaceOf, paletteOf } from './grey-space.ts';

/** A greyscale picture; the same picture if it has no colours, null if it can not be converted. */
export async function greyPicture(file: Lookup, stream: Stream): Promise<Stream | null> {
  const { dict } = stream;
  const value = file.resolve(dict.get('ColorSpace'));
  const space = greySpaceOf(file, value);
  if (file.resolve(dict.get('ImageMask')) === true || space?.grey === true) return stream;
  if (dict.has('Decode') && space?.components === 1) return null;
  const [family = null, base = null, highest = null, table = null] = Array.isArray(value) ? value : [];
  if (family instanceof Name && family.value === 'Indexed') {
    const under = greySpaceOf(file, base);
    const greys = under === null ? null : paletteOf(file, under, table);
    if (greys !== null)
      return withPalette(stream, dict.copy(), [
        new Name('Indexed'),
        new Name('DeviceGray'),
        highest,
        new PdfString(Buffer.from(greys.map((grey) => Math.round(grey * 255))), true),
      ]);
  }
  return asShown(file, stream);
}

function withPalette(stream: Stream, dict: Dict, space: Parameters<Dict['set']>[1]): Stream {
  dict.set('ColorSpace', space);
  return new Stream(dict, stream.stored, stream.origin);
}

/**
 * Its masks are pictures of their own, and stay. Colour key masks (ISO 32000-2, 8.9.6.4) would lose their colours, so
 * such pictures stay.
 */
async function asShown(file: Lookup, stream: Stream): Promise<Stream | null> {
  const { dict } = stream;
  const [width, height] = [file.number(dict.get('Width')) ?? 0, file.number(dict.get('Height')) ?? 0];
  const matte = file.stream(dict.get('SMask'))?.dict.has('Matte') ?? false;
  if (
    width < 1 ||
    height < 1 ||
    matte ||
    file.array(dict.get('Mask')) !== null ||
    (file.number(dict.get('SMaskInData')) ?? 0) !== 0
  )
    return null;
  const colours = await renderImage(file, stream, { width, height });
  if (colours === null) return null;
  const grey = Buffer.alloc(width * height);
  for (let to = 0, from = 0; to < grey.length; to += 1, from += 3)
    grey[to] = ((colours[from] ?? 0) * 77 + (colours[from + 1] ?? 0) * 150 + (colours[from + 2] ?? 0) * 29 + 128) >> 8;
  const own = dict.copy().set('ColorSpace', new Name('DeviceGray')).set('BitsPerComponent', 8);
  for (const key of ['Decode', 'DecodeParms', 'Length', 'DL', 'Alternates', 'SMaskInData']) own.delete(key);
  return newFlateStream(own, grey);
}
