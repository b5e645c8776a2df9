import type { GraphicsState } from '../../../content/state/graphics-state.ts';
import type { Frame } from '../../../content/state/frame.ts';
import { type Dict, isName } from '../../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../../file/pdf-file.ts';
import type { ObjectLocation } from '../../object-location.ts';

/** A page with transparency (ISO 32000-2, 11). */
export interface TransparentPage {
  readonly place: ObjectLocation;
  readonly number: number;
  /** The page states a blending colour space. */
  readonly hasSpace: boolean;
  readonly what: string;
}

/** Records transparent content, images, forms and annotations. */
export class TransparencyUses {
  readonly pages = new Map<number, TransparentPage>();
  /** Transparency groups of pages and of forms. */
  readonly groups: { readonly place: ObjectLocation; readonly dict: Dict }[] = [];
  readonly #file: PdfFile;
  #page: PdfPage | null = null;
  #number = 0;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  begin(page: PdfPage, number: number): void {
    this.#page = page;
    this.#number = number;
    this.#group(page.dict, { page: number, object: page.ref?.num });
    for (const entry of this.#file.array(page.dict.get('Annots')) ?? []) {
      const dict = this.#file.dict(entry);
      const opacity = this.#file.number(dict?.get('CA') ?? null) ?? 1;
      const normal = isNormal(this.#file, dict?.get('BM') ?? null);
      if (dict !== null && (opacity < 1 || !normal)) this.#transparent('an annotation');
    }
  }

  enter({ stream, kind }: Frame, place: ObjectLocation): void {
    if (stream === null || kind === 'page' || kind === 'soft-mask') return;
    if (this.#group(stream.dict, place) && (kind === 'form' || kind === 'appearance'))
      this.#transparent('a transparency group');
  }

  state(dict: Dict, place: ObjectLocation): void {
    if (isTransparent(this.#file, dict)) this.#transparent('a graphics state', place);
  }

  paint({ external }: GraphicsState, place: ObjectLocation): void {
    if (external.length === 0 || this.pages.has(this.#number)) return;
    for (const dict of external) if (isTransparent(this.#file, dict)) this.#transparent('a graphics state', place);
  }

  image(dict: Dict, place: ObjectLocation): void {
    if (this.#file.stream(dict.get('SMask')) !== null || (this.#file.number(dict.get('SMaskInData')) ?? 0) > 0)
      this.#transparent('an image', place);
  }

  #group(dict: Dict, place: ObjectLocation): boolean {
    const group = this.#file.dict(dict.get('Group'));
    if (group === null || !isName(this.#file.resolve(group.get('S')), 'Transparency')) return false;
    this.groups.push({ place, dict: group });
    return true;
  }

  #transparent(what: string, place?: ObjectLocation): void {
    if (this.pages.has(this.#number)) return;
    const group = this.#file.dict(this.#page?.dict.get('Group') ?? null);
    this.pages.set(this.#number, {
      place: place ?? { page: this.#number, object: this.#page?.ref?.num },
      number: this.#number,
      hasSpace: group?.has('CS') ?? false,
      what,
    });
  }
}

const known = new WeakMap<Dict, boolean>();

function isTransparent(file: PdfFile, dict: Dict): boolean {
  const before = known.get(dict);
  if (before !== undefined) return before;
  const mask = file.resolve(dict.get('SMask'));
  const own =
    (mask !== null && !isName(mask, 'None')) ||
    (file.number(dict.get('CA')) ?? 1) < 1 ||
    (file.number(dict.get('ca')) ?? 1) < 1 ||
    !isNormal(file, dict.get('BM'));
  known.set(dict, own);
  return own;
}

/** Tests a blend mode, or the first of an array. */
function isNormal(file: PdfFile, obj: Parameters<PdfFile['resolve']>[0]): boolean {
  const value = file.resolve(obj);
  const mode = Array.isArray(value) ? file.resolve(value[0] ?? null) : value;
  return mode === null || isName(mode, 'Normal') || isName(mode, 'Compatible');
}
