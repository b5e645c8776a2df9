import { Dict, Name, Ref, type Obj } from '../raw/objects.ts';
import type { Part } from './part.ts';

/** An item of the joined outline on its way. */
interface Item {
  readonly ref: Ref;
  readonly dict: Dict;
  readonly kids: Item[];
}

/** What tree and text have to say of an item is kept; its place in the tree is made anew. */
const rebuilt = ['Parent', 'Prev', 'Next', 'First', 'Last', 'Count'];

/**
 * One outline of those of all parts (ISO 32000-2, 12.3.3): an item stands below the nearest before it of a lower level, in whichever part that is.
 * Answers its objects by number, the root as `root`; `add` gives out numbers. Empty where no part has items.
 */
export function joinOutlines(parts: readonly Part[], root: number, add: () => number): Map<number, Dict> {
  const top: Item[] = [];
  const open: { level: number; kids: Item[] }[] = [];
  for (const part of parts) {
    const items = itemsOf(part);
    const levels = part.given.levels.length === items.length ? part.given.levels : items.map(({ depth }) => depth);
    items.forEach(({ dict }, index) => {
      const level = levels[index] ?? 1;
      if (level === 0) return;
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const item: Item = { ref: new Ref(add()), dict, kids: [] };
      (open.at(-1)?.kids ?? top).push(item);
      open.push({ level, kids: item.kids });
    });
  }
  const written = new Map<number, Dict>();
  if (top.length > 0) written.set(root, link(new Dict([['Type', new Name('Outlines')]]), new Ref(root), top, written));
  return written;
}

/** The items of a part, each before those below it. */
function itemsOf(part: Part): { dict: Dict; depth: number }[] {
  const items: { dict: Dict; depth: number }[] = [];
  const walk = (parent: Dict | null, depth: number): void => {
    for (let at: Obj = parent?.get('First') ?? null; at !== null; ) {
      const own: Dict | null = part.take(at);
      const dict = part.renumbered(own) as Dict;
      for (const key of rebuilt) dict.delete(key);
      items.push({ dict, depth });
      walk(own, depth + 1);
      at = own?.get('Next') ?? null;
    }
  };
  walk(part.takeFromCatalog('Outlines'), 1);
  return items;
}

/** Links `parent` and its items; answers `parent`. Everything is open. */
function link(parent: Dict, ref: Ref, items: readonly Item[], written: Map<number, Dict>): Dict {
  let shown = 0;
  items.forEach((item, index) => {
    item.dict.set('Parent', ref).set('Prev', items[index - 1]?.ref ?? null).set('Next', items[index + 1]?.ref ?? null);
    written.set(item.ref.num, item.kids.length > 0 ? link(item.dict, item.ref, item.kids, written) : item.dict);
    shown += 1 + Number(item.dict.get('Count') ?? 0);
  });
  return parent.set('First', items[0]?.ref ?? null).set('Last', items.at(-1)?.ref ?? null).set('Count', shown);
}
