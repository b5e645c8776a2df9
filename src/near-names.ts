/**
 * The number of letters to change, add, leave out or exchange with the next one (optimal string alignment). `Infinity`
 * where the lengths differ by more than `maxDistance`.
 */
export function editDistance(from: string, to: string, maxDistance: number): number {
  if (Math.abs(from.length - to.length) > maxDistance) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let other = 1; other <= to.length; other += 1) {
      const change = (row[other - 1] ?? 0) + (from[at - 1] === to[other - 1] ? 0 : 1);
      const swapped = from[at - 1] === to[other - 2] && from[at - 2] === to[other - 1];
      const swap = swapped ? (before[other - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(change, swap, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? Infinity;
}

/** Longer names are never suggested: they are no typing errors. */
const maxNameLength = 64;

/**
 * The candidate nearest to `name`, within `maxDistance` edits (a third of its letters unless given, none for one letter);
 * `null` = none is near enough. Case does not count.
 */
export function nearName(
  name: string,
  candidates: Iterable<string>,
  maxDistance = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length / 3)),
): string | null {
  if (name.length > maxNameLength) return null;
  let best: { readonly candidate: string; readonly distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), maxDistance);
    if (distance <= maxDistance && (best === null || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate ?? null;
}

/** The end of a sentence that suggests the candidate nearest to `name`: `; did you mean ...?`, or ''. */
export function didYouMean(name: string, candidates: Iterable<string>, maxDistance?: number): string {
  const near = nearName(name, candidates, maxDistance);
  return near === null || near === name ? '' : `; did you mean \`${near}\`?`;
}

/** True where the letters of `short` are in `name` in their order, the first at its start: `md` of `markdown`. */
export const isAbbreviation = (short: string, name: string): boolean => {
  let at = 0;
  for (const letter of name.toLowerCase()) if (letter === short.charAt(at).toLowerCase()) at += 1;
  return at > 1 && at === short.length && name.charAt(0).toLowerCase() === short.charAt(0).toLowerCase();
};
