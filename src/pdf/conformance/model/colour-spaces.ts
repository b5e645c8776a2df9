import type { Dict } from '../../objects/objects.ts';
import { Name, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { readProfile, type IccProfile } from './output-intents.ts';

/** A colour space (ISO 32000-2, 8.6), as far as rules need it. */
export interface ColourSpace {
  readonly family: string;
  /** For Indexed, Pattern, Separation and DeviceN: the base or alternate space. */
  readonly base: ColourSpace | null;
  /** For ICCBased. */
  readonly profile: IccProfile | null;
  readonly stream: Stream | null;
  readonly components: number | null;
  /** For Separation and DeviceN. */
  readonly colorants: readonly string[];
  readonly array: readonly Obj[];
}

const maxDepth = 8;

/** Null for other values. Includes the abbreviations of inline images. */
export function readColourSpace(file: PdfFile, obj: Obj, named: Dict | null = null, depth = 0): ColourSpace | null {
  const value = file.resolve(obj);
  if (depth > maxDepth) return null;
  if (value instanceof Name) {
    const full = abbreviations[value.value] ?? value.value;
    const own = named?.get(value.value) ?? null;
    if (!plain.has(full)) return own === null ? null : readColourSpace(file, own, null, depth + 1);
    return { ...nothing, family: full };
  }
  if (value instanceof Stream) return iccBased(file, value, []);
  if (!Array.isArray(value)) return null;
  const written = file.name(value[0] ?? null) ?? '';
  const family = abbreviations[written] ?? written;
  const base = (index: number) => readColourSpace(file, value[index] ?? null, named, depth + 1);
  switch (family) {
    case 'ICCBased': {
      const stream = file.stream(value[1] ?? null);
      return stream === null ? { ...nothing, family, array: value } : iccBased(file, stream, value);
    }
    case 'Indexed':
    case 'Pattern':
      return { ...nothing, family, array: value, base: base(1) };
    case 'Separation':
    case 'DeviceN': {
      const names = family === 'Separation' ? [value[1] ?? null] : (file.array(value[1] ?? null) ?? []);
      return { ...nothing, family, array: value, base: base(2), colorants: names.map((name) => file.name(name) ?? '') };
    }
    default:
      return family === '' ? null : { ...nothing, family, array: value };
  }
}

const nothing: ColourSpace = {
  family: '',
  base: null,
  profile: null,
  stream: null,
  components: null,
  colorants: [],
  array: [],
};
const plain: ReadonlySet<string> = new Set([
  'DeviceGray',
  'DeviceRGB',
  'DeviceCMYK',
  'Pattern',
  'CalGray',
  'CalRGB',
  'CalCMYK',
  'Lab',
]);
const abbreviations: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
  I: 'Indexed',
};

function iccBased(file: PdfFile, stream: Stream, array: readonly Obj[]): ColourSpace {
  return {
    ...nothing,
    family: 'ICCBased',
    array,
    stream,
    profile: readProfile(file, stream),
    components: file.number(stream.dict.get('N')),
  };
}

const families: ReadonlySet<string> = new Set([
  'DeviceGray',
  'DeviceRGB',
  'DeviceCMYK',
  'CalGray',
  'CalRGB',
  'Lab',
  'ICCBased',
  'Indexed',
  'Pattern',
  'Separation',
  'DeviceN',
]);

/** Whether ISO 32000-2, table 61 has the colour space family. */
export function isKnownFamily(family: string): boolean {
  return families.has(family);
}

/** The kind of device whose colours a device-independent space has, or null. */
export function kindOf(space: ColourSpace | null): 'gray' | 'rgb' | 'cmyk' | null {
  if (space?.family === 'CalGray') return 'gray';
  if (space?.family === 'CalRGB' || space?.family === 'Lab') return 'rgb';
  if (space?.family !== 'ICCBased') return null;
  return space.components === 1 ? 'gray' : space.components === 3 ? 'rgb' : space.components === 4 ? 'cmyk' : null;
}
