import type { CssNode } from 'css-tree';

/** Which elements a document needs for a selector to match in it: one, all of several, or one of several. */
export type ElementsNeeded =
  { readonly one: string } | { readonly all: readonly ElementsNeeded[] } | { readonly any: readonly ElementsNeeded[] };

/** The elements that a list of selectors needs. Pseudo-classes other than `:is()` and `:where()` need none. */
export function elementsNeeded(node: CssNode): ElementsNeeded {
  if (node.type === 'TypeSelector') return node.name === '*' ? { all: [] } : { one: node.name.toLowerCase() };
  if (node.type === 'SelectorList') return { any: node.children.toArray().map(elementsNeeded) };
  if (node.type === 'Selector') return { all: node.children.toArray().map(elementsNeeded) };
  const lists = node.type === 'PseudoClassSelector' && /^(?:is|where)$/i.test(node.name) ? node.children : null;
  return { all: lists?.toArray().map(elementsNeeded) ?? [] };
}

/** True where the elements of a document, by lower-case names, include those that are needed. */
export function areThere(needed: ElementsNeeded, isThere: (name: string) => boolean): boolean {
  if ('one' in needed) return isThere(needed.one);
  if ('all' in needed) return needed.all.every((each) => areThere(each, isThere));
  return needed.any.some((each) => areThere(each, isThere));
}

/** The names of all elements in `needed`. */
export function namesIn(needed: ElementsNeeded): string[] {
  return 'one' in needed ? [needed.one] : ('all' in needed ? needed.all : needed.any).flatMap(namesIn);
}
