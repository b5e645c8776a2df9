/** Names that are compared, and characters of each: a form may have tens of thousands. */
const most = { names: 5_000, characters: 100 };

/** The names that are most like one that is not there, best first: the same but for case, spaces and the groups above it, or a few letters apart. */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const plain = reduced(wanted);
  const scored = names.slice(0, most.names).flatMap((name) => {
    const own = reduced(name);
    if (own === plain) return [{ name, distance: 0 }];
    if (lastOf(own) === lastOf(plain) && lastOf(own) !== '') return [{ name, distance: 1 }];
    const allowed = Math.min(3, Math.ceil(plain.length / 3));
    const distance = apart(own, plain, allowed);
    return distance <= allowed ? [{ name, distance: distance + 1 }] : [];
  });
  return scored.sort((a, b) => a.distance - b.distance).slice(0, 3).map(({ name }) => name);
}

const reduced = (name: string) => name.slice(-most.characters).toLowerCase().replace(/\[\d+\]/g, '').replace(/[^\p{L}\p{N}.]/gu, '');
const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Letters to change, add or leave out to come from one to the other (Levenshtein), as far as `allowed`. */
function apart(from: string, to: string, allowed: number): number {
  if (Math.abs(from.length - to.length) > allowed) return Infinity;
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
