// Kids of structure elements as whole numbers (ISO 32000-2, 14.7.5). Numbers from 0 on are identifiers of marked content
// of the element's page. Larger ones are places in the list of references. Negative ones are elements.

/** Stands for a missing kid, and for one that belongs to another element. */
export const noItem = -0x80000000;

/** The highest number of an object that an item can stand for: 31 bits. */
export const maxNum = 0x7fffffff;

/** The item of marked content whose identifier is invalid: negative, or no integer. */
const invalidContent = 0x3fffffff;
const maxContent = invalidContent;
/** Identifiers above it are of no use, and become this one. */
const maxMcid = invalidContent - 1;

/** The item of marked content of the element's page. */
export function contentItem(mcid: number): number {
  return Number.isInteger(mcid) && mcid >= 0 ? Math.min(mcid, maxMcid) : invalidContent;
}

/** The identifier of marked content; -1 for an invalid one. */
export function mcidOf(item: number): number {
  return item === invalidContent ? -1 : item;
}

/** True for marked content of the element's page. */
export function isContent(item: number): boolean {
  return item >= 0 && item <= maxContent;
}

/** The item of an element; `order` is its place among all elements. */
export function elementItem(order: number): number {
  return -order - 1;
}

/** The place of an element among all; -1 for another item. */
export function elementOf(item: number): number {
  return item < 0 && item !== noItem ? -item - 1 : -1;
}

/** The item of the reference at that place of the list. */
export function referenceItem(place: number): number {
  return maxContent + 1 + place;
}

/** The place of a reference in the list; -1 for another item. */
export function referenceOf(item: number): number {
  return item > maxContent ? item - maxContent - 1 : -1;
}
