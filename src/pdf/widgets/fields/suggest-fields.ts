import { editDistance } from '../../../near-names.ts';

/** Names that are compared, and characters of each: a form may have tens of thousands of fields. */
const maxCount = { names: 5_000, characters: 100 };

/**
 * The names most similar to an unknown one, best first: equal but for case, spaces and groups, or a few letters apart.
 */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const plain = reduced(wanted);
  const scored = names.slice(0, maxCount.names).flatMap((name) => {
    const own = reduced(name);
    if (own === plain) return [{ name, distance: 0 }];
    if (lastOf(own) === lastOf(plain) && lastOf(own) !== '') return [{ name, distance: 1 }];
    const allowed = Math.min(3, Math.ceil(plain.length / 3));
    const distance = editDistance(own, plain, allowed);
    return distance <= allowed ? [{ name, distance: distance + 1 }] : [];
  });
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

const reduced = (name: string) =>
  name
    .slice(-maxCount.characters)
    .toLowerCase()
    .replace(/\[\d+\]/g, '')
    .replace(/[^\p{L}\p{N}.]/gu, '');
const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
