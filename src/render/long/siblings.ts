import type { LongBlock, LongFlow } from './long-flow.ts';
import { startTagOf, unseen } from './markup.ts';
import { blockOf } from './stretch.ts';

/** How many elements before one that is cut are there for selectors: `a + b + c` asks for two. */
const before = 2;

/** True where a block is within the element at that depth of another: 0 is the sheet. */
const isWithin = (block: LongBlock, other: LongBlock, depth: number) => block.sheet === other.sheet && other.within.slice(0, depth).every((wrapper, index) => block.within[index] === wrapper);

/** The elements before a unit, in the element at that depth of its block, the nearest first: each as HTML that begins with its start tag. */
function* elementsBefore({ blocks, starts }: LongFlow, unit: number, depth: number, at: number): Generator<string> {
  const here = blocks[at];
  let inside = here?.within[depth];
  for (let index = at; here !== undefined && index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined || !isWithin(block, here, depth)) return;
    const child = block.within[depth];
    if (child !== undefined && child !== inside) yield child.open;
    inside = child;
    if (child !== undefined) continue;
    if ('table' in block) {
      if (index < at) yield block.table.tag;
      continue;
    }
    const first = starts[index] ?? 0;
    for (let piece = Math.min(unit - first, block.pieces.length) - 1; piece >= 0; piece -= 1) yield block.pieces[piece] ?? '';
  }
}

/**
 * What stands in the place of the elements before a unit, in the element at that depth of its block: nothing that is seen. With it the unit is no first child, and
 * selectors find the nearest elements before it (Selectors 4, 14.3, next-sibling combinator).
 */
export function unseenBefore(flow: LongFlow, unit: number, depth: number): string {
  const found: string[] = [];
  for (const html of elementsBefore(flow, unit, depth, blockOf(flow, unit))) {
    const tag = startTagOf(html);
    if (tag !== null) found.unshift(unseen(tag));
    if (found.length === before) break;
  }
  return found.join('');
}

/** True where, in the element at that depth of its block, something stands behind what the last unit before `unit` is in. */
function isFollowed({ blocks, starts }: LongFlow, unit: number, depth: number): boolean {
  const at = blockOf({ starts }, unit - 1);
  const last = blocks[at];
  for (let index = at; last !== undefined && index < blocks.length; index += 1) {
    const block = blocks[index];
    if (block === undefined || !isWithin(block, last, depth)) return false;
    const isSame = last.within[depth] !== undefined ? block.within[depth] === last.within[depth] : index === at && ('table' in last || unit >= (starts[at + 1] ?? 0));
    if (!isSame) return true;
  }
  return false;
}

/** What stands in the place of the elements behind a part that ends before a unit, in the element at that depth of its last block: nothing is the last child that is not. */
export const unseenAfter = (flow: LongFlow, unit: number, depth: number) => (isFollowed(flow, unit, depth) ? unseen({ name: 'div', classes: '', id: '' }) : '');

/** Rows or bodies of a table that stand before one, as `:nth-child` counts them: as many, or as many more than twelve as there are over a multiple of twelve. */
const counted = (count: number) => (count <= 2 * cycle ? count : cycle + (count % cycle));

/** What `:nth-child` may count by is a part of it. */
export const cycle = 12;

/** As many unseen elements as it takes to count on, the last of them like those right before. */
export function unseenCount(count: number, before: readonly string[]): string {
  if (count === 0) return '';
  const like = before.slice(-Math.min(count, before.length)).flatMap((html) => startTagOf(html) ?? []);
  const [first] = like;
  return first === undefined ? '' : unseen({ ...first, classes: '' }).repeat(Math.max(0, counted(count) - like.length)) + like.map(unseen).join('');
}
