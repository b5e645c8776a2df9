import type { Atrule, CssNode, Rule } from 'css-tree';
import { parse, walk } from './css.ts';

/** HTML with more characters is not read: its style sheet costs next to nothing in comparison. */
const maxCharacters = 500_000;

/** A piece of a style sheet, without comments. */
interface Piece {
  readonly text: string;
  /** Classes in its selectors; none = it may match any document. */
  readonly classes: readonly string[];
}

/** A style sheet divided into rules: those of an at-rule like `@scope` are between its prelude and its brace. */
type DividedSheet = readonly Piece[];

/**
 * The part of a style sheet that may match a document: all rules without classes, and those with at least one class
 * that the HTML has in an attribute. The result has the same effect on the document as the whole sheet. `css` is a
 * sheet of the service, and is divided once.
 */
export function usedRules(css: string, html: readonly string[]): string {
  const classes = classesIn(html);
  if (classes === null) return css;
  return sheetOf(css)
    .filter((piece) => piece.classes.length === 0 || piece.classes.some((name) => classes.has(name)))
    .map(({ text }) => text)
    .join('');
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
  return sheet.type === 'StyleSheet' ? sheet.children.toArray().flatMap((node) => piecesOf(css, node)) : [];
}

function piecesOf(css: string, node: CssNode): Piece[] {
  if (node.type === 'Rule') return [{ text: textOf(css, node), classes: classesOf(node) }];
  if (node.type === 'Atrule' && node.block !== null && node.name === 'scope') return scoped(css, node);
  return node.type === 'Comment' ? [] : [{ text: textOf(css, node), classes: [] }];
}

function scoped(css: string, node: Atrule): Piece[] {
  const text = textOf(css, node);
  const open = text.slice(0, text.indexOf('{') + 1);
  const rules = node.block?.children.toArray().flatMap((child) => piecesOf(css, child)) ?? [];
  return [{ text: open, classes: [] }, ...rules, { text: '}', classes: [] }];
}

function withoutComments(css: string): string {
  const texts: string[] = [];
  let from = 0;
  parse(css, {
    positions: true,
    onComment(_, { start, end }) {
      texts.push(css.slice(from, start.offset));
      from = end.offset;
    },
  });
  return [...texts, css.slice(from)].join('');
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
