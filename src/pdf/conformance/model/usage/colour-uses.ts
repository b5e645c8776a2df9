import type { GraphicsState } from '../../../content/state/graphics-state.ts';
import type { Operation } from '../../../content/operation.ts';
import type { Context } from '../../../content/visitor.ts';
import type { Frame } from '../../../content/state/frame.ts';
import { type Dict, Name, type Obj } from '../../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../../file/pdf-file.ts';
import type { ObjectLocation } from '../../object-location.ts';
import { isKnownFamily, kindOf, readColourSpace, type ColourSpace } from '../colour-spaces.ts';

/** A kind of device, by its colour space. */
export type Device = 'gray' | 'rgb' | 'cmyk';

/** A use of a device colour space that no Default space replaces (ISO 32000-2, 8.6.5.6). */
export interface DeviceUse {
  readonly place: ObjectLocation;
  readonly device: Device;
  /**
   * The origin of the use: a colour of the content, the base or alternate space of another one, or the blending space
   * of a group.
   */
  readonly through: 'content' | 'Indexed' | 'Pattern' | 'Separation' | 'DeviceN' | 'group';
  /** The kind of the device-independent blending space there, or null. */
  readonly blend: Device | null;
}

/** The first use of a colour space. */
export interface SpaceUse {
  readonly place: ObjectLocation;
  readonly space: ColourSpace;
}

/** The circumstances of a use of a colour space. */
interface Circumstances {
  /** The resources whose Default spaces apply. */
  readonly resources: Dict | null;
  readonly through: DeviceUse['through'];
  /** The device-independent blending space in effect. */
  readonly blend: ColourSpace | null;
  readonly place: ObjectLocation;
}

const devices: Readonly<Record<string, Device>> = { DeviceGray: 'gray', DeviceRGB: 'rgb', DeviceCMYK: 'cmyk' };
const defaults: Readonly<Record<Device, string>> = { gray: 'DefaultGray', rgb: 'DefaultRGB', cmyk: 'DefaultCMYK' };

/** Operators that set a device colour (ISO 32000-2, 8.6.8). */
const deviceOperators: ReadonlyMap<string, Device> = new Map([
  ['g', 'gray'],
  ['G', 'gray'],
  ['rg', 'rgb'],
  ['RG', 'rgb'],
  ['k', 'cmyk'],
  ['K', 'cmyk'],
]);

/** The colour spaces that content sets, even if it does not paint with them (TWG A011, A015). */
export class ColourUses {
  readonly devices = new Map<string, DeviceUse>();
  readonly spaces = new Map<Obj, SpaceUse>();
  /** ICCBased CMYK that is painted with overprinting on and overprint mode 1. */
  readonly overprinted: { readonly place: ObjectLocation }[] = [];
  /** ICCBased CMYK that content paints with, and its blending space. */
  readonly painted = new Map<string, SpaceUse & { readonly blend: ColourSpace | null }>();
  readonly #file: PdfFile;
  readonly #read = new WeakMap<object, ColourSpace | null>();
  readonly #blends = new WeakMap<Frame, ColourSpace | null>();
  #pageBlend: ColourSpace | null = null;
  #page = 0;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  begin(page: PdfPage, number: number): void {
    this.#page = number;
    this.#pageBlend = this.#independent(this.#groupSpace(page.dict, page.resources));
    const group = this.#groupSpace(page.dict, page.resources);
    if (group !== null)
      this.#space(group, {
        resources: page.resources,
        through: 'group',
        blend: null,
        place: { page: number, object: page.ref?.num },
      });
  }

  enter(frame: Frame, place: ObjectLocation): void {
    const around = frame.parent === null ? this.#pageBlend : (this.#blends.get(frame.parent) ?? null);
    const group =
      frame.stream === null || frame.kind === 'soft-mask' ? null : this.#groupSpace(frame.stream.dict, frame.resources);
    if (group !== null) this.#space(group, { resources: frame.resources, through: 'group', blend: around, place });
    this.#blends.set(frame, this.#independent(group) ?? around);
  }

  blendOf(frame: Frame | null): Device | null {
    return kindOf(frame === null ? this.#pageBlend : (this.#blends.get(frame) ?? null));
  }

  /** Default spaces apply to the content stream whose own resources have them (TWG A028). */
  #own({ kind, stream, resources }: Frame): Dict | null {
    return (kind === 'pattern' || kind === 'form') && stream !== null
      ? this.#file.dict(stream.dict.get('Resources'))
      : resources;
  }

  #groupSpace(dict: Dict, resources: Dict): ColourSpace | null {
    const group = this.#file.dict(dict.get('Group'));
    return group === null ? null : this.#spaceOf(group.get('CS'), resources);
  }

  #independent(space: ColourSpace | null): ColourSpace | null {
    return kindOf(space) === null ? null : space;
  }

  operation({ operator, operands }: Operation, { frame }: Context, place: ObjectLocation): void {
    const device = deviceOperators.get(operator);
    if (device !== undefined) this.#device(device, this.#inContent(frame, place));
    else if (operator === 'cs' || operator === 'CS') this.#use(operands.at(-1) ?? null, frame, place);
    else if ((operator === 'scn' || operator === 'SCN') && operands.at(-1) instanceof Name)
      this.#pattern(operands.at(-1) as Name, frame, place);
  }

  #pattern(name: Name, frame: Frame, place: ObjectLocation): void {
    const pattern = this.#file.dict(this.#file.dict(frame.resources.get('Pattern'))?.get(name.value) ?? null);
    const shading = this.#file.dict(pattern?.get('Shading') ?? null);
    if (shading !== null) this.#use(shading.get('ColorSpace'), frame, place);
  }

  shading(dict: Dict | null, { frame }: Context, place: ObjectLocation): void {
    if (dict !== null) this.#use(dict.get('ColorSpace'), frame, place);
  }

  /** An image without ColorSpace (JPEG 2000, masks) uses none. */
  image(dict: Dict, { frame }: Context, place: ObjectLocation): void {
    if (dict.has('ColorSpace') && this.#file.resolve(dict.get('ImageMask')) !== true)
      this.#use(dict.get('ColorSpace'), frame, place);
  }

  /** Records the colour spaces of a painting. The initial space is DeviceGray. */
  paint(
    state: GraphicsState,
    frame: Frame,
    sides: { readonly fill: boolean; readonly stroke: boolean },
    place: ObjectLocation,
  ): void {
    if (sides.fill) this.#side('fill', state, frame, place);
    if (sides.stroke) this.#side('stroke', state, frame, place);
  }

  #side(side: 'fill' | 'stroke', state: GraphicsState, frame: Frame, place: ObjectLocation): void {
    const { space } = state[side];
    // Device spaces do not matter for overprinting.
    if (space instanceof Name && devices[space.value] !== undefined && !frame.resources.has('ColorSpace')) return;
    if (space === null) this.#device('gray', this.#inContent(frame, place));
    else this.#overprint(this.#spaceOf(space, frame.resources), state, side, this.#inContent(frame, place));
  }

  #overprint(
    space: ColourSpace | null,
    { external }: GraphicsState,
    side: 'fill' | 'stroke',
    { blend, place }: Circumstances,
  ): void {
    if (space?.family !== 'ICCBased' || space.components !== 4) return;
    this.painted.set(`${this.#page} ${place.object ?? 0}`, { space, place, blend });
    let [mode, stroke, fill] = [0, false, false];
    for (const dict of external) {
      mode = this.#file.number(dict.get('OPM')) ?? mode;
      if (dict.has('OP')) stroke = fill = this.#file.resolve(dict.get('OP')) === true;
      if (dict.has('op')) fill = this.#file.resolve(dict.get('op')) === true;
    }
    if (mode === 1 && (side === 'fill' ? fill : stroke)) this.overprinted.push({ place });
  }

  #use(obj: Obj, frame: Frame, place: ObjectLocation): void {
    const space = this.#spaceOf(obj, frame.resources);
    if (space !== null) this.#space(space, this.#inContent(frame, place));
  }

  #spaceOf(obj: Obj, resources: Dict): ColourSpace | null {
    const named = obj instanceof Name ? (this.#file.dict(resources.get('ColorSpace'))?.get(obj.value) ?? obj) : obj;
    const value = this.#file.resolve(named);
    if (typeof value !== 'object' || value === null || value instanceof Name)
      return readColourSpace(this.#file, value, this.#file.dict(resources.get('ColorSpace')));
    const known = this.#read.get(value);
    if (known !== undefined) return known;
    const space = readColourSpace(this.#file, value, this.#file.dict(resources.get('ColorSpace')));
    this.#read.set(value, space);
    return space;
  }

  #inContent(frame: Frame, place: ObjectLocation): Circumstances {
    return { resources: this.#own(frame), through: 'content', blend: this.#blends.get(frame) ?? null, place };
  }

  #space(space: ColourSpace, use: Circumstances): void {
    const device = devices[space.family];
    if (device !== undefined) {
      this.#device(device, use);
      return;
    }
    const key = space.stream?.dict ?? space.array;
    if (!this.spaces.has(key as Obj)) this.spaces.set(key as Obj, { place: use.place, space });
    const special = (['Indexed', 'Pattern', 'Separation', 'DeviceN'] as const).find(
      (family) => family === space.family,
    );
    if (space.base !== null) this.#space(space.base, { ...use, through: special ?? use.through });
  }

  #device(device: Device, { resources, through, blend, place }: Circumstances): void {
    const standIn = this.#file.dict(resources?.get('ColorSpace') ?? null)?.get(defaults[device]) ?? null;
    if (standIn !== null && isKnownFamily(readColourSpace(this.#file, standIn)?.family ?? '')) return;
    const kind = kindOf(blend);
    const key = `${this.#page} ${device} ${through} ${kind ?? ''}`;
    if (!this.devices.has(key)) this.devices.set(key, { place, device, through, blend: kind });
  }
}
