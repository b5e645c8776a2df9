import { bidiClass, type BidiClass } from './characters.ts';

/** Brackets that are mirrored in right-to-left text (UAX #9, L4). */
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
};
/** Separators that belong to the number around them (UAX #9, W4). */
const insideNumber = /^[.,:/+\-\u2212]$/;

type Direction = 'ltr' | 'rtl';

/** The direction of most letters; left to right for a tie. */
export function directionOf(texts: Iterable<string>): Direction {
  let balance = 0;
  for (const text of texts) {
    const kind = bidiClass(text);
    balance += kind === 'R' ? 1 : kind === 'L' ? -1 : 0;
  }
  return balance > 0 ? 'rtl' : 'ltr';
}

/** The base direction of a line: that of both ends if they agree, else that of most letters. */
function lineDirection(texts: readonly string[]): Direction {
  const strong = texts.map(bidiClass).filter((kind) => kind === 'R' || kind === 'L');
  const [first, last] = [strong[0], strong.at(-1)];
  return first === last ? (first === 'R' ? 'rtl' : 'ltr') : directionOf(texts);
}

/** `asRead`: its brackets are in reading order by the document itself. */
interface Ordered {
  readonly text: string;
  readonly asRead?: boolean;
}

/**
 * Converts visual order to logical order: the reordering of UAX #9 (L2) inverted, for at most one embedding. `items`
 * are from left to right. Brackets of right-to-left parts are mirrored back.
 */
export function logicalOrder<T extends Ordered>(
  items: readonly T[],
  base: Direction = lineDirection(items.map(({ text }) => text)),
): T[] {
  const kinds = numbersJoined(items);
  if (!kinds.includes('R')) return [...items];
  const turned = base === 'rtl' ? outsideSpans(kinds, 'L') : spans(kinds, 'R', 'L');
  const parts = cut(items.length, turned);
  const logical = parts.flatMap(({ from, to, turn }) =>
    turn ? turnAround(items, kinds, from, to) : items.slice(from, to),
  );
  return base === 'rtl' ? inParts(logical, parts) : logical;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly turn: boolean;
}

/** In a right-to-left line the parts follow each other from the right. */
function inParts<T>(logical: readonly T[], parts: readonly Part[]): T[] {
  return [...parts].reverse().flatMap(({ from, to }) => logical.slice(from, to));
}

/** Classes of the items. Separators within a number get the class of the number. */
function numbersJoined(items: readonly { readonly text: string }[]): BidiClass[] {
  const kinds = items.map(({ text }) => bidiClass(text));
  return kinds.map((kind, index) =>
    kind === 'neutral' &&
    kinds[index - 1] === 'N' &&
    kinds[index + 1] === 'N' &&
    insideNumber.test(items[index]?.text ?? '')
      ? 'N'
      : kind,
  );
}

/** The longest spans from one `kind` to another without the `opposite` between them. */
function spans(kinds: readonly BidiClass[], kind: BidiClass, opposite: BidiClass): [from: number, to: number][] {
  const found: [number, number][] = [];
  let open = false;
  for (const [index, one] of kinds.entries()) {
    const last = found.at(-1);
    if (one === kind && open && last) last[1] = index + 1;
    else if (one === kind) found.push([index, index + 1]);
    open = one === kind || (open && one !== opposite);
  }
  return found;
}

/** The ranges outside the spans of `kind`: a right-to-left line is reversed outside its left-to-right parts. */
function outsideSpans(kinds: readonly BidiClass[], kind: BidiClass): [from: number, to: number][] {
  const inside = spans(kinds, kind, 'R');
  const found: [number, number][] = [];
  let from = 0;
  for (const [start, end] of [...inside, [kinds.length, kinds.length] as const]) {
    if (start > from) found.push([from, start]);
    from = end;
  }
  return found;
}

function cut(length: number, turned: readonly (readonly [number, number])[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const [from, to] of turned) {
    if (from > at) parts.push({ from: at, to: from, turn: false });
    parts.push({ from, to, turn: true });
    at = to;
  }
  if (at < length) parts.push({ from: at, to: length, turn: false });
  return parts;
}

/** A right-to-left part in logical order: its items reversed, but not within numbers. */
function turnAround<T extends Ordered>(
  items: readonly T[],
  kinds: readonly BidiClass[],
  from: number,
  to: number,
): T[] {
  const out: T[] = [];
  for (let index = to - 1; index >= from; index -= 1) {
    let start = index;
    while (kinds[index] === 'N' && start > from && kinds[start - 1] === 'N') start -= 1;
    for (let at = start; at <= index; at += 1) {
      const item = items[at];
      if (item) out.push(item.asRead === true ? item : { ...item, text: mirrored[item.text] ?? item.text });
    }
    index = start;
  }
  return out;
}
