import { outlineItems } from '../../facts/trees/outline-items.ts';
import { leadsNowhere } from '../printed-places.ts';
import { Dict, Name, Ref, type Obj } from '../../objects/objects.ts';
import { serialize } from '../../objects/serialize.ts';
import type { Part } from './part.ts';

/** An item of the joined outline on its way. */
interface Item {
  readonly ref: Ref;
  readonly dict: Dict;
  readonly kids: Item[];
}

/** Entries of an item that give its place in the tree, and are replaced. All others stay. */
const rebuilt = ['Parent', 'Prev', 'Next', 'First', 'Last', 'Count'];

/**
 * Joins the outlines of all parts (ISO 32000-2, 12.3.3). An item is below the nearest item of a lower level before it,
 * in whichever part that is. `add` assigns numbers.
 */
export class OutlineJoin {
  readonly #add: () => number;
  readonly #top: Item[] = [];
  readonly #open: { readonly level: number; readonly kids: Item[] }[] = [];

  constructor(add: () => number) {
    this.#add = add;
  }

  take(part: Part): void {
    const items = itemsOf(part);
    const levels = part.given.levels.length === items.length ? part.given.levels : items.map(({ depth }) => depth);
    items.forEach(({ dict }, index) => {
      const level = levels[index] ?? 1;
      if (level === 0) return;
      while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
      const item: Item = { ref: new Ref(this.#add()), dict, kids: [] };
      (this.#open.at(-1)?.kids ?? this.#top).push(item);
      this.#open.push({ level, kids: item.kids });
    });
  }

  /** Its objects by number, `root` among them; none where no part has items. */
  written(root: number): Map<number, Dict> {
    const written = new Map<number, Dict>();
    if (this.#top.length > 0)
      written.set(root, link(new Dict([['Type', new Name('Outlines')]]), new Ref(root), this.#top, written));
    return written;
  }
}

/** The items of a part, each before those below it; none for items that are not on its pages. */
function itemsOf(part: Part): { dict: Dict; depth: number }[] {
  const items: { dict: Dict; depth: number }[] = [];
  const file = { dict: (obj: Obj) => part.take(obj) };
  for (const { dict: own, level: depth } of outlineItems(file, part.objects.catalog.get('Outlines'))) {
    const dict = part.renumbered(own) as Dict;
    for (const key of rebuilt) dict.delete(key);
    if (!leadsNowhere(part.objects.array(own.get('Dest')) ?? [])) items.push({ dict, depth });
  }
  return items;
}

/** Links `parent` and its items; answers `parent`. Everything is open. */
function link(parent: Dict, ref: Ref, items: readonly Item[], written: Map<number, Dict>): Dict {
  let shown = 0;
  items.forEach((item, index) => {
    item.dict
      .set('Parent', ref)
      .set('Prev', items[index - 1]?.ref ?? null)
      .set('Next', items[index + 1]?.ref ?? null);
    written.set(item.ref.num, item.kids.length > 0 ? link(item.dict, item.ref, item.kids, written) : item.dict);
    shown += 1 + Number(item.dict.get('Count') ?? 0);
  });
  return parent
    .set('First', items[0]?.ref ?? null)
    .set('Last', items.at(-1)?.ref ?? null)
    .set('Count', shown);
}

/** An item as text in the form in which Skia writes it, for those who look for its title. */
export function itemText(item: Dict): string {
  const others = item.copy();
  others.delete('Title');
  return `<</Title ${serialize(item.get('Title'))}\n${serialize(others).slice(2)}`;
}
