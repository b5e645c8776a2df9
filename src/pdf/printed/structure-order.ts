import { references as referencesIn } from './artifacts/printed-objects.ts';

/** A reference, and before it what only looks like one: strings. */
const references = /\((?:\\[^]|[^\\()])*\)?|<[\dA-Fa-f\s]*>|(?<!\d)(\d+) 0 R/g;
const children = /\/K\s*(\[[^[\]]*\]|\d+ 0 R)/;

/**
 * Chromium numbers the elements of a print in an order that is now and then another one for the same content. Here they
 * are numbered as the tree has them (ISO 32000-2, 14.7.2), among the numbers that they had, and all objects are in the
 * order of their numbers. Objects of a printed file, without its streams.
 */
export function inTreeOrder(bodies: readonly [number, string][]): readonly [number, string][] {
  const elements = elementsOf(bodies);
  const numbers = elements.toSorted((one, other) => one - other);
  if (elements.every((number, index) => number === numbers[index])) return bodies;
  const renumbered = new Map(elements.map((number, index) => [number, numbers[index] ?? number]));
  const renamed = (body: string) =>
    body.replace(references, (found: string, number?: string) =>
      number === undefined ? found : `${renumbered.get(Number(number)) ?? number} 0 R`,
    );
  return bodies
    .map(([number, body]): [number, string] => [renumbered.get(number) ?? number, renamed(body)])
    .sort(([one], [other]) => one - other);
}

/** Numbers of the structure elements, parents before their children, these in order. */
function elementsOf(bodies: readonly [number, string][]): number[] {
  const known = new Map(bodies);
  const root = bodies.find(([, body]) => body.includes('/Type /StructTreeRoot'));
  const found = new Set<number>();
  const stack = root === undefined ? [] : childrenOf(root[1]).reverse();
  for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
    const body = known.get(number);
    if (body === undefined || found.has(number) || !body.includes('/StructElem')) continue;
    found.add(number);
    for (const child of childrenOf(body).reverse()) stack.push(child);
  }
  return [...found];
}

function childrenOf(body: string): number[] {
  return referencesIn(children.exec(body)?.[1] ?? '');
}
