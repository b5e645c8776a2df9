import type { Body } from './model/body.ts';
import { elementsInOrder } from './model/elements-in-order.ts';

/** A reference, and before it what only looks like one: strings. */
const references = /\((?:\\[^]|[^\\()])*\)?|<[\dA-Fa-f\s]*>|(?<!\d)(\d+) 0 R/g;

/**
 * Numbers the structure elements in the order of the tree (ISO 32000-2, 14.7.2), with the numbers that they had,
 * because Chromium sometimes numbers them in another order for the same content. All objects are then in the order of
 * their numbers. For objects of a printed file, without its streams.
 */
export function inTreeOrder(bodies: readonly Body[]): readonly Body[] {
  const elements = elementsOf(bodies);
  const numbers = elements.toSorted((one, other) => one - other);
  if (elements.every((number, index) => number === numbers[index])) return bodies;
  const renumbered = new Map(elements.map((number, index) => [number, numbers[index] ?? number]));
  const renamed = (body: string) =>
    body.replace(references, (found: string, number?: string) =>
      number === undefined ? found : `${renumbered.get(Number(number)) ?? number} 0 R`,
    );
  return bodies
    .map(([number, body]): Body => [renumbered.get(number) ?? number, renamed(body)])
    .sort(([one], [other]) => one - other);
}

/** Numbers of the structure elements, parents before their children, these in order. */
function elementsOf(bodies: readonly Body[]): number[] {
  const texts = new Map(bodies);
  const root = bodies.find(([, body]) => body.includes('/Type /StructTreeRoot'))?.[1] ?? '';
  return Array.from(
    elementsInOrder(root, (number) => texts.get(number) ?? ''),
    ({ number }) => number,
  );
}
