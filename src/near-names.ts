/**
 * The Levenshtein distance: the number of letters to change, add or leave out. `Infinity` where the lengths differ by
 * more than `maxDistance`.
 */
export function editDistance(from: string, to: string, maxDistance: number): number {
  if (Math.abs(from.length - to.length) > maxDistance) return Infinity;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let other = 1; other <= to.length; other += 1) {
      const change = (row[other - 1] ?? 0) + (from[at - 1] === to[other - 1] ? 0 : 1);
      next.push(Math.min(change, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? Infinity;
}

/** Longer names are never suggested: they are no typing errors. */
const maxNameLength = 64;

/**
 * The candidate nearest to `name`, within `maxDistance` edits (a third of its letters unless given); `null` = none is
 * near enough. Case does not count.
 */
export function nearName(
  name: string,
  candidates: Iterable<string>,
  maxDistance = Math.max(1, Math.floor(name.length / 3)),
): string | null {
  if (name.length > maxNameLength) return null;
  let best: { readonly candidate: string; readonly distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), maxDistance);
    if (distance <= maxDistance && (best === null || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate ?? null;
}
