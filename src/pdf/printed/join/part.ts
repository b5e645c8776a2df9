import { markArtifacts } from '../artifacts/mark-artifacts.ts';
import { referenceOf, references } from '../model/body.ts';
import { PrintedObjects } from '../model/printed-objects.ts';
import { mendCharacters } from '../conform/mend-fonts.ts';
import { numberTree } from '../../facts/trees/read-trees.ts';
import type { PrintedFile } from '../printed.ts';
import { ParsedPrint } from '../parsed-print.ts';
import { Dict, Ref, type Obj } from '../../objects/objects.ts';
import { parseBody } from '../../objects/parse-body.ts';
import { elementsInOrder } from '../model/elements-in-order.ts';
import { joinedId, joinedNumber, renumber, renumbered, type Shift } from './renumber.ts';
import type { SharedObjects } from './shared-objects.ts';
import type { PartStamp } from './stamp-pages.ts';

/**
 * How a part continues the one before it: on a new sheet; or in the same sheet and in this many nested elements in it,
 * and there perhaps in a table.
 */
export type Continues = 'nothing' | { readonly within: number; readonly table: RepeatedRows | null };

/** How many rows of its head a part of a table begins with again, and how many of its foot end the part before. */
export interface RepeatedRows {
  readonly headRows: number;
  /** Rows of the header of the group that continues, after those of the head. */
  readonly groupRows: number;
  readonly footRows: number;
}

/** One of the files that a document was printed in, each beginning at the top of a page. */
export interface PrintedPart {
  /** Reads its file: called once, when its turn comes. */
  readonly read: () => Uint8Array;
  readonly continues: Continues;
  /**
   * Levels of its headings in order, for the outline; 0 for a heading without an item. Where their number differs from
   * that of the items, the items have the depth of the print.
   */
  readonly levels: readonly number[];
  /** Names of its destinations. */
  readonly names: readonly string[];
  readonly stamps: readonly PartStamp[];
}

const elementId = /\/ID \((node\d+)\)/;
/** Objects that belong to one page or to the structure: they are in one part alone. */
const ofOnePlace = /\/StructParents? |\/Type \/(?:Page|Pages|StructElem|Annot)\b/;

/** Where a part stands in the joined file. */
interface PartPlace extends Pick<Shift, 'objects' | 'parents' | 'ids'> {
  /** Numbers and ids follow from the content alone. */
  readonly deterministic: boolean;
  /** The document is to conform to a standard. */
  readonly conforming: boolean;
}

/** A part with its place in the joined file. */
export class Part {
  readonly given: PrintedPart;
  readonly file: PrintedFile;
  readonly objects: ParsedPrint;
  readonly shift: Shift;
  /** Numbers of objects that are not taken over as they are. */
  readonly special = new Set<number>();
  /** The new parent, by the number of a structure element that goes to another. */
  readonly parents = new Map<number, number>();
  /** See `Shift`. */
  readonly headers = new Map<string, string>();
  readonly #numbers = new Map<number, number>();
  /** As they are taken over: some have new bodies. */
  readonly #printed: PrintedObjects;
  #parentArrays: ReadonlyMap<number, number> | null = null;

  constructor(given: PrintedPart, file: PrintedFile, place: PartPlace) {
    this.given = given;
    this.file = file;
    this.objects = new ParsedPrint(file.bytes);
    this.shift = {
      objects: place.objects,
      parents: place.parents,
      ids: place.ids,
      names: place.deterministic ? new Map() : null,
      numbers: this.#numbers,
      headers: this.headers,
    };
    this.#printed = new PrintedObjects(this.file, markArtifacts(this.file));
    if (place.conforming)
      for (const [number, body] of mendCharacters(this.file, this.#printed)) this.#printed.replace(number, body);
    this.special.add(this.file.root);
    if (this.file.info !== null) this.special.add(this.file.info);
    if (place.deterministic) this.#inTreeOrder();
  }

  /** The numbers of its objects that are taken over as they are, in the order of those that they get. */
  *taken(): Generator<number> {
    const numbers = this.file.objects.flatMap(({ number }) => (this.special.has(number) ? [] : [number]));
    yield* this.shift.names === null ? numbers : numbers.sort((one, other) => this.number(one) - this.number(other));
  }

  /**
   * Renumbers and renames elements by the tree (see structure-order.ts), because Chromium's numbers and names change
   * from print to print.
   */
  #inTreeOrder(): void {
    const elements: number[] = [];
    const textOf = (number: number) => this.#printed.head(number);
    const root = textOf(referenceOf(textOf(this.file.root), 'StructTreeRoot'));
    for (const { number, text } of elementsInOrder(root, textOf)) {
      elements.push(number);
      const id = elementId.exec(text)?.[1];
      if (id !== undefined) joinedId(id, this.shift);
    }
    const numbers = elements.toSorted((one, other) => one - other);
    elements.forEach((own, index) => this.#numbers.set(own, (numbers[index] ?? own) + this.shift.objects));
  }

  /** The number that an object of the part has in the joined file. */
  number(own: number): number {
    return joinedNumber(own, this.shift);
  }

  /** From now on an object of the part is the one that has that number in the joined file. */
  standFor(own: number, joined: number): void {
    this.#numbers.set(own, joined);
  }

  /** A value with the numbers of the joined file. */
  renumbered(obj: Obj): Obj {
    return renumbered(obj, this.shift);
  }

  /** The dictionary that an entry of the catalog refers to, which is not taken over as it is. */
  takeFromCatalog(key: string): Dict | null {
    return this.take(this.objects.catalog.get(key));
  }

  /** The dictionary that `obj` is or refers to; it is not taken over as it is. */
  take(obj: Obj): Dict | null {
    if (obj instanceof Ref) this.special.add(obj.num);
    return obj === null ? null : this.objects.dict(obj);
  }

  /** An object that is no stream, or the dictionary of one, as text; and from the word `stream` on what is in it. */
  split(number: number): { text: string; stream: Buffer | null } {
    return { text: this.#printed.head(number), stream: this.#printed.tail(number) };
  }

  /** A dictionary as it is to be taken over. */
  parsed(number: number): Dict {
    const value = parseBody(this.split(number).text);
    return value instanceof Dict ? value : new Dict();
  }

  /** Replaces an object that is no stream. */
  setText(number: number, text: string): void {
    this.#printed.replace(number, Buffer.from(text, 'latin1'));
  }

  /** The data of a content stream. */
  content(number: number): Buffer | null {
    return this.#printed.content(number);
  }

  setContent(number: number, content: Buffer): void {
    this.#printed.replace(number, this.#printed.withContent(number, content));
  }

  /** The arrays of the parent tree (ISO 32000-2, 14.7.5.4), by their keys. */
  get parentArrays(): ReadonlyMap<number, number> {
    const tree = this.objects.dict(this.objects.catalog.get('StructTreeRoot')).get('ParentTree');
    this.#parentArrays ??= new Map(
      [...numberTree(this.objects, tree)].flatMap(([key, value]): [number, number][] =>
        value instanceof Ref ? [[key, value.num]] : [],
      ),
    );
    return this.#parentArrays;
  }

  /**
   * Finds the resources of the pages (fonts, images, profiles, graphics states) that an earlier part has already: these
   * are not copied.
   */
  share(shared: SharedObjects): void {
    const within = (obj: Obj): number[] =>
      obj instanceof Ref
        ? [obj.num]
        : obj instanceof Dict
          ? obj.entries().flatMap(([, value]) => within(value))
          : Array.isArray(obj)
            ? obj.flatMap(within)
            : [];
    for (const page of this.objects.pages())
      for (const number of within(this.objects.dict(this.objects.get(page)).get('Resources')))
        this.#share(number, shared);
  }

  #share(number: number, shared: SharedObjects): void {
    if (this.#numbers.has(number)) return;
    const own = number + this.shift.objects;
    this.#numbers.set(number, own);
    const { text, stream } = this.split(number);
    if (text === '' || ofOnePlace.test(text)) return;
    for (const used of references(text)) this.#share(used, shared);
    this.#numbers.set(number, shared.numberOf(renumber(text, this.shift).trim(), stream, own));
    if (this.number(number) !== own) this.special.add(number);
  }
}
