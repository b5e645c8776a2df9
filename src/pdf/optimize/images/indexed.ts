import { newStream } from '../../objects/new-stream.ts';
import { type Dict, Name, PdfString, type Stream } from '../../objects/objects.ts';
import type { Pixels } from './pixels.ts';

/** Colours of an Indexed space (ISO 32000-2, 8.6.6.3). */
const maxColours = 256;

/** The picture in an Indexed space, with as few bits as possible; null for too many colours. */
export function indexed(dict: Dict, { width, height, components, bytes, photo }: Pixels): Stream | null {
  if (photo || components !== 3) return null;
  const numbers = new Map<number, number>();
  const samples = Buffer.alloc(width * height);
  for (let to = 0, at = 0; to < samples.length; to += 1, at += 3) {
    const colour = (bytes[at] ?? 0) * 65_536 + (bytes[at + 1] ?? 0) * 256 + (bytes[at + 2] ?? 0);
    const number = numbers.get(colour) ?? numbers.size;
    if (number === numbers.size) {
      if (number === maxColours) return null;
      numbers.set(colour, number);
    }
    samples[to] = number;
  }
  const bits = numbers.size <= 2 ? 1 : numbers.size <= 4 ? 2 : numbers.size <= 16 ? 4 : 8;
  const palette = Buffer.from(
    [...numbers.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]),
  );
  const space = [new Name('Indexed'), dict.get('ColorSpace'), numbers.size - 1, new PdfString(palette, true)];
  return newStream(
    dict.copy().set('ColorSpace', space).set('BitsPerComponent', bits),
    narrow(samples, { width, height, bits }),
  );
}

/** Packs samples of a byte each into fewer bits, rows padded to whole bytes. */
function narrow(
  samples: Buffer,
  { width, height, bits }: { readonly width: number; readonly height: number; readonly bits: number },
): Buffer {
  if (bits === 8) return samples;
  const row = Math.ceil((width * bits) / 8);
  const bytes = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * row + ((x * bits) >> 3);
      bytes[at] = (bytes[at] ?? 0) | ((samples[y * width + x] ?? 0) << (8 - bits - ((x * bits) & 7)));
    }
  }
  return bytes;
}
