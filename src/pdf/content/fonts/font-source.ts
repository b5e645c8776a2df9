import { Name, type Dict } from '../../objects/objects.ts';
import type { Lookup } from '../lookup.ts';
import type { CMap } from '../../fonts/cmap.ts';

/** What `simpleFont` and `compositeFont` are made of. */
export interface FontSource {
  readonly dict: Dict;
  readonly file: Lookup;
  readonly toUnicode: CMap | null;
}

/** Without the prefix of a subset. */
export function baseFontOf(file: Lookup, dict: Dict): string {
  const name = file.resolve(dict.get('BaseFont'));
  return name instanceof Name ? name.value.replace(/^[A-Z]{6}\+/, '') : '';
}

/**
 * Ascent and descent of a line in a font (9.8), as the font states them, or usual values where those are implausible.
 */
export function lineOf(
  file: Lookup,
  descriptor: Dict | null,
  usual: { readonly ascent: number; readonly descent: number },
): { ascent: number; descent: number } {
  const within = (value: number | null, low: number, high: number) =>
    value !== null && value >= low && value <= high ? value / 1000 : null;
  const ascent = within(file.number(descriptor?.get('Ascent') ?? null), 300, 1500) ?? usual.ascent;
  const descent = within(-Math.abs(file.number(descriptor?.get('Descent') ?? null) ?? 1), -800, -20) ?? usual.descent;
  return { ascent, descent };
}

/** Calls `make` at the first use, and returns the same value at every later one. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
