import { filtersOf } from '../../../filters/decode.ts';
import type { Stream } from '../../../objects/objects.ts';
import type { Changes } from '../../../file/changes.ts';

/** The data of an image without the metadata of a JPEG or JPEG 2000 file: EXIF with its thumbnail, XMP and comments. */
export function withoutPictureMetadata(stream: Stream, changes: Changes): Buffer {
  const [first, ...rest] = filtersOf(stream.dict, (obj) => changes.resolve(obj));
  if (first === undefined || rest.length > 0) return stream.raw;
  if (first.name === 'DCTDecode') return withoutSegments(stream.raw);
  return first.name === 'JPXDecode' ? withoutBoxes(stream.raw) : stream.raw;
}

/** Segments that decoders need: JFIF, the colour profile, and the Adobe segment, which states the colour transform. */
const storedSegments: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee]);

/** Drops segments before the first scan (ITU-T T.81, annex B). */
function withoutSegments(jpeg: Buffer): Buffer {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return jpeg;
  const chunks = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === 0xda) break;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const application = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    if (!application || storedSegments.has(marker)) chunks.push(jpeg.subarray(at, end));
    at = end;
  }
  chunks.push(jpeg.subarray(at));
  return chunks.length === 1 ? jpeg : Buffer.concat(chunks);
}

/** Turns metadata boxes into free space of the same length (ISO 15444-1, annex I). */
function withoutBoxes(file: Buffer): Buffer {
  let copy: Buffer | null = null;
  for (let at = 0; at + 8 <= file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (length < 8 || at + length > file.length) break;
    if (type === 'xml ' || type === 'uuid' || type === 'uinf') {
      copy ??= Buffer.from(file);
      copy.write('free', at + 4, 'latin1');
      copy.fill(0, at + 8, at + length);
    }
    at += length;
  }
  return copy ?? file;
}
