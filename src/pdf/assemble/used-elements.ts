import { ElementOrders } from '../copying/placed-elements.ts';
import type { Part } from '../copying/part.ts';
import { elementOf } from '../facts/structure/element-items.ts';
import { type ElementTable, noElement } from '../facts/structure/element-table.ts';

/** Elements with content on the pages of a part, their ancestors, and the empty cells of their rows, in order. */
export function elementsOf(part: Part): ElementOrders {
  const { elements, onPage } = part.source.structure;
  const taken = new ElementOrders();
  const above: number[] = [];
  for (const page of part.pages) {
    for (const element of onPage.get(page) ?? []) {
      for (let at = element; at !== noElement && !taken.has(at); at = elements.parent(at)) above.push(at);
      for (let at = above.pop(); at !== undefined; at = above.pop()) taken.add(at);
    }
  }
  const row = elements.types.indexOf('TR');
  const rows = row < 0 ? [] : taken.list.filter((order) => elements.typeNumber(order) === row);
  for (const order of rows) addEmpty(elements, order, taken);
  taken.sort();
  return taken;
}

function addEmpty(elements: ElementTable, row: number, taken: ElementOrders): void {
  const stack = [row];
  for (let order = stack.pop(); order !== undefined; order = stack.pop()) {
    const end = elements.endOfItems(order);
    for (let place = elements.firstItem(order); place < end; place += 1) {
      const kid = elementOf(elements.item(place));
      if (kid === noElement || elements.filled(kid)) continue;
      taken.add(kid);
      stack.push(kid);
    }
  }
}
