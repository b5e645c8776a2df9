import { parse as parseHtml } from 'parse5';
import { parse as parseCss, walk } from '../html/css.ts';
import { elementsOf, type Element } from '../html/html-tree.ts';

/** Attributes that name a file which the element shows or runs, by element. Documents load no frames and no media. */
const single: Readonly<Record<string, readonly string[]>> = {
  body: ['background'],
  image: ['href', 'xlink:href'],
  img: ['src'],
  input: ['src'],
  script: ['src'],
  source: ['src'],
  table: ['background'],
  td: ['background'],
  th: ['background'],
  use: ['href', 'xlink:href'],
};

/**
 * The addresses of the files that an HTML document loads, as the document has them, and its `<base>`; not those that it
 * only links to.
 */
export function referencesOf(html: string): { readonly base: string | null; readonly addresses: readonly string[] } {
  const addresses: string[] = [];
  let base: string | null = null;
  for (const element of elementsOf(parseHtml(html))) {
    const value = (name: string) => attributeOf(element, name);
    if (element.tagName === 'base') base ??= value('href') ?? null;
    if (element.tagName === 'link' && /\b(?:stylesheet|preload|modulepreload)\b/i.test(value('rel') ?? ''))
      addresses.push(value('href') ?? '');
    for (const name of single[element.tagName] ?? []) addresses.push(value(name) ?? '');
    for (const name of ['srcset', 'imagesrcset']) addresses.push(...candidatesOf(value(name) ?? ''));
    if (element.tagName === 'style') addresses.push(...sheetReferencesOf(textOf(element)));
    const style = value('style') ?? '';
    if (style.includes('(')) addresses.push(...sheetReferencesOf(style, 'declarationList'));
  }
  return { base, addresses: addresses.filter((address) => address.trim() !== '') };
}

/** The addresses in a style sheet: of images, fonts and other sheets. */
export function sheetReferencesOf(css: string, context: 'stylesheet' | 'declarationList' = 'stylesheet'): string[] {
  const addresses: string[] = [];
  walk(parseCss(css, { context }), function (node) {
    if (node.type === 'Url') addresses.push(node.value);
    else if (node.type === 'String' && this.atrule?.name.toLowerCase() === 'import') addresses.push(node.value);
  });
  return addresses;
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => (one.prefix === undefined ? one.name : `${one.prefix}:${one.name}`) === name)?.value;
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

/** The addresses of `srcset` (HTML Standard, 4.8.4.2.1). */
function candidatesOf(srcset: string): string[] {
  return srcset
    .split(/,\s/)
    .map((candidate) => candidate.trim().split(/\s/, 1)[0] ?? '')
    .filter((address) => address !== '');
}
