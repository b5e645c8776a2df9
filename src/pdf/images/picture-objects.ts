import type { ObjectSink } from '../typeset/embedded-font.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, type Obj, type Ref } from '../objects/objects.ts';
import type { Picture } from './picture.ts';

/** The white point of sRGB (IEC 61966-2-1). */
export const whitePoint = [0.9505, 1, 1.089] as const;

/** The primaries of sRGB, and approximately its curve: a space that needs no output intent (ISO 32000-2, 8.6.5). */
export const calibratedRgb: Obj = [
  new Name('CalRGB'),
  new Dict([
    ['WhitePoint', [...whitePoint]],
    ['Gamma', [2.2, 2.2, 2.2]],
    ['Matrix', [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]],
  ]),
];

/** Adds a picture as an image XObject (8.9.5), with its alpha as a soft mask. */
export function addPicture(sink: ObjectSink, { width, height, colours, alpha }: Picture): Ref {
  const image = (space: Obj) =>
    new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Image')],
      ['Width', width],
      ['Height', height],
      ['BitsPerComponent', 8],
      ['ColorSpace', space],
    ]);
  const add = (dict: Dict, bytes: Buffer): Ref => {
    const ref = sink.reserve();
    sink.set(ref, newFlateStream(dict, bytes));
    return ref;
  };
  const dict = image(calibratedRgb);
  if (alpha !== null) dict.set('SMask', add(image(new Name('DeviceGray')), alpha));
  return add(dict, colours);
}
