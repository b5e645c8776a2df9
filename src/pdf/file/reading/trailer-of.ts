import { Dict } from '../../objects/objects.ts';

/** What no file can be read without. */
export const needed = ['Root', 'Encrypt', 'ID'];

/**
 * The newest trailer, with these entries of older ones where it lacks them: the second half of a linearized file often
 * lacks some. An Info that only an older trailer names is outdated, as other readers treat it, unless the file is
 * damaged.
 */
export function trailerOf(newestFirst: readonly Dict[], keys: readonly string[] = needed): Dict {
  const trailer = newestFirst[0]?.copy() ?? new Dict();
  for (const key of keys) {
    if (!trailer.has(key)) trailer.set(key, newestFirst.find((older) => older.has(key))?.get(key) ?? null);
  }
  return trailer;
}
