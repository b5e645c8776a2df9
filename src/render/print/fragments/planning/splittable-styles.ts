import { fieldLinkStyle } from '../../../content/forms/form-field.ts';
import type { LongBlock } from './flow.ts';
import { startTagOf, type StartTag } from './markup.ts';
import { withoutTruths, type Vocabulary } from './live-rules.ts';
import { isPlain, nthOf, selectorsIn, stepsOf, type Compound, type Pseudo, type Step } from './selectors.ts';
import { cycle, maxKinds } from './sibling-placeholders.ts';
import { isOddCss, rulesOf, unescaped, type StyleRule } from '../../../compose/style-rules.ts';

const counting = /counter|(?:open|close)-quote/i;
/** Where the content of a page begins, which a part is cut by, is then nothing that is known. */
const paged = /@page\b/i;

/**
 * What a piece of HTML may have that another piece looks by, or that is on more pages than its own; and the equations,
 * which the base style sheet counts.
 */
const shared = ['<link', '<use', 'url(#', 'class="tml-eqn', 'colophon-unit-'];
/** Boxes that stand out of the flow, or beside each other, and style sheets that are not here to be read. */
const floating =
  /@import|(?<![-\w])(?:float|position\s*:\s*(?!relative\b|static\b)\w|columns\s*:|column-(?:count|width)\s*:)|shape-outside|counter-(?:reset|increment|set)/i;
const ownStyle = /<[a-z][\w:-]*(?: [^\s"'<>/=]+(?:="[^"]*")?)*? style="([^"]*)"/g;
/** The same by an attribute (HTML, 15.4.3). */
const aligned = /<(?:img|table|object|iframe|embed)(?: [^\s"'<>/=]+(?:="[^"]*")?)*? align="(?:left|right)"/i;

/**
 * True where a piece of HTML brings nothing that another looks by, and its elements themselves say nothing that takes
 * boxes out of the flow.
 */
export function standsAlone(piece: string): boolean {
  if (shared.some((part) => piece.includes(part)) || (piece.includes(' align="') && aligned.test(piece))) return false;
  if (!piece.includes(' style="') || !floating.test(piece)) return true;
  for (const [, style = ''] of piece.matchAll(ownStyle))
    if (!style.includes(fieldLinkStyle) && floating.test(style)) return false;
  return true;
}

/** Elements of one place in what is cut: their start tags, each once, and those that they may stand right in. */
interface Kind {
  readonly tags: readonly StartTag[];
  readonly parents: readonly StartTag[];
}

/** What selectors may find cut. */
export interface CutElements {
  /** Elements that go on over parts, and those around them. */
  readonly holders: Kind;
  /** Sheets that have others before them. */
  readonly sheets: Kind;
  /** What stands in a sheet or in an element that is cut: pieces, tables, further elements that are cut. */
  readonly units: Kind;
  /** Heads, bodies and feet of cut tables. */
  readonly sections: Kind;
  readonly bodies: Kind;
  readonly rows: Kind;
  /** Elements that stand in a piece behind that which begins it. */
  readonly others: Kind;
}

const tagged = (name: string, classes = ''): StartTag => ({ name, classes, id: '' });
const [root, body, sheet] = [tagged('html'), tagged('body'), tagged('section', 'sheet')];

/** Start tags, each once. */
class Tags {
  readonly #tags = new Map<string, StartTag>();

  add(html: string): void {
    const tag = startTagOf(html);
    if (tag !== null) this.#tags.set(`${tag.name} ${tag.classes} ${tag.id}`, tag);
  }

  get all(): StartTag[] {
    return [...this.#tags.values()];
  }
}

/** What selectors may find cut in blocks of so many sheets. */
export function cutElements(blocks: readonly LongBlock[], sheetCount: number): CutElements {
  const [wrappers, tables, bodies, rows, units, others] = [
    new Tags(),
    new Tags(),
    new Tags(),
    new Tags(),
    new Tags(),
    new Tags(),
  ];
  let before: LongBlock | undefined;
  for (const block of blocks) {
    block.within.forEach(({ open }, index) => {
      if (before?.within[index] === block.within[index]) return;
      for (const tags of [wrappers, units]) tags.add(open);
    });
    before = block;
    for (const tag of block.others) for (const tags of [units, others]) tags.add(tag);
    if ('pieces' in block) for (const piece of block.pieces) units.add(piece);
    else {
      for (const tags of [tables, units]) tags.add(block.table.tag);
      for (const tag of block.table.bodies) bodies.add(tag);
      for (const row of block.table.rows)
        rows.add(row.startsWith('<tr') ? row : row.slice(Math.max(0, row.search(/<tr[\s>]/))));
    }
  }
  const holding = [...wrappers.all, sheet];
  return {
    holders: {
      tags: [...holding, ...tables.all, ...bodies.all, body, root],
      parents: [...holding, ...tables.all, body, root],
    },
    sheets: { tags: sheetCount > 1 ? [sheet] : [], parents: [body] },
    units: { tags: units.all, parents: holding },
    sections: {
      tags: tables.all.length === 0 ? [] : [tagged('thead'), tagged('tfoot'), ...bodies.all],
      parents: tables.all,
    },
    bodies: { tags: bodies.all, parents: tables.all },
    rows: { tags: rows.all, parents: bodies.all },
    others: { tags: others.all, parents: holding },
  };
}

/**
 * True where every page of what is cut looks the same with this bare style sheet whatever stands before and after it:
 * it does not count, takes no boxes out of the flow, and selects what is cut by no neighbours that parts do not have
 * (see siblings.ts). Whoever can't be sure prints in one go.
 */
export function keepsItsLook(css: string, cut: CutElements, vocabulary: Vocabulary): boolean {
  if (isOddCss(css)) return false;
  const meant = unescaped(css);
  if (counting.test(meant) || paged.test(meant) || floating.test(meant)) return false;
  const selectors = selectorsOf(css);
  const tags = (Object.values(cut) as Kind[]).reduce((sum, kind) => sum + kind.tags.length, 0);
  return (
    selectors !== null &&
    selectors.length * tags <= maxWork &&
    selectors.every((selector) => isLocal(withoutTruths(stepsOf(selector), vocabulary), cut, { all: [], over: [] }))
  );
}

/** Selectors that look at neighbours, times the elements that they could mean. */
const maxWork = 2_000_000;
/** Characters before braces. */
const longestPrelude = 20_000;

/** The selectors of a style sheet that look at neighbours; `null` where they are too long to be read. */
function selectorsOf(css: string): string[] | null {
  const found: string[] = [];
  for (const rule of rulesOf(css)) {
    const { prelude } = rule;
    if (prelude.length > longestPrelude || (/^@scope/i.test(prelude) && dependent.test(prelude))) return null;
    const looks = mayMakeContent(rule) ? dependent : dependentElements;
    if (!prelude.startsWith('@') && looks.test(prelude))
      found.push(...selectorsIn(prelude).filter((selector) => looks.test(selector)));
  }
  return found;
}

/** Whoever has none of these looks at no neighbours. */
const dependent = /:(?:nth|first|last|only|has|target|before)|[+~\\]/i;
/** The same of a rule that puts nothing before an element. */
const dependentElements = /:(?:nth|first|last|only|has|target)|[+~\\]/i;

/** True unless a rule leaves it to others whether there is a pseudo-element (CSS Pseudo-Elements 4, 4.1). */
const mayMakeContent = ({ block, end }: StyleRule) => end === null || /content|\\/i.test(block);

/** What a compound selector is about: it is matched by all of `all`, and each of `over` by what it stands in. */
interface Meant {
  readonly all: readonly Compound[];
  readonly over: readonly Step[];
}

/**
 * True where a selector matches the same elements of a part as of the whole, where its last compound is about the same
 * as `outer`.
 */
function isLocal(steps: readonly Step[] | null, cut: CutElements, outer: Meant): boolean {
  return (
    steps?.every((step, index) => {
      const isLast = index === steps.length - 1;
      const meant = {
        all: [step.compound, ...(isLast ? outer.all : [])],
        over: [...overOf(steps, index), ...(isLast ? outer.over : [])],
      };
      return (
        followsRightly(steps, index, cut, meant) &&
        step.compound.pseudos.every((pseudo) => (rules[pseudo.name] ?? always)(pseudo, cut, meant))
      );
    }) ?? false
  );
}

/** The compound of what an element stands in, with the combinator between the two: siblings stand in the same. */
function overOf(steps: readonly Step[], index: number): Step[] {
  let at = index;
  while (at > 0 && '+~'.includes(steps[at]?.combinator ?? ' ')) at -= 1;
  const [over, own] = [steps[at - 1], steps[at]];
  return over !== undefined && own !== undefined ? [{ combinator: own.combinator, compound: over.compound }] : [];
}

/** True where none of these can be meant. */
function noneOf({ tags, parents }: Kind, { all, over }: Meant, { holders }: CutElements): boolean {
  const canBeIn = over.every(({ combinator, compound }) =>
    (combinator === '>' ? parents : [...holders.parents, ...parents]).some((tag) => mayMatch([compound], tag)),
  );
  return !canBeIn || !tags.some((tag) => mayMatch(all, tag));
}

/**
 * Two elements before one that is cut are known, and of what stands before those one of each kind; before the sections
 * of a table only bodies.
 */
function followsRightly(steps: readonly Step[], index: number, cut: CutElements, meant: Meant): boolean {
  const { sheets, units, sections, rows } = cut;
  const none = (...kinds: readonly Kind[]) => kinds.every((kind) => noneOf(kind, meant, cut));
  const combinator = steps[index]?.combinator;
  if (combinator === '~')
    return (
      none(sheets, sections, rows) &&
      (none(units) || (isOneOfAKind(steps, index) && cut.others.tags.length === 0 && units.tags.length <= maxKinds))
    );
  if (combinator !== '+') return true;
  const before = [
    steps[index - 1],
    ...(steps[index - 1]?.combinator === '+'
      ? [steps[index - 2], ...(steps[index - 2]?.combinator === '+' ? [undefined] : [])]
      : []),
  ];
  const areKnown = cut.others.tags.length === 0 && before.every((step) => step !== undefined && isPlain(step.compound));
  return (
    none(sheets) &&
    (steps[index - 1]?.compound.name === 'tbody' || none(sections)) &&
    (areKnown || none(units, rows, sections))
  );
}

/**
 * True where `a` of `a ~ b` asks for a name and classes alone, and for nothing before it, and nothing is asked for
 * behind `b`.
 */
function isOneOfAKind(steps: readonly Step[], index: number): boolean {
  const before = steps[index - 1];
  return (
    before !== undefined &&
    isPlain(before.compound) &&
    !'+~'.includes(before.combinator) &&
    !'+~'.includes(steps[index + 1]?.combinator ?? ' ')
  );
}

type Rule = (pseudo: Pseudo, cut: CutElements, meant: Meant) => boolean;

const always: Rule = () => true;
const noneAmong =
  (kinds: readonly (keyof CutElements)[]): Rule =>
  (_, cut, meant) =>
    kinds.every((kind) => noneOf(cut[kind], meant, cut));
const listed: Rule = ({ selectors }, cut, meant) => selectors.every((steps) => isLocal(steps, cut, meant));
/** Columns and the caption stand before the sections, and are not there again, or are others. */
const first = noneAmong(['sheets', 'sections']);
const last = noneAmong(['sheets']);
/** Rows are all of one type, and so are bodies. */
const edgeOfType = noneAmong(['sheets', 'units']);
const notCounted = noneAmong(['sheets', 'units', 'sections']);
const counted: Rule = (pseudo, cut, meant) =>
  notCounted(pseudo, cut, meant) && (noneOf(cut.rows, meant, cut) || isCounted(pseudo.argument));
const never = noneAmong(['sheets', 'units', 'sections', 'rows']);
/** What is in elements that are cut is not all there, and what begins them comes again. */
const inside = noneAmong(['holders']);
/** The same of what stands behind others. */
const has: Rule = (pseudo, cut, meant) =>
  inside(pseudo, cut, meant) && (!/(?:^|,)\s*[+~]/.test(pseudo.argument) || never(pseudo, cut, meant));

/** Pseudo-classes and elements that look at what stands around an element, or in it, and when that does not matter. */
const rules: Readonly<Record<string, Rule>> = {
  is: listed,
  where: listed,
  matches: listed,
  not: listed,
  has,
  before: inside,
  'first-line': inside,
  'first-letter': inside,
  'first-child': first,
  'last-child': last,
  'only-child': first,
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
  const own = tag.classes.replaceAll('&amp;', '&').split(/[\t\n\f\r ]+/);
  const matches = ({ name, classes, ids, pseudos }: Compound): boolean =>
    (name === null || name === tag.name) &&
    classes.every((one) => own.includes(one)) &&
    ids.every((one) => one === tag.id) &&
    pseudos.every(
      ({ name: pseudo, selectors }) =>
        pseudo === 'not' || selectors.length === 0 || selectors.some((steps) => matchesLast(steps)),
    );
  const matchesLast = (steps: readonly Step[] | null): boolean => {
    const last = steps?.at(-1);
    return last === undefined || matches(last.compound);
  };
  return all.every(matches);
}
