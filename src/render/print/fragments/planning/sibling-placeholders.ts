import type { FirstOfItsKind, LongBlock, LongFlow } from './flow.ts';
import type { Wrapper } from '../long-piece.ts';
import { startTagOf, unseen, type StartTag } from './markup.ts';
import { blockOf } from './unit-range.ts';

/** How many elements before one that is cut are there for selectors: `a + b + c` asks for two. */
const before = 2;

/** True where a block is within the element at that depth of another: 0 is the sheet. */
const isWithin = (block: LongBlock, other: LongBlock, depth: number) =>
  block.sheet === other.sheet &&
  other.within.slice(0, depth).every((wrapper, index) => block.within[index] === wrapper);

/**
 * The elements before a unit, in the element at that depth of its block, the nearest first: each as HTML that begins
 * with its start tag.
 */
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
    for (let piece = Math.min(unit - first, block.pieces.length) - 1; piece >= 0; piece -= 1)
      yield block.pieces[piece] ?? '';
  }
}

/** Kinds of elements that are looked for before others, each of which is there once in every part. */
export const maxKinds = 30;

/**
 * Of each kind of elements the first, in each element that is cut and in each sheet: `a ~ b` asks for any that stands
 * before. None where there are too many for that (see splittable-styles.ts).
 */
export function firstsOf(blocks: readonly LongBlock[], starts: readonly number[]): FirstOfItsKind[] {
  const found = new Map<Wrapper | number, Map<string, FirstOfItsKind>>();
  const add = (holder: Wrapper | number, unit: number, html: string, itself: Wrapper | null): void => {
    const tag = startTagOf(html);
    if (tag === null) return;
    const own = found.get(holder) ?? new Map<string, FirstOfItsKind>();
    const kind = `${tag.name} ${tag.classes}`;
    if (!own.has(kind)) own.set(kind, { holder, unit, itself, tag });
    found.set(holder, own);
  };
  blocks.forEach((block, index) => {
    const unit = starts[index] ?? 0;
    const holders = [block.sheet, ...block.within];
    block.within.forEach((wrapper, depth) => add(holders[depth] ?? block.sheet, unit, wrapper.open, wrapper));
    const holder = holders.at(-1) ?? block.sheet;
    if ('table' in block) add(holder, unit, block.table.tag, null);
    else block.pieces.forEach((piece, at) => add(holder, unit + at, piece, null));
  });
  return [...found.values()].some(({ size }) => size > maxKinds)
    ? []
    : [...found.values()].flatMap((kinds) => [...kinds.values()]);
}

/**
 * What stands in the place of the elements before a unit, in the element at that depth of its block: nothing that is
 * seen. With it the unit is no first child, and selectors find the nearest elements before it (Selectors 4, 14.3,
 * next-sibling combinator), and one of each kind that is (14.4, subsequent-sibling combinator).
 */
export function unseenBefore(flow: LongFlow, unit: number, depth: number): string {
  const at = blockOf(flow, unit);
  const nearest: StartTag[] = [];
  for (const html of elementsBefore(flow, unit, depth, at)) {
    const tag = startTagOf(html);
    if (tag !== null) nearest.unshift(tag);
    if (nearest.length === before) break;
  }
  const block = flow.blocks[at];
  const holder = depth === 0 ? block?.sheet : block?.within[depth - 1];
  const ownTable = block !== undefined && 'table' in block && depth === block.within.length ? flow.starts[at] : null;
  const others = flow.firsts.filter(
    (first) =>
      first.holder === holder &&
      first.unit < unit &&
      first.unit !== ownTable &&
      (first.itself === null || first.itself !== block?.within[depth]),
  );
  return [...others.map(({ tag }) => tag), ...nearest].map(unseen).join('');
}

/**
 * True where, in the element at that depth of its block, something stands behind what the last unit before `unit` is
 * in.
 */
function isFollowed({ blocks, starts }: LongFlow, unit: number, depth: number): boolean {
  const at = blockOf({ starts }, unit - 1);
  const last = blocks[at];
  for (let index = at; last !== undefined && index < blocks.length; index += 1) {
    const block = blocks[index];
    if (block === undefined || !isWithin(block, last, depth)) return false;
    const isSame =
      last.within[depth] !== undefined
        ? block.within[depth] === last.within[depth]
        : index === at && ('table' in last || unit >= (starts[at + 1] ?? 0));
    if (!isSame) return true;
  }
  return false;
}

/**
 * What stands in the place of the elements behind a part that ends before a unit, in the element at that depth of its
 * last block: nothing is the last child that is not.
 */
export const unseenAfter = (flow: LongFlow, unit: number, depth: number) =>
  isFollowed(flow, unit, depth) ? unseen({ name: 'div', classes: '', id: '' }) : '';

/**
 * Rows or bodies of a table that stand before one, as `:nth-child` counts them: as many, or as many more than twelve as
 * there are over a multiple of twelve.
 */
const counted = (count: number) => (count <= 2 * cycle ? count : cycle + (count % cycle));

/** What `:nth-child` may count by is a part of it. */
export const cycle = 12;

/** As many unseen elements as it takes to count on, the last of them like those right before. */
export function unseenCount(count: number, before: readonly string[]): string {
  if (count === 0) return '';
  const like = before.slice(-Math.min(count, before.length)).flatMap((html) => startTagOf(html) ?? []);
  const [first] = like;
  return first === undefined
    ? ''
    : unseen({ ...first, classes: '' }).repeat(Math.max(0, counted(count) - like.length)) + like.map(unseen).join('');
}
