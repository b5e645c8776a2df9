import type { CssNode } from 'css-tree';
import { parse } from '../html/css.ts';
import { assetNames, baseAddress, origin } from '../../browser/network/asset-address.ts';
import type { Document } from '../model/document.ts';
import { maxCharacters } from './own-page.ts';
import type { CompleteHtml } from './read-complete.ts';

/** Maximum number of style sheets, and depth of imports. */
const maxSheets = 100;
const maxDepth = 8;
const hasImport = /@import/i;

/**
 * The texts of the style sheets of a document, in the order in which they apply. Assets are found as the browser finds
 * them.
 */
export function ownSheets(document: Document, { base, sheets }: CompleteHtml): string[] {
  const texts: string[] = [];
  const page = baseAddress();
  const start = resolved(base ?? '', page) ?? page;
  const files = new Map(document.assets.map((asset) => [asset.name, asset]));
  const textAt = (address: string) => {
    const names = address.startsWith(origin) ? assetNames(address, [page], document.folder) : [];
    const data = names.flatMap((name) => files.get(name)?.data ?? [])[0];
    return data === undefined ? undefined : Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
  };
  const add = (text: string, address: string, above: readonly string[]) => {
    if (texts.length >= maxSheets) return;
    for (const href of importsOf(text, document.media)) load(href, address, above);
    texts.push(text);
  };
  const load = (href: string, from: string, above: readonly string[]) => {
    const address = resolved(href, from);
    if (address === undefined || above.length === maxDepth || above.includes(address)) return;
    const text = textAt(address);
    if (text !== undefined) add(text, address, [...above, address]);
  };
  for (const sheet of sheets) {
    if ('text' in sheet) add(sheet.text, start, []);
    else load(sheet.href, start, []);
  }
  return texts;
}

const resolved = (href: string, base: string) => (URL.canParse(href, base) ? new URL(href, base).href : undefined);

/** Addresses that a style sheet imports for all media or for this one. */
function importsOf(css: string, media: Document['media']): string[] {
  if (!hasImport.test(css)) return [];
  const tree = parse(css.slice(0, maxCharacters), { parseValue: false, onParseError: () => undefined });
  return 'children' in tree && tree.children !== null
    ? [...tree.children].flatMap((node) => importOf(node, media))
    : [];
}

function importOf(node: CssNode, media: Document['media']): string[] {
  if (node.type !== 'Atrule' || node.name.toLowerCase() !== 'import' || node.prelude?.type !== 'AtrulePrelude')
    return [];
  const [first, ...conditions] = node.prelude.children;
  if (first?.type !== 'Url' && first?.type !== 'String') return [];
  const queries = conditions.filter(({ type }) => type === 'MediaQueryList');
  return queries.every((query) => holds(query, media)) ? [first.value] : [];
}

/** True where one of the queries is `all`, or just the medium. */
function holds(list: CssNode, media: Document['media']): boolean {
  if (list.type !== 'MediaQueryList') return false;
  return [...list.children].some((query) => {
    if (query.type !== 'MediaQuery' || query.condition !== null || query.modifier !== null) return false;
    return query.mediaType?.toLowerCase() === 'all' || query.mediaType?.toLowerCase() === media;
  });
}
