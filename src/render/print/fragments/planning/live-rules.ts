import { isOddCss, rulesOf } from '../../../compose/style-rules.ts';
import { hasBareText } from './markup.ts';
import { selectorsIn, stepsOf, type RequestedAttribute, type Compound, type Step } from './selectors.ts';
import { tagsIn } from '../../../compose/tags.ts';

/** Names in a document that selectors may match; a superset of those that exist. */
export interface Vocabulary {
  /** Names of elements, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  /** Names in lower case; those with few values also with a value: `type=checkbox`. */
  readonly attributes: ReadonlySet<string>;
}

const attribute = / ([^\s"'<>/=]+)(?:="([^"]*)")?/g;
const escaped = /&(?:amp|lt|gt|quot|nbsp|#39);/g;
const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
  '&#39;': "'",
};

/** Attributes with few values. */
const valued = new Set(['type', 'role']);

/**
 * The names, classes and attributes in pieces of serialized HTML and the page around them; `null` where they cannot be
 * read.
 */
export function vocabularyOf(pieces: readonly string[]): Vocabulary | null {
  const [names, lists, attributes] = [
    new Set(['html', 'head', 'body', 'section', 'style', 'div', 'a']),
    new Set(['colophon-sheet']),
    new Set(['class', 'style', 'id', 'lang', 'dir', 'href']),
  ];
  const known = new Set<string>();
  for (const piece of pieces) {
    if (hasBareText(piece)) return null;
    for (const { name, isEnd, isBare, start, end } of tagsIn(piece)) {
      if (isEnd || isBare) continue;
      names.add(name);
      const own = piece.slice(start + 1 + name.length, end);
      if (own === '' || known.has(own)) continue;
      if (known.size < maxKnown) known.add(own);
      for (const [, one = '', value = ''] of own.matchAll(attribute)) {
        const called = one.toLowerCase();
        attributes.add(called);
        if (called === 'class') lists.add(value);
        else if (valued.has(called)) attributes.add(`${called}=${value.toLowerCase()}`);
      }
    }
  }
  const classes = [...lists].flatMap((list) =>
    list.replace(escaped, (text) => characters[text] ?? text).split(/[\t\n\f\r ]+/),
  );
  return { names, classes: new Set(classes), attributes };
}

/** Attributes of a start tag that are read elsewhere. */
const maxKnown = 1000;

/** Maximum number of selectors. Style sheets of frameworks have some ten thousand. */
const maxCount = 200_000;

/**
 * A bare style sheet without the rules that match nothing in a document: style sheets of frameworks have many such
 * rules. Rules that cannot be read stay.
 */
export function liveRules(css: string, vocabulary: Vocabulary): string {
  if (isOddCss(css)) return css;
  let count = 0;
  const isDeadRule = (prelude: string): boolean => {
    const selectors = selectorsIn(prelude);
    count += selectors.length;
    return (
      count <= maxCount &&
      isBalanced(prelude) &&
      selectors.length > 0 &&
      selectors.every((selector) => isDead(stepsOf(selector), vocabulary) && !isKeyframe(selector))
    );
  };
  const live = without(css, ({ prelude }) => !prelude.startsWith('@') && isDeadRule(prelude));
  return without(live, ({ prelude, block }) => isCondition.test(prelude) && isBalanced(prelude) && block.trim() === '');
}

/** A style sheet without some of its innermost rules. */
function without(
  css: string,
  isLeftOut: (rule: { readonly prelude: string; readonly block: string }) => boolean,
): string {
  const out: string[] = [];
  let from = 0;
  for (const rule of rulesOf(css)) {
    if (rule.end === null || !isLeftOut(rule)) continue;
    out.push(css.slice(from, rule.start));
    from = rule.end;
  }
  return out.join('') + css.slice(from);
}

/** Rules that are conditions for other rules, and nothing else. */
const isCondition = /^@(?:media|supports)\b/i;

/** A brace inside parentheses opens no block. */
const isBalanced = (prelude: string) =>
  (prelude.match(/[([]/g) ?? []).length === (prelude.match(/[)\]]/g) ?? []).length;

/** Names before braces that are not elements (CSS Animations 1, 3). */
const isKeyframe = (selector: string) => /^(?:from|to|[\d.]+%)$/i.test(selector);

/** The compounds of a selector without conditions that every element meets: `:not(.no-such-class)`. */
export const withoutTruths = (steps: readonly Step[] | null, vocabulary: Vocabulary): Step[] | null =>
  steps?.map(({ combinator, compound }) => ({
    combinator,
    compound: {
      ...compound,
      pseudos: compound.pseudos.filter(
        ({ name, selectors }) =>
          name !== 'not' || selectors.length === 0 || !selectors.every((one) => isDead(one, vocabulary)),
      ),
    },
  })) ?? null;

/** True where a selector has a condition that no element meets. */
const isDead = (steps: readonly Step[] | null, vocabulary: Vocabulary): boolean =>
  steps?.some(({ compound }) => isNothing(compound, vocabulary)) ?? false;

function isNothing({ name, classes, attributes, pseudos }: Compound, vocabulary: Vocabulary): boolean {
  const hasNot = (requested: RequestedAttribute) =>
    requested.name !== '' &&
    !vocabulary.attributes.has(
      requested.value !== null && valued.has(requested.name) ? `${requested.name}=${requested.value}` : requested.name,
    );
  const isOfNone = pseudos.some((pseudo) => {
    const lists =
      pseudo.name === 'has'
        ? selectorsIn(pseudo.argument).map((one) => stepsOf(one.replace(/^[>+~]/, '')))
        : pseudo.selectors;
    return pseudo.name !== 'not' && lists.length > 0 && lists.every((steps) => isDead(steps, vocabulary));
  });
  return (
    isOfNone ||
    (name !== null && !vocabulary.names.has(name)) ||
    classes.some((one) => !vocabulary.classes.has(one)) ||
    attributes.some(hasNot)
  );
}
