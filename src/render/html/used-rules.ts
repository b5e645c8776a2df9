import type { Atrule, CssNode, Rule } from 'css-tree';
import { parse, tokenize, tokenTypes, walk } from './css.ts';
import { areThere, elementsNeeded, namesIn, type ElementsNeeded } from './selector-elements.ts';

/** HTML with more characters is not read: its style sheet costs next to nothing in comparison. */
const maxCharacters = 500_000;

/** A rule of a style sheet, without comments. */
interface SheetRule {
  readonly text: string;
  /** Classes in its selectors. */
  readonly classes: readonly string[];
  /** Elements without which it matches nothing. */
  readonly elements: ElementsNeeded;
}

/** Rules in an at-rule like `@scope`, whose prelude and opening brace are `open`; the empty string for those in none. */
interface RuleGroup {
  readonly open: string;
  readonly rules: readonly SheetRule[];
}

interface DividedSheet {
  readonly groups: readonly RuleGroup[];
  /** Start tags of the elements in its selectors, but for `common`. */
  readonly tags: RegExp;
}

/** Elements that every document may have: those that HTML implies, and those that scripts of the service insert. */
const common = new Set('html head body style table tbody tr td th colgroup col p img br div span a i'.split(' '));

/**
 * The part of a style sheet that may match a document: rules with at least one class that the HTML has in an attribute,
 * and rules without classes whose elements it has. The result has the same effect on the document as the whole sheet.
 * `css` is a sheet of the service, and is divided once.
 */
export function usedRules(css: string, html: readonly string[]): string {
  const classes = classesIn(html);
  if (classes === null) return css;
  const { groups, tags } = sheetOf(css);
  const elements = elementsIn(html, tags);
  const isThere = (name: string): boolean => common.has(name) || elements.has(name);
  const isUsed = (rule: SheetRule): boolean =>
    rule.classes.length === 0 ? areThere(rule.elements, isThere) : rule.classes.some((name) => classes.has(name));
  return groups
    .map(({ open, rules }) => {
      const used = rules
        .filter(isUsed)
        .map(({ text }) => text)
        .join('');
      return open === '' || used === '' ? used : `${open}${used}}`;
    })
    .join('');
}

function elementsIn(html: readonly string[], tags: RegExp): Set<string> {
  const elements = new Set<string>();
  for (const text of html) for (const [, name = ''] of text.matchAll(tags)) elements.add(name.toLowerCase());
  return elements;
}

/** Class names in the HTML, in any spelling; `null` where they cannot be read in a short time, or are escaped. */
function classesIn(html: readonly string[]): Set<string> | null {
  if (html.reduce((sum, { length }) => sum + length, 0) > maxCharacters) return null;
  const classes = new Set<string>();
  for (const text of html) {
    for (const [, double, single, bare] of text.matchAll(/class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)) {
      const value = double ?? single ?? bare ?? '';
      if (value.includes('&')) return null;
      for (const name of value.split(/\s+/)) classes.add(name);
    }
  }
  return classes;
}

const sheets = new Map<string, DividedSheet>();

function sheetOf(css: string): DividedSheet {
  const known = sheets.get(css);
  if (known) return known;
  const sheet = divided(css);
  sheets.set(css, sheet);
  return sheet;
}

function divided(source: string): DividedSheet {
  const css = withoutComments(source);
  const sheet = parse(css, { positions: true, parseValue: false, parseCustomProperty: false });
  const groups = sheet.type === 'StyleSheet' ? sheet.children.toArray().flatMap((node) => groupsOf(css, node)) : [];
  const names = new Set(groups.flatMap(({ rules }) => rules.flatMap(({ elements }) => namesIn(elements))));
  const rare = [...names].filter((name) => !common.has(name) && /^[a-z][a-z0-9]*$/.test(name));
  return { groups, tags: new RegExp(`<(${rare.join('|')})(?![a-z0-9-])`, 'gi') };
}

function groupsOf(css: string, node: CssNode): RuleGroup[] {
  if (node.type === 'Comment') return [];
  if (node.type === 'Atrule' && node.block !== null && node.name === 'scope') return [scoped(css, node)];
  return [{ open: '', rules: [ruleOf(css, node)] }];
}

function scoped(css: string, node: Atrule): RuleGroup {
  const text = textOf(css, node);
  const rules = node.block?.children.toArray().filter(({ type }) => type !== 'Comment') ?? [];
  return { open: text.slice(0, text.indexOf('{') + 1), rules: rules.map((rule) => ruleOf(css, rule)) };
}

/** Rules other than style rules may match any document. */
function ruleOf(css: string, node: CssNode): SheetRule {
  const text = textOf(css, node);
  return node.type === 'Rule'
    ? { text, classes: classesOf(node), elements: elementsNeeded(node.prelude) }
    : { text, classes: [], elements: { all: [] } };
}

function withoutComments(css: string): string {
  const texts: string[] = [];
  tokenize(css, (type, start, end) => {
    if (type !== tokenTypes.Comment) texts.push(css.slice(start, end));
  });
  return texts.join('');
}

function textOf(css: string, { loc }: CssNode): string {
  return loc ? css.slice(loc.start.offset, loc.end.offset) : '';
}

function classesOf({ prelude }: Rule): string[] {
  const classes = new Set<string>();
  walk(prelude, (node) => {
    if (node.type === 'ClassSelector') classes.add(node.name);
  });
  return [...classes];
}
