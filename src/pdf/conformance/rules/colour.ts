import { isKnownFamily } from '../model/colour-spaces.ts';
import type { Device, DeviceUse } from '../model/usage/colour-uses.ts';
import { Dict, Name, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { Model } from '../model/model.ts';
import { hasRightComponents } from '../model/output-intents.ts';
import { rule, type Rule } from '../rule.ts';
import type { Standard } from '../../xmp/standards.ts';

const spaces = (model: Model) => model.usage.colours.spaces.values();
const uses = (device: Device) => (model: Model) =>
  [...model.usage.colours.devices.values(), ...artworks(model)].filter((use) => use.device === device);

/** 3D artwork (ISO 32000-2, 13.6.3) with the colour space of its stream. */
function artworks({ annotations, file }: Model): DeviceUse[] {
  return annotations.flatMap(({ type, dict, place }) => {
    const artwork = type === '3D' ? file.dict(dict.get('3DD')) : null;
    return artwork !== null && file.name(artwork.get('ColorSpace')) === 'DeviceRGB'
      ? [{ place, device: 'rgb' as const, through: 'content' as const, blend: null }]
      : [];
  });
}

const through =
  (...ways: DeviceUse['through'][]) =>
  (model: Model) =>
    [...model.usage.colours.devices.values()].filter((use) => ways.includes(use.through));

const intentOf: Readonly<Record<Device, string>> = { gray: 'GRAY', rgb: 'RGB ', cmyk: 'CMYK' };
const words: Readonly<Record<Device, string>> = { gray: 'DeviceGray', rgb: 'DeviceRGB', cmyk: 'DeviceCMYK' };

/** Whether a device colour lacks a definition: by the output intent, or in PDF/A-4 by the blending space. */
function isUndefined({ device, blend, place }: DeviceUse, { part }: Standard, model: Model): false | string {
  const intent = model.intentSpace(part === '4' ? (place.page ?? null) : null);
  if (device === 'gray' ? intent !== null : intent === intentOf[device]) return false;
  if (part === '4' && device !== 'gray' && blend === device) return false;
  return intent === null
    ? `${words[device]} is used, and there is no PDF/A output intent with a profile`
    : `${words[device]} is used, and the profile of the output intent is for ${intent.trim()}`;
}

const profileClasses = ['prtr', 'mntr', 'scnr', 'spac'];
const profileSpaces = ['RGB ', 'CMYK', 'GRAY', 'Lab '];

/** Colour: ISO 19005-1, 6.2.3; ISO 19005-2, 6.2.4; ISO 19005-4, 6.2.4. */
export const colourRules: readonly Rule[] = [
  rule({
    id: 'colour-space-known',
    clauses: { 1: '6.2.3.1-1', 2: '6.2.4.1-1', 4: '6.2.4.1-1' },
    on: spaces,
    fails: ({ space: { family } }) => !isKnownFamily(family) && `it is ${family}`,
    requirement: 'Colour spaces are of the families of the PDF specification.',
    fault: 'A colour space is of no family of the PDF specification.',
    fix: 'Use another colour space.',
  }),
  rule({
    id: 'icc-profile',
    clauses: { 1: '6.2.3.2-1', 2: '6.2.4.2-1', 4: '6.2.4.2-1' },
    on: (model) => [...spaces(model)].filter(({ space }) => space.family === 'ICCBased'),
    fails: ({ space: { profile } }, { part }) => {
      if (profile === null) return 'it is no ICC profile';
      if (profile.major > (part === '1' ? 2 : 4)) return `its version is ${profile.major}.${profile.minor}`;
      if (!profileClasses.includes(profile.deviceClass)) return `its device class is '${profile.deviceClass}'`;
      return !profileSpaces.includes(profile.space) && `its colour space is '${profile.space}'`;
    },
    requirement:
      'The profile of an ICCBased colour space is an ICC profile of a version, a class and a colour space that ' +
      'the standard allows.',
    fault: 'The profile of an ICCBased colour space is none that the standard allows.',
    fix: 'Embed another profile.',
  }),
  rule({
    id: 'icc-components',
    clauses: { 1: '6.2.3.2-2', 2: '6.2.4.2-1', 4: '6.2.4.2-1' },
    on: (model) => [...spaces(model)].filter(({ space }) => space.profile !== null),
    fails: ({ space: { profile } }) =>
      profile !== null &&
      !hasRightComponents(profile) &&
      `N is ${profile.components ?? 'missing'}, the colour space '${profile.space}'`,
    requirement: 'N of an ICCBased colour space is the number of components of its profile.',
    fault: 'N of an ICCBased colour space is not the number of components of its profile.',
    fix: 'Write the right N.',
  }),
  rule({
    id: 'icc-overprint',
    clauses: { 2: '6.2.4.2-2', 4: '6.2.4.2-2' },
    on: (model) => model.usage.colours.overprinted,
    fails: () => true,
    requirement: 'Nothing is painted in an ICCBased CMYK space with overprinting on and overprint mode 1.',
    fault: 'Something is painted in an ICCBased CMYK space with overprinting on and overprint mode 1.',
    fix: 'Set OPM to 0.',
  }),
  rule({
    id: 'icc-same-as-intent',
    clauses: { 4: '6.2.4.2-3' },
    on: (model) => model.usage.colours.painted.values(),
    fails: ({ space, blend }, _, model) => {
      const bytes = space.profile?.bytes;
      const intent = model.outputIntents.find(({ type, profile }) => type === 'GTS_PDFA1' && profile !== null)?.profile
        ?.bytes;
      return (
        bytes !== undefined && ((intent?.equals(bytes) ?? false) || (blend?.profile?.bytes.equals(bytes) ?? false))
      );
    },
    requirement:
      'An ICCBased CMYK space that is painted with has another profile than the output intent and the blending space.',
    fault: 'An ICCBased CMYK space that is painted with has the profile of the output intent or of the blending space.',
    fix: 'Use DeviceCMYK.',
  }),
  ...(['rgb', 'cmyk', 'gray'] as const).map((device, index) =>
    rule({
      id: `device-${device}`,
      clauses: { 1: `6.2.3.3-${index + 1}`, 2: `6.2.4.3-${index + 2}`, 4: `6.2.4.3-${index + 2}` },
      on: uses(device),
      fails: isUndefined,
      requirement:
        `${words[device]} is used only where a Default colour space or the output intent states which colours it ` +
        'means.',
      fault: `Nothing states which colours ${words[device]} means.`,
      fix: 'Add an output intent with a profile of this kind, or use a device-independent colour space.',
    }),
  ),
  rule({
    id: 'alternate-device',
    clauses: { 1: '6.2.3.4-1', 2: '6.2.4.4-3', 4: '6.2.4.4-3' },
    on: through('Separation', 'DeviceN'),
    fails: isUndefined,
    requirement: 'The alternate space of a Separation or DeviceN space follows the rules for its own kind.',
    fault: 'The colours of the alternate space of a Separation or DeviceN space are not defined.',
    fix: 'Add an output intent with a profile of this kind, or use a device-independent alternate space.',
  }),
  rule({
    id: 'base-device',
    clauses: { 2: '6.2.4.5-1', 4: '6.2.4.5-1' },
    on: through('Indexed', 'Pattern'),
    fails: isUndefined,
    requirement: 'The base space of an Indexed or Pattern space follows the rules for its own kind.',
    fault: 'The colours of the base space of an Indexed or Pattern space are not defined.',
    fix: 'Add an output intent with a profile of this kind, or use a device-independent base space.',
  }),
  rule({
    id: 'blending-device',
    clauses: { 2: '6.2.10-3', 4: '6.2.9-3' },
    on: through('group'),
    fails: isUndefined,
    requirement: 'The blending space of a transparency group follows the rules for its own kind.',
    fault: 'The colours of the blending space of a transparency group are not defined.',
    fix: 'Use a device-independent blending space, or add an output intent with a profile of this kind.',
  }),
  rule({
    id: 'colorant-count',
    clauses: { 1: '6.1.12-9', 2: '6.1.13-9' },
    on: (model) => [...spaces(model)].filter(({ space }) => space.family === 'DeviceN'),
    fails: ({ space: { colorants } }, { part }) =>
      colorants.length > (part === '1' ? 8 : 32) && `it has ${colorants.length}`,
    requirement: 'A DeviceN space has at most 32 colorants (PDF/A-1: 8).',
    fault: 'A DeviceN space has more than 32 colorants (PDF/A-1: 8).',
    fix: 'Split the colour space.',
  }),
  rule({
    id: 'colorants-defined',
    clauses: { 2: '6.2.4.4-1', 4: '6.2.4.4-1' },
    on: (model) => [...spaces(model)].filter(({ space }) => space.family === 'DeviceN'),
    fails: ({ space }, _, { file }) => {
      const attributes = file.dict(space.array[4] ?? null);
      const defined = file.dict(attributes?.get('Colorants') ?? null);
      const process = file.array(file.dict(attributes?.get('Process') ?? null)?.get('Components') ?? null) ?? [];
      const known = new Set([...primaries, ...process.map((name) => file.name(name) ?? '')]);
      const missing = space.colorants.find((name) => !known.has(name) && !defined?.has(name));
      return missing !== undefined && missing;
    },
    requirement: 'Every spot colour of a DeviceN space is defined in its Colorants.',
    fault: 'A spot colour of a DeviceN space is not defined in its Colorants.',
    fix: 'Add the colour to Colorants.',
  }),
  rule({
    id: 'separations-same',
    clauses: { 2: '6.2.4.4-2', 4: '6.2.4.4-2' },
    on: separations,
    fails: ({ differs, name }) => differs && name,
    requirement: 'All Separation spaces of the same name have the same alternate space and tint transformation.',
    fault: 'Separation spaces of the same name differ in their alternate space or tint transformation.',
    fix: 'Use one Separation array for the colour.',
  }),
];

const primaries = ['Cyan', 'Magenta', 'Yellow', 'Black', 'None'];

/** Separation arrays that content uses, including those in Colorants of DeviceN spaces. */
function separations(model: Model) {
  const { file } = model;
  const all: { place: Model['rawObjects'][number]['place']; name: string; array: readonly Obj[] }[] = [];
  for (const { place, space } of spaces(model)) {
    if (space.family === 'Separation') all.push({ place, name: space.colorants[0] ?? '', array: space.array });
    if (space.family !== 'DeviceN') continue;
    for (const [, value] of file.dict(file.dict(space.array[4] ?? null)?.get('Colorants') ?? null) ?? new Dict()) {
      const array = file.array(value) ?? [];
      if (file.name(array[0] ?? null) === 'Separation')
        all.push({ place, name: file.name(array[1] ?? null) ?? '', array });
    }
  }
  const first = new Map<string, readonly Obj[]>();
  return all.map(({ place, name, array }) => {
    const known = first.get(name);
    if (known === undefined) first.set(name, array);
    return {
      place,
      name,
      differs:
        known !== undefined &&
        !(isSame(file, known[2] ?? null, array[2] ?? null) && isSame(file, known[3] ?? null, array[3] ?? null)),
    };
  });
}

/** Whether values are equal, direct or indirect. */
function isSame(file: PdfFile, one: Obj, other: Obj, depth = 0): boolean {
  if (one instanceof Ref && other instanceof Ref && one.num === other.num) return true;
  const [a, b] = [file.resolve(one), file.resolve(other)];
  if (a === b || depth > 16) return true;
  if (a instanceof Name && b instanceof Name) return a.value === b.value;
  if (a instanceof PdfString && b instanceof PdfString) return a.bytes.equals(b.bytes);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, index) => isSame(file, entry, b[index] ?? null, depth + 1));
  if (a instanceof Stream && b instanceof Stream) return a.raw.equals(b.raw) && isSame(file, a.dict, b.dict, depth + 1);
  if (a instanceof Dict && b instanceof Dict)
    return a.size === b.size && a.entries().every(([key, value]) => isSame(file, value, b.get(key), depth + 1));
  return false;
}
