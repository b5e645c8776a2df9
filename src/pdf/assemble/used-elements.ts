import type { Part } from '../copying/part.ts';
import { isElement } from '../facts/structure/structure-index.ts';
import type { Element } from '../facts/structure/structure-element.ts';

/** Elements with content on the pages of a part, their ancestors, and the empty cells of their rows, in order. */
export function elementsOf(part: Part): Element[] {
  const { structure } = part.source;
  const taken = new Set<number>();
  const remaining: Element[] = [];
  const keep = (element: Element) => {
    taken.add(element.order);
    remaining.push(element);
  };
  const above: Element[] = [];
  for (const page of part.pages) {
    for (const element of structure.onPage.get(page) ?? []) {
      for (let at: Element | null = element; at !== null && !taken.has(at.order); at = at.parent) above.push(at);
      for (let at = above.pop(); at !== undefined; at = above.pop()) keep(at);
    }
  }
  const rows = remaining.filter(({ type }) => type === 'TR');
  for (const row of rows) keepEmpty(row, keep);
  return remaining.every(({ order }, place) => place === 0 || order > (remaining[place - 1]?.order ?? 0))
    ? remaining
    : remaining.sort((a, b) => a.order - b.order);
}

function keepEmpty(row: Element, keep: (element: Element) => void): void {
  const stack: Element[] = [row];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    for (const kid of element.items) {
      if (kid === null || !isElement(kid) || kid.filled) continue;
      keep(kid);
      stack.push(kid);
    }
  }
}
