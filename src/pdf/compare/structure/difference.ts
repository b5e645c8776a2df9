/** A thing that was added, removed or changed. The side that lacks it is null. */
export interface Difference<T> {
  readonly kind: 'inserted' | 'deleted' | 'changed';
  readonly before: T | null;
  readonly after: T | null;
}

/** Differences of each kind that are reported. */
export const maxDifferences = 2000;

/** Compares named things, in the order of `before`, then of `after`. Of equal names the first counts. */
export function differences<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): Difference<T>[] {
  const found: Difference<T>[] = [];
  for (const [name, own] of before) {
    const other = after.get(name);
    if (other === undefined) found.push({ kind: 'deleted', before: own, after: null });
    else if (JSON.stringify(own) !== JSON.stringify(other)) found.push({ kind: 'changed', before: own, after: other });
  }
  for (const [name, own] of after) if (!before.has(name)) found.push({ kind: 'inserted', before: null, after: own });
  return found.slice(0, maxDifferences);
}

/** The first thing of each name. */
export function byName<T>(things: readonly T[], nameOf: (thing: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const thing of things) if (!found.has(nameOf(thing))) found.set(nameOf(thing), thing);
  return found;
}
