import { kidsOf } from './body.ts';

/** A structure element of a printed file, and its text. */
interface ElementInOrder {
  readonly number: number;
  readonly text: string;
}

/**
 * The structure elements of a printed file as its tree has them: parents before their children, these in order. `root`
 * is the text of the root of the tree, '' where the file is not tagged; `textOf` gives that of an object, '' for none.
 */
export function* elementsInOrder(root: string, textOf: (number: number) => string): Generator<ElementInOrder> {
  const stack = kidsOf(root).reverse();
  const seen = new Set<number>();
  for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
    const text = textOf(number);
    if (seen.has(number) || !text.includes('/StructElem')) continue;
    seen.add(number);
    yield { number, text };
    for (const kid of kidsOf(text).reverse()) stack.push(kid);
  }
}
