import { referenceOf, references, type PrintedObjects } from '../artifacts/printed-objects.ts';

/** A structure element of a printed file, with its id where it has one. */
interface ElementInOrder {
  readonly number: number;
  readonly id: string | null;
}

const kids = /\/K\s*(\[[^[\]]*\]|\d+ 0 R)/;
const identifier = /\/ID \((node\d+)\)/;
/** References to marks are no elements (ISO 32000-2, 14.7.5.2). */
const marks = /<<[^<>]*>>/g;

/**
 * The structure elements of a printed file as its tree has them: parents before their children, these in order. None
 * where it is not tagged.
 */
export function* elementsInOrder(objects: PrintedObjects, root: number): Generator<ElementInOrder> {
  const kidsOf = (text: string): number[] => references((kids.exec(text)?.[1] ?? '').replace(marks, '')).reverse();
  const stack = kidsOf(objects.head(referenceOf(objects.head(root), 'StructTreeRoot')));
  const seen = new Set<number>();
  for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
    const text = objects.head(number);
    if (seen.has(number) || !text.includes('/StructElem')) continue;
    seen.add(number);
    yield { number, id: identifier.exec(text)?.[1] ?? null };
    for (const kid of kidsOf(text)) stack.push(kid);
  }
}
