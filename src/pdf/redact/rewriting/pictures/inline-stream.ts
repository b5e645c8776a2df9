import { inlineColorSpaces } from '../../../content/inline-image.ts';
import type { Lookup } from '../../../content/lookup.ts';
import type { PaintedImage } from '../../../content/visitor.ts';
import { decode, filtersOf } from '../../../filters/decode.ts';
import { defaultLimits } from '../../../objects/limits.ts';
import type { Dict } from '../../../objects/objects.ts';
import { Name, Stream, type Obj } from '../../../objects/objects.ts';

/**
 * An inline image as an image XObject. Abbreviated names of colour spaces are written in full; other names are looked
 * up in the resources.
 */
export function inlineStream(
  { inline, dict }: Pick<PaintedImage, 'inline' | 'dict'>,
  file: Lookup,
  resources: Dict,
): Stream {
  const own = dict.copy().set('Type', new Name('XObject')).set('Subtype', new Name('Image'));
  own.delete('Length');
  const space = own.get('ColorSpace');
  if (space instanceof Name) own.set('ColorSpace', named(space, file, resources));
  else if (Array.isArray(space))
    own.set(
      'ColorSpace',
      space.map((entry) => (entry instanceof Name ? named(entry, file, resources) : entry)),
    );
  const resolve = (obj: Obj) => file.resolve(obj);
  return new Stream(own, inline?.data ?? Buffer.alloc(0), {
    decrypt: (stream) => stream.stored,
    decode: (stream) => decode(stream.stored, filtersOf(own, resolve), resolve, defaultLimits.streamBytes),
  });
}

function named(name: Name, file: Lookup, resources: Dict): Obj {
  const full = inlineColorSpaces[name.value];
  return full === undefined ? (file.dict(resources.get('ColorSpace'))?.get(name.value) ?? name) : new Name(full);
}
