import type { Lookup } from '../../../content/lookup.ts';
import type { Dict } from '../../../objects/objects.ts';
import { Name, type Obj } from '../../../objects/objects.ts';

/** True where a blank sample has all bits set: in masks a blank sample shows nothing, in pictures it is white. */
export function blankIsOne(
  file: Lookup,
  dict: Dict,
  { stencil, use }: { stencil: boolean; use: 'picture' | 'mask' },
): boolean {
  const inverted = file.number(file.array(dict.get('Decode'))?.[0] ?? null) === 1;
  if (stencil) return !inverted;
  if (use === 'mask') return inverted;
  const space = file.resolve(dict.get('ColorSpace'));
  const family = space instanceof Name ? space.value : Array.isArray(space) ? (file.name(space[0] ?? null) ?? '') : '';
  return (
    ['DeviceGray', 'DeviceRGB', 'CalGray', 'CalRGB', 'ICCBased'].includes(family) !== inverted &&
    !(family === 'ICCBased' && componentsOf(file, space) === 4)
  );
}

/** Components of a pixel in a colour space (ISO 32000-2, 8.6); null for an unknown space. */
export function componentsOf(file: Lookup, obj: Obj): number | null {
  const space = file.resolve(obj);
  const family = space instanceof Name ? space.value : Array.isArray(space) ? (file.name(space[0] ?? null) ?? '') : '';
  const second = Array.isArray(space) ? (space[1] ?? null) : null;
  if (family === 'ICCBased') return file.number(file.dict(second)?.get('N') ?? null);
  if (family === 'DeviceN') return file.array(second)?.length ?? null;
  return (
    (
      {
        DeviceGray: 1,
        G: 1,
        CalGray: 1,
        Indexed: 1,
        I: 1,
        Separation: 1,
        DeviceRGB: 3,
        RGB: 3,
        CalRGB: 3,
        Lab: 3,
        DeviceCMYK: 4,
        CMYK: 4,
      } as Readonly<Record<string, number>>
    )[family] ?? null
  );
}
