import { PrintedObjects } from '../model/printed-objects.ts';
import { mendCharacters } from '../conform/mend-fonts.ts';
import { ParsedPrint } from '../parsed-print.ts';
import { readPrinted } from '../printed.ts';
import { Dict, Name, Ref, type Obj } from '../../objects/objects.ts';
import type { Stamp } from '../../edit/stamp.ts';
import { parseBody } from '../../objects/parse-body.ts';
import { serialize } from '../../objects/serialize.ts';
import { renumbered, type Shift } from './renumber.ts';
import type { SharedObjects } from './shared-objects.ts';

/**
 * A stamp on the pages of one part; `pages` has an entry for each of them. Its file is one that was printed, untagged.
 */
export interface PartStamp extends Omit<Stamp, 'pdf'> {
  readonly read: () => Uint8Array;
}

/** What the joined file takes of a stamp: for each page of the part the form that goes on it, or `null`. */
export interface TakenStamp extends Pick<Stamp, 'layer' | 'subtype'> {
  readonly forms: readonly (Ref | null)[];
}

/** Writes an object of the joined file; with the bytes of its stream, as they are stored, where it is one. */
export type WriteObject = (number: number, obj: Obj, stored?: Buffer | null) => void;

/** Where a stamp goes. */
export interface StampTarget {
  readonly write: WriteObject;
  /** Gives out a number. */
  readonly add: () => number;
  /** Gives out so many, and answers the first. */
  readonly reserve: (count: number) => number;
  /** What other stamps and parts have brought. */
  readonly shared: SharedObjects;
  /** The document is to conform to a standard. */
  readonly conforming: boolean;
}

/**
 * Copies pages of a stamp's file as form XObjects (ISO 32000-2, 8.10), with the objects that they use, which get new
 * numbers.
 */
export function takeStamp(
  { read, layer, subtype, pages }: PartStamp,
  { reserve, write, add, shared, conforming }: StampTarget,
): TakenStamp {
  const source = new StampSource(read(), conforming);
  const first = reserve(source.size) - 1;
  const numbers = new Map<number, number>();
  const shift: Shift = { objects: first, parents: 0, ids: '', numbers, names: null, headers: new Map() };
  const put = (own: number, obj: Obj, stored: Buffer | null): number => {
    const number = shared.numberOf(serialize(obj), stored, own);
    if (number === own) write(own, obj, stored);
    return number;
  };
  const take = (obj: Obj): void => {
    if (Array.isArray(obj)) obj.forEach(take);
    else if (obj instanceof Dict) obj.entries().forEach(([, value]) => take(value));
    if (!(obj instanceof Ref) || numbers.has(obj.num)) return;
    numbers.set(obj.num, obj.num + first);
    const value = source.get(obj.num);
    take(value);
    numbers.set(obj.num, put(obj.num + first, renumbered(value, shift), source.stored(obj)));
  };
  const forms = new Map<number, Ref>();
  const formOf = (index: number): Ref => {
    const known = forms.get(index);
    if (known !== undefined) return known;
    const { resources, box, content, filter } = source.sheet(index);
    take(resources);
    const form = new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', box],
      ['Resources', renumbered(resources, shift)],
      ['Filter', filter],
    ]);
    const ref = new Ref(put(add(), form, content));
    forms.set(index, ref);
    return ref;
  };
  return { forms: pages.map((index) => (index === null ? null : formOf(index))), layer, subtype };
}

class StampSource {
  readonly #objects: ParsedPrint;
  readonly #printed: PrintedObjects;
  /** New bodies of streams, by number. */
  readonly #mended: ReadonlyMap<number, Buffer>;
  /** One more than the highest number of its objects. */
  readonly size: number;
  readonly #pages: readonly number[];

  constructor(pdf: Uint8Array, conforming: boolean) {
    const file = readPrinted(pdf);
    this.#objects = new ParsedPrint(pdf);
    this.#printed = new PrintedObjects(file);
    this.#mended = conforming ? mendCharacters(file, this.#printed) : new Map<number, Buffer>();
    for (const [number, body] of this.#mended) this.#printed.replace(number, body);
    this.size = file.size;
    this.#pages = this.#objects.pages();
  }

  /** An object; of a stream its dictionary. */
  get(number: number): Obj {
    return this.#mended.has(number) ? parseBody(this.#printed.head(number)) : this.#objects.get(number);
  }

  /** The bytes of a stream, `null` for other objects. */
  stored(obj: Obj): Buffer | null {
    return obj instanceof Ref ? this.#printed.stored(obj.num) : null;
  }

  sheet(index: number): { resources: Obj; box: Obj; content: Buffer | null; filter: Obj } {
    const page = this.#objects.dict(this.#objects.get(this.#pages[index] ?? 0));
    const contents = page.get('Contents');
    return {
      resources: this.#objects.resolve(page.get('Resources')),
      box: page.get('MediaBox'),
      content: this.stored(contents),
      filter: this.#objects.dict(contents).get('Filter'),
    };
  }
}

/**
 * Streams that all pages with stamps share: those that save and restore the graphics state, and one that shows each
 * stamp.
 */
export interface StampContents {
  readonly save: Ref;
  readonly restore: Ref;
  /** By the position of the stamp among those of a part. */
  readonly shows: readonly Ref[];
}

/** The content that shows a stamp: an artifact (ISO 32000-2, 14.8.2.2). */
export function showingContent(position: number, subtype: Stamp['subtype']): string {
  const type = subtype === 'Background' ? '/Type /Background' : `/Type /Pagination /Subtype /${subtype}`;
  return `/Artifact <<${type}>> BDC\nq /${formName(position)} Do Q\nEMC`;
}

const formName = (position: number) => `ColophonStamp${position}`;

/** Puts the forms of stamps on a page, in order; those that lie under go beneath the present content. */
export function stampPage(
  page: Dict,
  stamps: readonly { readonly form: Ref | null; readonly layer: Stamp['layer'] }[],
  { save, restore, shows }: StampContents,
): void {
  const resources = page.get('Resources');
  const own = page.get('Contents');
  if (!(resources instanceof Dict) || own === null) return;
  const forms = (resources.get('XObject') instanceof Dict ? (resources.get('XObject') as Dict) : new Dict()).copy();
  const placed = stamps.flatMap(({ form, layer }, position) => (form === null ? [] : [{ form, layer, position }]));
  for (const { form, position } of placed) forms.set(formName(position), form);
  const shown = (wanted: Stamp['layer']) =>
    placed.filter(({ layer }) => layer === wanted).map(({ position }) => shows[position] ?? save);
  page.set('Resources', resources.copy().set('XObject', forms));
  page.set('Contents', [...shown('under'), save, own, restore, ...shown('over')]);
}
