import type { Lookup } from '../../content/lookup.ts';
import { Name, type Obj } from '../../objects/objects.ts';

/** The properties of a colour space that matter for samples (ISO 32000-2, 8.6). */
export interface Space {
  readonly family: string;
  /** Samples of a pixel; null where unknown. */
  readonly components: number | null;
}

const plain: Readonly<Record<string, number>> = {
  DeviceGray: 1,
  CalGray: 1,
  Indexed: 1,
  Separation: 1,
  DeviceRGB: 3,
  CalRGB: 3,
  Lab: 3,
  DeviceCMYK: 4,
};

/** Reads a colour space; the family of an unknown one is empty. */
export function spaceOf(file: Lookup, obj: Obj): Space {
  const value = file.resolve(obj);
  const [first = null, second = null] = Array.isArray(value) ? value : [value];
  const family = file.resolve(first);
  if (!(family instanceof Name)) return { family: '', components: null };
  const components =
    family.value === 'ICCBased'
      ? file.number(file.dict(second)?.get('N') ?? null)
      : family.value === 'DeviceN'
        ? (file.array(second)?.length ?? null)
        : (plain[family.value] ?? null);
  return { family: family.value, components };
}
