/**
 * Letters to change, add or leave out to come from one text to the other (Levenshtein); Infinity where their lengths
 * differ by more than `maxDistance`.
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

/** Longer names are no slips of short ones. */
const maxLength = 64;

/**
 * The candidate that is nearest to a name, where it is near enough to be a slip: within `maxDistance` edits, unless
 * given a third of its letters.
 */
export function nearName(
  name: string,
  candidates: Iterable<string>,
  maxDistance = Math.max(1, Math.floor(name.length / 3)),
): string | null {
  if (name.length > maxLength) return null;
  let best: { readonly candidate: string; readonly distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), maxDistance);
    if (distance <= maxDistance && (best === null || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate ?? null;
}
