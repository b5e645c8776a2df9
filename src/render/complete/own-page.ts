import type { CssNode, Declaration } from 'css-tree';
import { generate, parse } from '../html/css.ts';
import type { Document } from '../model/document.ts';
import type { PageSetup } from '../model/types/page-geometry.ts';
import { declared } from '../compose/page-rules.ts';

/** Maximum number of characters that are searched for `@page`. */
export const maxCharacters = 2_000_000;
const hasPage = /@page/i;

/** Conditions for the page rules of a document: its CSS medium, and the origin of its page size. */
export interface OwnPageOptions {
  readonly media: Document['media'];
  /** True where the size in `base` takes precedence over the style sheets, which may only turn it. */
  readonly sized: boolean;
}

/**
 * The kind of page that the style sheets of a document make of `base` (CSS Paged Media 3). Rules for some pages, and
 * rules that cannot be read, change nothing.
 */
export function ownPage(sheets: readonly string[], base: PageSetup, { media, sized }: OwnPageOptions): PageSetup {
  return kindsOfPage(sheets, base, { media, sized }).get('') ?? base;
}

/**
 * The kinds of page that the style sheets of a document make of `base`, by their selectors: '' for all pages, `:first`,
 * `wide`. A kind with a selector has what it does not state itself from the pages before it.
 */
export function kindsOfPage(
  sheets: readonly string[],
  base: PageSetup,
  { media, sized }: OwnPageOptions,
): ReadonlyMap<string, PageSetup> {
  const declarations = sheets.flatMap((css) => declarationsIn(css, media)).filter(({ inside }) => inside === '');
  const kinds = new Map([['', base]]);
  for (const selector of ['', ...new Set(declarations.map((one) => one.selector).filter((name) => name !== ''))]) {
    let setup = kinds.get('') ?? base;
    for (const { selector: own, property, value } of declarations)
      if (own === selector)
        setup = property === 'size' ? withSize(setup, base, value, sized) : withMargin(setup, property, value);
    kinds.set(selector, setup);
  }
  return kinds;
}

/** A declaration of a rule for these pages; `inside` is the at-rule around it there, '' where there is none. */
interface PageDeclaration {
  readonly selector: string;
  readonly inside: '' | 'footnote';
  readonly property: string;
  readonly value: string;
}

/**
 * Declarations of the `@page` rules for all pages in a style sheet, in order and in lower case; or those for the area of
 * the footnotes there, with their values as they are written.
 */
export const declarationsForPages = (
  css: string,
  media: Document['media'],
  place: PageDeclaration['inside'] = '',
): (readonly [property: string, value: string])[] =>
  declarationsIn(css, media).flatMap(({ selector, inside, property, value }) =>
    selector === '' && inside === place ? [[property, value]] : [],
  );

function declarationsIn(css: string, media: Document['media']): PageDeclaration[] {
  if (!hasPage.test(css)) return [];
  const tree = parse(css.slice(0, maxCharacters), {
    parseValue: false,
    parseCustomProperty: false,
    onParseError: () => undefined,
  });
  return [...pageDeclarations(tree, media)];
}

/** Declarations of the rules for pages, inside matching `@media` too, in order. */
function* pageDeclarations(node: CssNode, media: Document['media']): Generator<PageDeclaration> {
  if (!('children' in node) || node.children === null) return;
  for (const child of node.children) {
    if (child.type !== 'Atrule' || child.block === null) continue;
    const name = child.name.toLowerCase();
    const prelude = child.prelude === null ? '' : generate(child.prelude).trim().toLowerCase();
    if (name === 'page') {
      const selector = child.prelude === null ? '' : generate(child.prelude).trim();
      for (const line of child.block.children) {
        if (line.type === 'Declaration')
          yield { selector, inside: '', property: line.property.toLowerCase(), value: valueOf(line).toLowerCase() };
        if (line.type !== 'Atrule' || line.block === null || line.name.toLowerCase() !== 'footnote') continue;
        for (const own of line.block.children)
          if (own.type === 'Declaration')
            yield { selector, inside: 'footnote', property: own.property.toLowerCase(), value: valueOf(own) };
      }
    } else if (name === 'layer' || (name === 'media' && (prelude === 'all' || prelude === media)))
      yield* pageDeclarations(child.block, media);
  }
}

const valueOf = ({ value }: Declaration): string => generate(value).trim();

/** `landscape` and `portrait` alone turn the page (CSS Paged Media 3, 7.1). */
function withSize(setup: PageSetup, { width, height }: PageSetup, value: string, sized: boolean): PageSetup {
  if (value === 'landscape' || value === 'portrait') return turned({ ...setup, width, height }, value);
  return sized ? { ...setup, width, height } : { ...setup, ...declared(setup, 'size', value.split(/\s+/)) };
}

function withMargin(setup: PageSetup, property: string, value: string): PageSetup {
  return property.startsWith('margin') ? { ...setup, ...declared(setup, property, value.split(/\s+/)) } : setup;
}

/** The page in portrait or landscape. */
export function turned(setup: PageSetup, orientation: 'portrait' | 'landscape'): PageSetup {
  const [short, long] = [Math.min(setup.width, setup.height), Math.max(setup.width, setup.height)];
  return orientation === 'landscape'
    ? { ...setup, width: long, height: short }
    : { ...setup, width: short, height: long };
}
