import type { Lookup } from '../../content/lookup.ts';
import { Name, PdfString, Stream, type Obj } from '../../objects/objects.ts';
import { readFunction } from './function.ts';

/** The conversion of colours of a colour space to greys (ISO 32000-2, 8.6). */
export interface GreySpace {
  /** The space has no colours, so that nothing is converted. */
  readonly grey: boolean;
  readonly components: number;
  /** The initial colour. */
  readonly initial: readonly number[];
  /** 0 is black, 1 is white. */
  readonly toGrey: (components: readonly number[]) => number;
}

/** The luma (ITU-R BT.601) of red, green and blue from 0 to 1. */
export const lumaOf = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  clamp((red * 77 + green * 150 + blue * 29) / 256);

/** The grey of inks on a device without them (ISO 32000-2, 10.4.3). */
export const greyOfInks = ([cyan = 0, magenta = 0, yellow = 0, black = 0]: readonly number[]): number =>
  clamp(lumaOf([1 - cyan, 1 - magenta, 1 - yellow]) - black);

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const grey: GreySpace = { grey: true, components: 1, initial: [0], toGrey: ([value = 0]) => clamp(value) };
const rgb: GreySpace = { grey: false, components: 3, initial: [0, 0, 0], toGrey: lumaOf };
const cmyk: GreySpace = { grey: false, components: 4, initial: [0, 0, 0, 1], toGrey: greyOfInks };

const devices: Readonly<Record<string, GreySpace>> = {
  DeviceGray: grey,
  G: grey,
  CalGray: grey,
  DeviceRGB: rgb,
  RGB: rgb,
  CalRGB: rgb,
  DeviceCMYK: cmyk,
  CMYK: cmyk,
};

/** Null for an unknown space, and for Pattern. */
export function greySpaceOf(file: Lookup, obj: Obj, depth = 0): GreySpace | null {
  const value = file.resolve(obj);
  const [first = null, second = null, third = null, fourth = null] = Array.isArray(value) ? value : [value];
  const family = file.resolve(first);
  if (!(family instanceof Name) || depth > 4) return null;
  const device = devices[family.value];
  if (device !== undefined) return device;
  if (family.value === 'ICCBased')
    return byComponents(file.number(file.dict(second)?.get('N') ?? file.stream(second)?.dict.get('N') ?? null) ?? 0);
  // Lightness is approximately the grey value of the same lightness.
  if (family.value === 'Lab')
    return { grey: false, components: 3, initial: [0, 0, 0], toGrey: ([lightness = 0]) => clamp(lightness / 100) };
  if (family.value === 'Indexed' || family.value === 'I')
    return indexed(file, greySpaceOf(file, second, depth + 1), { highest: file.number(third) ?? 0, table: fourth });
  if (family.value !== 'Separation' && family.value !== 'DeviceN') return null;
  const base = greySpaceOf(file, third, depth + 1);
  const tint = readFunction(file, fourth);
  const components = family.value === 'Separation' ? 1 : (file.array(second)?.length ?? 0);
  const plain = base?.grey === true;
  return base === null || (tint === null && !plain)
    ? null
    : {
        grey: plain,
        components,
        initial: Array.from({ length: components }, () => 1),
        toGrey: (values) => (tint === null ? 0 : base.toGrey(tint(values))),
      };
}

const byComponents = (count: number): GreySpace | null =>
  count === 1 ? grey : count === 3 ? rgb : count === 4 ? cmyk : null;

function indexed(
  file: Lookup,
  base: GreySpace | null,
  { highest, table }: { readonly highest: number; readonly table: Obj },
): GreySpace | null {
  const greys = base === null ? null : paletteOf(file, base, table);
  return base === null || greys === null
    ? null
    : {
        grey: base.grey,
        components: 1,
        initial: [0],
        toGrey: ([index = 0]) => greys[Math.min(highest, Math.max(0, Math.round(index)))] ?? 0,
      };
}

/** The greys of a palette (ISO 32000-2, 8.6.6.3). */
export function paletteOf(file: Lookup, base: GreySpace, table: Obj): number[] | null {
  const value = file.resolve(table);
  const bytes = value instanceof PdfString ? value.bytes : value instanceof Stream ? value.decode() : null;
  if (bytes === null || base.components < 1) return null;
  return Array.from({ length: Math.min(256, Math.floor(bytes.length / base.components)) }, (_, index) =>
    base.toGrey([...bytes.subarray(index * base.components, (index + 1) * base.components)].map((byte) => byte / 255)),
  );
}
