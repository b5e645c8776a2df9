import type { Tab } from '../tab.ts';

/** Named destinations of a print that no link in its HTML leads to. */
export interface Destinations {
  /** Ids of elements. */
  readonly ids: readonly string[];
  /** New ids for the beginning or the end of the document. */
  readonly marks: readonly { readonly id: string; readonly at: 'start' | 'end' }[];
}

/**
 * Runs in the page. Links in the head take part in no layout, and selectors for the body do not match them; a mark
 * becomes the id of an element that has none.
 */
const make = `({ ids, marks }) => {
  const isShown = (element) => element.getClientRects().length > 0;
  for (const { id, at } of marks) {
    const all = [document.documentElement, document.body, ...document.body.querySelectorAll('*')].filter(
      (element) => element.id === '',
    );
    const element = at === 'start' ? all.find(isShown) : all.findLast(isShown);
    if (element) element.id = id;
  }
  for (const id of [...ids, ...marks.map((mark) => mark.id)]) {
    const link = document.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    link.setAttribute('href', '#' + id);
    document.head.append(link);
  }
}`;

/** Makes Chromium write named destinations: it does so for ids that links of the document lead to. */
export async function makeDestinations(tab: Tab, destinations: Destinations): Promise<void> {
  if (destinations.ids.length + destinations.marks.length === 0) return;
  await tab.session.send('Runtime.evaluate', { expression: `(${make})(${JSON.stringify(destinations)})` });
}
