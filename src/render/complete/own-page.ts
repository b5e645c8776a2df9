import type { CssNode } from 'css-tree';
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
  /** The pages whose rules are read, as CSS selects them: all of them unless given. */
  readonly pages?: '' | ':first';
}

/**
 * The kind of page that the style sheets of a document make of `base` (CSS Paged Media 3). Rules for some pages, and
 * rules that cannot be read, change nothing.
 */
export function ownPage(
  sheets: readonly string[],
  base: PageSetup,
  { media, sized, pages = '' }: OwnPageOptions,
): PageSetup {
  let setup = base;
  for (const css of sheets) {
    for (const [property, value] of declarationsForPages(css, media, pages)) {
      setup = property === 'size' ? withSize(setup, base, value, sized) : withMargin(setup, property, value);
    }
  }
  return setup;
}

/** Declarations of the `@page` rules for all pages, or for `pages`, in a style sheet, in order and in lower case. */
export function declarationsForPages(
  css: string,
  media: Document['media'],
  pages: OwnPageOptions['pages'] = '',
): (readonly [property: string, value: string])[] {
  if (!hasPage.test(css)) return [];
  const tree = parse(css.slice(0, maxCharacters), {
    parseValue: false,
    parseCustomProperty: false,
    onParseError: () => undefined,
  });
  return [...pageDeclarations(tree, media, pages)];
}

/** Declarations of the rules for such pages, inside matching `@media` too, in order. */
function* pageDeclarations(
  node: CssNode,
  media: Document['media'],
  pages: string,
): Generator<readonly [property: string, value: string]> {
  if (!('children' in node) || node.children === null) return;
  for (const child of node.children) {
    if (child.type !== 'Atrule' || child.block === null) continue;
    const name = child.name.toLowerCase();
    const prelude = child.prelude === null ? '' : generate(child.prelude).trim().toLowerCase();
    if (name === 'page' && prelude === pages) {
      for (const line of child.block.children)
        if (line.type === 'Declaration') yield [line.property.toLowerCase(), generate(line.value).trim().toLowerCase()];
    } else if (name === 'layer' || (name === 'media' && (prelude === 'all' || prelude === media)))
      yield* pageDeclarations(child.block, media, pages);
  }
}

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
