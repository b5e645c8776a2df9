import type { Atrule, CssNode, Declaration, WalkContext } from 'css-tree';
import { parse, walk } from '../../html/css.ts';
import { marginStringsIn } from '../../typeset/styles/margin-strings.ts';
import { isOfArea } from '../../typeset/styles/declared-notes.ts';
import { misplacesNotePart } from '../../typeset/styles/note-rules.ts';
import { ownDeclaration } from '../../typeset/styles/own-declarations.ts';
import { placeOf } from '../../typeset/styles/rewrite-css.ts';
import { readStringSet } from '../../typeset/styles/string-set.ts';
import { nearName } from '../../../near-names.ts';
import { unbalanced } from './css-braces.ts';
import { selectorMistake, valueMistake } from './css-values.ts';
import { knownProperties } from './known-properties.ts';

/** Maximum number of characters that are read, and of findings that are reported. */
const max = { characters: 1_000_000, findings: 20, text: 80 };

/** At-rules that Chromium supports (CSS Syntax 3, 5), and those inside `@page`. */
const atRules = new Set(
  (
    'charset color-profile container counter-style custom-media document font-face font-feature-values ' +
    'font-palette-values function import keyframes layer media namespace page position-try property ' +
    ('scope starting-style supports view-transition viewport styleset stylistic character-variant swash ' +
      'ornaments annotation historical-forms apply tailwind')
  ).split(' '),
);
const marginBox = /^(?:top|right|bottom|left)-(?:left-corner|left|center|right|right-corner|top|middle|bottom)$/;

/** At-rules whose declarations are descriptors, with names of their own. */
const descriptors =
  /^(?:font-face|property|counter-style|font-palette-values|font-feature-values|color-profile|view-transition|viewport|function)$/;

/** Features of other formatters (CSS Generated Content for Paged Media 3), and their replacements. */
const elsewhere: readonly {
  readonly property: RegExp;
  readonly value: RegExp;
  readonly name: string;
  readonly instead: string;
}[] = [
  {
    property: /^bookmark-/,
    value: /^/,
    name: '`bookmark-level` and its like',
    instead: 'Headings become the outline; `add_bookmark` adds entries to it.',
  },
  {
    property: /^(?:bleed|marks)$/,
    value: /^/,
    name: '`bleed` and `marks`',
    instead: 'They have an effect in an `@page` for all pages.',
  },
  {
    property: /^footnote-/,
    value: /^/,
    name: '`footnote-policy` and its like',
    instead: '`float: footnote` puts every note at the foot of the page of its call.',
  },
  {
    property: /^position$/,
    value: /\brunning\s*\(/,
    name: '`position: running()`',
    instead: 'Use `set_header` and `set_footer`.',
  },
  {
    property: /^content$/,
    value: /\b(?:target-(?:counters?|text)|leader)\s*\(/,
    name: '`target-counter()`, `target-text()` and `leader()` in margin boxes',
    instead: 'They have an effect on elements, `::before` and `::after`.',
  },
  {
    property: /^content$/,
    value: /\b(?:string|element)\s*\(/,
    name: '`string()` and `element()`',
    instead: 'A margin box of `@page` shows a named string with `string(name)`, and a header with `{string:name}`.',
  },
];

/** Page sizes that Chromium knows by name (CSS Paged Media 3, 7.1). */
const pageSizes = new Set(
  'a5 a4 a3 b5 b4 jis-b5 jis-b4 letter legal ledger auto landscape portrait inherit initial unset revert'.split(' '),
);

/** Hacks for old browsers, and vendor properties: they are expected to have no effect. */
const isForOthers = (property: string) => /^(?:-|[*_#$&])/.test(property);
const hack = /^\s*[*_#]|progid:|expression\(|!\s*ie\b|^\s*filter\s*:|\\9|<!--|-->/i;

const known = new Map<string, readonly string[]>();
/**
 * Cache of findings by style sheet, and its maximum number of characters: templates and requests repeat style sheets.
 */
const remembered = { sheets: 100, characters: 50_000 };

/** Describes the declarations and rules without effect in Chromium, one sentence each. */
export function cssMistakes(css: string): readonly string[] {
  const before = known.get(css);
  if (before !== undefined) return before;
  const found = find(css.slice(0, max.characters));
  const [oldest] = known.keys();
  if (known.size >= remembered.sheets && oldest !== undefined) known.delete(oldest);
  if (css.length <= remembered.characters) known.set(css, found);
  return found;
}

function find(css: string): readonly string[] {
  const found = new Set<string>();
  const add = (message: string) => {
    if (found.size < max.findings) found.add(message);
  };
  const tree = parse(css, {
    parseValue: false,
    parseRulePrelude: false,
    parseAtrulePrelude: false,
    parseCustomProperty: false,
    onParseError(error, node) {
      const text = node.type === 'Raw' ? node.value.trim() : '';
      // A block or a nested selector may be newer than the parser.
      if (text === '' || /[{&]/.test(text) || hack.test(text)) return;
      const { line } = error as unknown as { line: number };
      add(`Line ${line} has something that can not be read: "${text.slice(0, max.text)}".`);
    },
  });
  const brace = css.length < max.characters ? unbalanced(css) : null;
  if (brace !== null) add(brace);
  walk(tree, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === 'Atrule') {
        const message = atRuleMistake(node, this.atrule);
        if (message !== null) add(message);
      }
      if (node.type === 'Rule' && node.prelude.type === 'Raw') {
        const { value } = node.prelude;
        const message = misplacesNotePart(value) ? notePartMistake : selectorMistake(value);
        if (message !== null) add(message);
      }
      if (node.type === 'Declaration') {
        const message = isOwn(this, node)
          ? ownMistake(node, this)
          : mistakeIn(node, this.rule === null ? (this.atrule?.name.toLowerCase() ?? '') : '');
        if (message !== null) add(message);
      }
    },
  });
  return [...found];
}

const notePartMistake =
  '`::footnote-call` and `::footnote-marker` have an effect where each selector of their rule ends with the same of both.';

/** Pseudo-classes of pages that Chromium knows (CSS Paged Media 3, 3.2). */
const pageKinds = new Set(['first', 'left', 'right', 'blank']);

/** The mistake of an at-rule inside of another one, or of none. */
function atRuleMistake({ name: given, prelude }: Atrule, around: Atrule | null): string | null {
  const name = given.toLowerCase();
  if (name === 'footnote')
    return around?.name.toLowerCase() === 'page' && around.prelude === null
      ? null
      : '`@footnote` has an effect in an `@page` for all pages.';
  const selector = name === 'page' && prelude?.type === 'Raw' ? prelude.value : '';
  const unknown = Array.from(selector.matchAll(/:([\w-]{1,40})/g), ([, kind = '']) => kind).find(
    (kind) => !pageKinds.has(kind.toLowerCase()),
  );
  if (unknown !== undefined)
    return (
      `The browser knows no \`:${unknown}\` of pages and ignores its rule: there are \`:first\`, \`:left\`, \`:right\` ` +
      'and `:blank`.'
    );
  return name.startsWith('-') || atRules.has(name) || marginBox.test(name)
    ? null
    : `The browser does not know \`@${given.slice(0, max.text)}\`.`;
}

/** True for a declaration that the service implements. */
function isOwn(context: WalkContext, { property, value }: Declaration): boolean {
  const place = placeOf(context);
  return place !== null && value.type === 'Raw' && ownDeclaration(property, value.value, place) !== undefined;
}

/** The mistake in the value of such a declaration. */
function ownMistake({ property, value }: Declaration, context: WalkContext): string | null {
  const text = value.type === 'Raw' ? value.value : '';
  if (property.toLowerCase() === 'string-set') return readStringSet(text).mistake;
  return placeOf(context) === 'margin' && marginStringsIn(text) === null
    ? `\`content: ${text.slice(0, max.text)}\` has a string that is not written as \`string(name)\`, with \`, first\`, ` +
        '`, start`, `, last` or `, first-except`.'
    : null;
}

/** The mistake of a declaration; `atRule` is the at-rule around it where it has no selector. */
function mistakeIn(node: Declaration, atRule: string): string | null {
  const property = node.property.toLowerCase();
  const value = node.value.type === 'Raw' ? node.value.value.toLowerCase().trim() : '';
  if (isForOthers(property) || descriptors.test(atRule)) return null;
  if (atRule === 'footnote' && !isOfArea(property) && knownProperties.has(property))
    return `\`${property}\` has no effect in \`@footnote\`, which sets borders, space, background and type of the area.`;
  const other = elsewhere.find((one) => one.property.test(property) && one.value.test(value));
  if (other !== undefined) return `The browser does not know ${other.name}. ${other.instead}`;
  if (atRule === 'page' && property === 'size') {
    const unknown = value
      .split(/\s+/)
      .find((word) => /^[a-z]/.test(word) && !word.includes('(') && !pageSizes.has(word));
    return unknown === undefined
      ? null
      : `The browser does not know the page size \`${unknown.slice(0, max.text)}\`. Give its width and height, ` +
          `or state \`document.size\`.`;
  }
  if (knownProperties.has(property)) return hack.test(value) ? null : valueMistake(property, value);
  const near = nearName(property, knownProperties, 2);
  return (
    'The browser knows no property ' +
    `\`${property.slice(0, max.text)}\`${near === null ? '' : `; \`${near}\` is the nearest`}.`
  );
}
