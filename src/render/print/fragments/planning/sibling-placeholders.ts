import type { FirstOfItsKind, LongBlock, LongFlow } from './flow.ts';
import type { Wrapper } from '../long-piece.ts';
import { startTagOf, unseen, type StartTag } from './markup.ts';
import { blockOf } from './unit-range.ts';

/** Number of placeholders before a divided element: `a + b + c` needs two. */
const before = 2;

/** True where a block is inside an element; `depth` counts the elements around the block, 0 is the sheet. */
const isWithin = (block: LongBlock, other: LongBlock, depth: number) =>
  block.sheet === other.sheet &&
  other.within.slice(0, depth).every((wrapper, index) => block.within[index] === wrapper);

/** The siblings before a unit at a depth, the nearest first: each as HTML that begins with its start tag. */
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

/** Maximum number of kinds of elements, each of which gets a placeholder in every part. */
export const maxKinds = 30;

/**
 * The first element of each kind per divided element and sheet, so that `a ~ b` still matches. Empty where there are
 * too many kinds (see splittable-styles.ts).
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
 * Hidden placeholders for the siblings before a unit at a depth. With them the unit is not a first child, and selectors
 * find the nearest elements before it (Selectors 4, 14.3, next-sibling combinator), and one of each kind (14.4,
 * subsequent-sibling combinator).
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

/** True where siblings at a depth follow the last unit before `unit`. */
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
 * Hidden placeholders for the siblings after a part that ends before a unit, so that `:last-child` never matches an
 * element that is not last in the whole document.
 */
export const unseenAfter = (flow: LongFlow, unit: number, depth: number) =>
  isFollowed(flow, unit, depth) ? unseen({ name: 'div', classes: '', id: '' }) : '';

/**
 * Placeholders for rows or bodies before a given one, as `:nth-child` counts them: as many as there are, or as many
 * above twelve as the number exceeds a multiple of twelve.
 */
const counted = (count: number) => (count <= 2 * cycle ? count : cycle + (count % cycle));

/** `:nth-child` may count by divisors of this number. */
export const cycle = 12;

/** As many hidden elements as `:nth-child` needs; the last ones are copies of those right before. */
export function unseenCount(count: number, before: readonly string[]): string {
  if (count === 0) return '';
  const like = before.slice(-Math.min(count, before.length)).flatMap((html) => startTagOf(html) ?? []);
  const [first] = like;
  return first === undefined
    ? ''
    : unseen({ ...first, classes: '' }).repeat(Math.max(0, counted(count) - like.length)) + like.map(unseen).join('');
}
