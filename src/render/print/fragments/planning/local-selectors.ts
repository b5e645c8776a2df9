import type { CutElements, Kind } from './cut-elements.ts';
import type { StartTag } from './markup.ts';
import { isPlain, nthOf, type Compound, type Pseudo, type Step } from './selectors.ts';
import { cycle, maxKinds } from './sibling-placeholders.ts';

/**
 * Elements that a compound selector selects: they match all of `all`, and an ancestor or parent matches each of `over`.
 */
interface Selected {
  readonly all: readonly Compound[];
  readonly over: readonly Step[];
}

/** Selectors outside of any pseudo-class select elements without further conditions. */
const anything: Selected = { all: [], over: [] };

/**
 * True where a selector matches the same elements in a part as in the whole document. `outer` are the conditions on its
 * last compound from the selector whose pseudo-class it is an argument of. `null` is a selector that was not
 * understood.
 */
export function isLocal(steps: readonly Step[] | null, cut: CutElements, outer: Selected = anything): boolean {
  return (
    steps?.every((step, index) => {
      const isLast = index === steps.length - 1;
      const selected = {
        all: [step.compound, ...(isLast ? outer.all : [])],
        over: [...overOf(steps, index), ...(isLast ? outer.over : [])],
      };
      return (
        hasKnownSiblings(steps, index, cut, selected) &&
        step.compound.pseudos.every((pseudo) => (rules[pseudo.name] ?? always)(pseudo, cut, selected))
      );
    }) ?? false
  );
}

/** The compound of an element's parent or ancestor, with the combinator to the element; siblings share it. */
function overOf(steps: readonly Step[], index: number): Step[] {
  let at = index;
  while (at > 0 && '+~'.includes(steps[at]?.combinator ?? ' ')) at -= 1;
  const [over, own] = [steps[at - 1], steps[at]];
  return over !== undefined && own !== undefined ? [{ combinator: own.combinator, compound: over.compound }] : [];
}

/** True where no element of the kind can be selected. */
function noneOf({ tags, parents }: Kind, { all, over }: Selected, { holders }: CutElements): boolean {
  const canBeIn = over.every(({ combinator, compound }) =>
    (combinator === '>' ? parents : [...holders.parents, ...parents]).some((tag) => mayMatch([compound], tag)),
  );
  return !canBeIn || !tags.some((tag) => mayMatch(all, tag));
}

/**
 * True where the sibling combinator at `index` finds the same elements in a part. A part has placeholders for the two
 * elements before each of its own, and for one element of each kind before those; before sections of a table it has
 * bodies only.
 */
function hasKnownSiblings(steps: readonly Step[], index: number, cut: CutElements, selected: Selected): boolean {
  const { sheets, units, sections, rows } = cut;
  const none = (...kinds: readonly Kind[]) => kinds.every((kind) => noneOf(kind, selected, cut));
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

/** True where `a` of `a ~ b` is a name with classes, and there is no other sibling combinator next to the two. */
function isOneOfAKind(steps: readonly Step[], index: number): boolean {
  const before = steps[index - 1];
  return (
    before !== undefined &&
    isPlain(before.compound) &&
    !'+~'.includes(before.combinator) &&
    !'+~'.includes(steps[index + 1]?.combinator ?? ' ')
  );
}

/** Whether a pseudo-class matches the same elements in a part. */
type Rule = (pseudo: Pseudo, cut: CutElements, selected: Selected) => boolean;

const always: Rule = () => true;
const noneAmong =
  (kinds: readonly (keyof CutElements)[]): Rule =>
  (_, cut, selected) =>
    kinds.every((kind) => noneOf(cut[kind], selected, cut));
const listed: Rule = ({ selectors }, cut, selected) => selectors.every((steps) => isLocal(steps, cut, selected));
/** A part repeats neither the caption nor the columns before the sections of a table, or has others. */
const first = noneAmong(['sheets', 'sections']);
const last = noneAmong(['sheets']);
/** Rows are all of one type, and so are bodies: placeholders for some represent all. */
const edgeOfType = noneAmong(['sheets', 'units']);
const notCounted = noneAmong(['sheets', 'units', 'sections']);
const counted: Rule = (pseudo, cut, selected) =>
  notCounted(pseudo, cut, selected) && (noneOf(cut.rows, selected, cut) || isCounted(pseudo.argument));
const never = noneAmong(['sheets', 'units', 'sections', 'rows']);
/** A part has only some of the content of a divided element, and opens that element again. */
const inside = noneAmong(['holders']);
/** `:has(+ a)` also depends on the elements that follow. */
const has: Rule = (pseudo, cut, selected) =>
  inside(pseudo, cut, selected) && (!/(?:^|,)\s*[+~]/.test(pseudo.argument) || never(pseudo, cut, selected));

/** Pseudo-classes and pseudo-elements that depend on the content or the siblings of an element. */
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

/** True unless the names, classes and ids of the compounds rule out an element with that start tag. */
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
