/**
 * Work on arrays whose length a document decides. A spread in a call (`push(...values)`, `Math.max(...values)`) puts
 * every value on the call stack, which has no room for some hundred thousand of them.
 */

/** Adds all values at the end of an array. */
export function append<T>(target: T[], values: Iterable<T>): void {
  for (const value of values) target.push(value);
}

/** Infinity where there is none. */
export function least(values: Iterable<number>): number {
  let found = Infinity;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** -Infinity where there is none. */
export function greatest(values: Iterable<number>): number {
  let found = -Infinity;
  for (const value of values) found = Math.max(found, value);
  return found;
}
