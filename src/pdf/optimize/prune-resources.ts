import { usedResources } from '../facts/survey.ts';
import { reachable } from '../facts/reachable.ts';
import { Dict, isName, Ref, Stream } from '../objects/objects.ts';
import type { Changes } from '../file/changes.ts';
import type { Survey } from './survey.ts';

/** A user of resources, and whether its content was run. */
interface Owner {
  readonly num: number;
  readonly dict: Dict;
  readonly surveyed: boolean;
}

/**
 * Removes unused entries from resource dictionaries whose users are all known: pages, and content streams that were
 * run. Answers the number of removed entries.
 */
export function pruneResources(changes: Changes, { used, run }: Survey): number {
  let gone = 0;
  for (const [resources, owners] of ownersOf(changes, run)) {
    if (!used.has(resources) || !owners.every(({ surveyed }) => surveyed)) continue;
    const pruned = usedResources(changes, resources, {
      used,
      scanned: new Set(),
      fonts: new Map(),
      unreadable: new Map(),
    });
    const less = entriesIn(changes, resources) - entriesIn(changes, pruned);
    if (less === 0) continue;
    gone += less;
    for (const { num, dict } of owners) {
      const place = dict.get('Resources');
      if (place instanceof Ref) changes.set(place, pruned);
      else changes.dictAt(new Ref(num)).set('Resources', pruned);
    }
  }
  return gone;
}

function ownersOf(changes: Changes, run: ReadonlySet<Dict>): Map<Dict, Owner[]> {
  const owners = new Map<Dict, Owner[]>();
  for (const [num, obj] of reachable(changes, changes.trailer)) {
    const dict = obj instanceof Stream ? obj.dict : obj instanceof Dict ? obj : null;
    const resources = dict === null ? null : changes.dict(dict.get('Resources'));
    if (dict === null || resources === null) continue;
    const surveyed =
      obj instanceof Stream
        ? run.has(dict)
        : isName(changes.resolve(dict.get('Type')), 'Page') || isName(changes.resolve(dict.get('Type')), 'Pages');
    owners.set(resources, [...(owners.get(resources) ?? []), { num, dict, surveyed }]);
  }
  return owners;
}

/** Categories of named resources (ISO 32000-2, table 34), and the obsolete ProcSet. */
const categories = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'Properties'];

const entriesIn = (changes: Changes, resources: Dict): number =>
  categories.reduce((count, category) => count + (changes.dict(resources.get(category))?.size ?? 0), 0);
