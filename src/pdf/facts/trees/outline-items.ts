import { type Dict, type Obj, Ref } from '../../objects/objects.ts';
import type { TreeFile } from './tree-nodes.ts';

/** An item of an outline (ISO 32000-2, 12.3.3) and where it stands. */
export interface OutlinePlace {
  /** Null where it is direct in the item before it, or above it. */
  readonly ref: Ref | null;
  readonly dict: Dict;
  readonly parent: OutlinePlace | null;
  /** 1 for the outermost. */
  readonly level: number;
}

/** Half the objects that a file may have. */
const maxItems = 1_000_000;

/**
 * The items below the dictionary Outlines, each before those below it; at most a million. The walk does not recurse,
 * and visits each item once, so that an outline with circles ends.
 */
export function* outlineItems(file: Pick<TreeFile, 'dict'>, outlines: Obj): Generator<OutlinePlace, void, undefined> {
  const seen = new Set<Dict>();
  const numbers = new Set<number>();
  const stack: { next: Obj; parent: OutlinePlace | null }[] = [
    { next: file.dict(outlines)?.get('First') ?? null, parent: null },
  ];
  for (let todo = stack.pop(); todo !== undefined && seen.size < maxItems; todo = stack.pop()) {
    const { next, parent } = todo;
    const ref = next instanceof Ref ? next : null;
    if (next === null || (ref !== null && numbers.has(ref.num))) continue;
    const dict = file.dict(next);
    if (dict === null || seen.has(dict)) continue;
    seen.add(dict);
    if (ref !== null) numbers.add(ref.num);
    const item: OutlinePlace = { ref, dict, parent, level: (parent?.level ?? 0) + 1 };
    yield item;
    stack.push({ next: dict.get('Next'), parent }, { next: dict.get('First'), parent: item });
  }
}
