import type { Part } from '../copying/part.ts';
import { noPage } from '../facts/structure/element-table.ts';
import { type Obj, Ref } from '../objects/objects.ts';

/**
 * Empty array slots before marked-content identifiers. They count from 0 in each stream, but a hostile file may begin
 * at a billion.
 */
const maxSpareSlots = 200_000;

/** Marked content of a page, or of a stream by its object number. */
export interface Content {
  readonly page: number;
  readonly mcid: number;
  readonly stream: number | null;
}

/** The entries of the parent tree for marked content (ISO 32000-2, 14.7.5.4), by the key of their page or stream. */
export class ContentOwners {
  readonly entries = new Map<number, Obj[]>();
  readonly #part: Part;
  readonly #spare: SpareSlots;
  /** The page of the last content, and its entries; null for a page that is not copied. */
  #page = noPage;
  #ofPage: Obj[] | null = null;

  constructor(part: Part, spare: SpareSlots) {
    this.#part = part;
    this.#spare = spare;
  }

  /** Whether marked content is copied; if so, the entry is set. `owner` is the object number of its element. */
  take({ page, mcid, stream }: Content, owner: number): boolean {
    if (!Number.isSafeInteger(mcid) || mcid < 0) return false;
    const owners = stream === null && page === this.#page ? this.#ofPage : this.#find(page, stream);
    if (owners === null) return false;
    if (!this.#spare.use(mcid - owners.length)) {
      this.#part.report.drop(this.#part.document, 'tagged content', 'its number is far beyond what there is of it');
      return false;
    }
    while (owners.length < mcid) owners.push(null);
    owners[mcid] ??= new Ref(owner);
    return true;
  }

  /** The entries of a page or stream; null where it is not copied. */
  #find(page: number, stream: number | null): Obj[] | null {
    const { pageRefs, structureKeys } = this.#part;
    const key = stream === null ? structureKeys.page.get(page) : structureKeys.stream.get(stream);
    let owners: Obj[] | null = null;
    if (key !== undefined && pageRefs.has(page)) {
      owners = this.entries.get(key) ?? [];
      this.entries.set(key, owners);
    }
    if (stream === null) [this.#page, this.#ofPage] = [page, owners];
    return owners;
  }
}

/** The empty slots that all parts of a document may have together. */
export class SpareSlots {
  #left = maxSpareSlots;

  /** False where there are not so many left. */
  use(count: number): boolean {
    if (count <= 0) return true;
    if (count > this.#left) return false;
    this.#left -= count;
    return true;
  }
}
