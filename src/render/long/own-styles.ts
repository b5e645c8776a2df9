import { fieldLinkStyle } from '../forms/form-field.ts';
import type { LongBlock } from './long-flow.ts';
import { startTagOf, type StartTag } from './markup.ts';
import { nthOf, selectorsIn, stepsOf, type Compound, type Pseudo, type Step } from './selectors.ts';
import { cycle } from './siblings.ts';

const counting = /counter|\bquotes\b|open-quote/;
/** Where the content of a page begins, which a part is cut by, is then nothing that is known. */
const paged = /@page\b/;

/** What a piece of HTML may have that another piece looks by, or that is on more pages than its own; and the equations, which the base style sheet counts. */
const shared = ['<link', '<use', 'url(#', 'class="tml-eqn', 'colophon-unit-'];
/** Boxes that stand out of the flow, or beside each other, and style sheets that are not here to be read. */
const floating = /@import|(?<![-\w])(?:float|position\s*:\s*(?!relative\b|static\b)\w|columns\s*:|column-(?:count|width)\s*:)|shape-outside|counter-(?:reset|increment|set)/;
const ownStyle = /<[a-z][\w:-]*(?: [^\s"'<>/=]+(?:="[^"]*")?)*? style="([^"]*)"/g;
/** The same by an attribute (HTML, 15.4.3). */
const aligned = /<(?:img|table|object|iframe|embed)\b[^>]* align="(?:left|right)"/i;

/** True where a piece of HTML brings nothing that another looks by, and its elements themselves say nothing that takes boxes out of the flow. */
export function standsAlone(piece: string): boolean {
  if (shared.some((part) => piece.includes(part)) || (piece.includes(' align="') && aligned.test(piece))) return false;
  if (!piece.includes(' style="') || !floating.test(piece)) return true;
  for (const [, style = ''] of piece.matchAll(ownStyle)) if (!style.includes(fieldLinkStyle) && floating.test(style)) return false;
  return true;
}

/** Start tags, each kind once, of what selectors may find cut. */
export interface CutElements {
  /** Elements that go on over parts, tables and their bodies too. */
  readonly holders: readonly StartTag[];
  /** Rows of cut tables. */
  readonly rows: readonly StartTag[];
  readonly bodies: readonly StartTag[];
  /** Elements that have others of these before or behind them. */
  readonly siblings: readonly StartTag[];
  /** There are no others before them in their part. */
  readonly sheets: readonly StartTag[];
}

/** What selectors may find cut in blocks of so many sheets. */
export function cutElements(blocks: readonly LongBlock[], sheetCount: number): CutElements {
  const [holders, rows, bodies, siblings] = Array.from({ length: 4 }, () => new Map<string, StartTag>());
  const add = (to: Map<string, StartTag> | undefined, html: string): void => {
    const tag = startTagOf(html);
    if (tag !== null) to?.set(`${tag.name} ${tag.classes} ${tag.id}`, tag);
  };
  let before: LongBlock | undefined;
  for (const block of blocks) {
    for (const [index, { open }] of block.within.entries()) {
      if (before?.within[index] === block.within[index]) continue;
      add(holders, open);
      add(siblings, open);
    }
    before = block;
    if ('pieces' in block) for (const piece of block.pieces) add(siblings, piece);
    else {
      add(siblings, block.table.tag);
      add(holders, block.table.tag);
      for (const body of block.table.bodies) for (const to of [bodies, holders]) add(to, body);
      for (const row of block.table.rows) add(rows, row.startsWith('<tr') ? row : row.slice(Math.max(0, row.search(/<tr[\s>]/))));
    }
  }
  const all = (map: Map<string, StartTag> | undefined) => [...(map?.values() ?? [])];
  return { holders: all(holders), rows: all(rows), bodies: all(bodies), siblings: all(siblings), sheets: sheetCount > 1 ? [{ name: 'section', classes: 'sheet', id: '' }] : [] };
}

/**
 * True where every page of what is cut looks the same with this style sheet whatever stands before and after it: it does not count, takes no boxes out of
 * the flow, and selects what is cut by no neighbours that parts do not have (see siblings.ts). Whoever can't be sure prints in one go.
 */
export function keepsItsLook(css: string, cut: CutElements): boolean {
  const bare = css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replaceAll(/url\([^()]*\)?|"[^"]*"|'[^']*'/g, '');
  if (counting.test(bare) || paged.test(bare) || floating.test(bare)) return false;
  const preludes = preludesOf(bare);
  if (preludes === null || preludes.length * Object.values(cut).flat().length > mostWork) return false;
  return preludes.every((prelude) => selectorsIn(prelude).every((selector) => isLocal(stepsOf(selector), cut, [])));
}

/** Rules that look at neighbours, times the elements that they could mean. */
const mostWork = 2_000_000;
/** Characters before braces. */
const longestPrelude = 20_000;

/** What stands before the braces of a style sheet, but for at-rules and what looks at no neighbours; `null` where that is too long to be read. */
function preludesOf(css: string): string[] | null {
  const preludes: string[] = [];
  let from = 0;
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at];
    if (character === '{') {
      const prelude = css.slice(from, at).trim();
      if (prelude.length > longestPrelude) return null;
      if (!prelude.startsWith('@') && dependent.test(prelude)) preludes.push(prelude);
    }
    if (character === '{' || character === '}' || character === ';') from = at + 1;
  }
  return preludes;
}

/** Whoever has none of these looks at no neighbours. */
const dependent = /:(?:nth|first|last|only|has|target)|[+~]/;

/** True where a selector matches the same elements of a part as of the whole. `outer` are compounds that its last one has to match as well. */
function isLocal(steps: readonly Step[] | null, cut: CutElements, outer: readonly Compound[]): boolean {
  return steps?.every((step, index) => {
    const all = index === steps.length - 1 ? [step.compound, ...outer] : [step.compound];
    return followsRightly(steps, index, cut, all) && step.compound.pseudos.every((pseudo) => (rules[pseudo.name] ?? always)(pseudo, cut, all));
  }) ?? false;
}

/** Two elements before one that is cut are known, and no more. */
function followsRightly(steps: readonly Step[], index: number, cut: CutElements, all: readonly Compound[]): boolean {
  const combinator = steps[index]?.combinator;
  if (combinator === '~') return ![...cut.siblings, ...cut.rows, ...cut.bodies, ...cut.sheets].some((tag) => mayMatch(all, tag));
  if (combinator !== '+') return true;
  if (cut.sheets.some((tag) => mayMatch(all, tag))) return false;
  const isThird = steps[index - 1]?.combinator === '+' && steps[index - 2]?.combinator === '+';
  return !isThird || ![...cut.siblings, ...cut.rows].some((tag) => mayMatch(all, tag));
}

type Rule = (pseudo: Pseudo, cut: CutElements, all: readonly Compound[]) => boolean;

const always: Rule = () => true;

const noneOf = (tags: readonly StartTag[], all: readonly Compound[]) => !tags.some((tag) => mayMatch(all, tag));
const listed: Rule = ({ selectors }, cut, all) => selectors.every((steps) => isLocal(steps, cut, all));
const edge: Rule = (_, { sheets }, all) => noneOf(sheets, all);
/** Rows are all of one type, and so are bodies where nothing counts them. */
const edgeOfType: Rule = (_, { sheets, siblings }, all) => noneOf([...sheets, ...siblings], all);
const counted: Rule = ({ argument }, { sheets, siblings, bodies, rows }, all) => noneOf([...sheets, ...siblings, ...bodies], all) && (noneOf(rows, all) || isCounted(argument));
const never: Rule = (_, { sheets, siblings, bodies, rows }, all) => noneOf([...sheets, ...siblings, ...bodies, ...rows], all);
/** What is in elements that are cut is not all there. */
const inside: Rule = (_, { sheets, holders }, all) => noneOf([...sheets, ...holders], all);

/** Pseudo-classes that look at what stands around an element, or in it, and when that does not matter. */
const rules: Readonly<Record<string, Rule>> = {
  is: listed,
  where: listed,
  matches: listed,
  not: listed,
  has: inside,
  'first-child': edge,
  'last-child': edge,
  'only-child': edge,
  'first-of-type': edgeOfType,
  'last-of-type': edgeOfType,
  'only-of-type': edgeOfType,
  'nth-child': counted,
  'nth-of-type': counted,
  'nth-last-child': never,
  'nth-last-of-type': never,
};

function isCounted(argument: string): boolean {
  const nth = nthOf(argument);
  return nth !== null && Math.abs(nth.offset) <= cycle && (nth.step === 0 || cycle % nth.step === 0);
}

/** True unless the names, classes and ids of the compounds say that an element with that start tag is not meant. */
function mayMatch(all: readonly Compound[], tag: StartTag): boolean {
  const own = tag.classes.split(/\s+/);
  const matches = ({ name, classes, ids, pseudos }: Compound): boolean =>
    (name === null || name === tag.name) && classes.every((one) => own.includes(one)) && ids.every((one) => one === tag.id) && pseudos.every(({ name: pseudo, selectors }) => pseudo === 'not' || selectors.length === 0 || selectors.some((steps) => matchesLast(steps)));
  const matchesLast = (steps: readonly Step[] | null): boolean => {
    const last = steps?.at(-1);
    return last === undefined || matches(last.compound);
  };
  return all.every(matches);
}
