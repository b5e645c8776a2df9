import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../project.mjs';

/** The folder of the pages as VitePress reads them; `npm run docs` writes it anew each time. */
export const staged = join(root, '.tmp', 'docs');

/** Pages outside docs/, by their sources; README.md is the home page. */
const outside = { 'README.md': 'index', 'CHANGELOG.md': 'changelog', 'client/README.md': 'typescript-client' };

/** Sources that the site has in another form. */
const replaced = { 'docs/api.html': 'reference/index', 'docs/README.md': 'overview', 'docs/index.md': 'overview' };

/** The path of the page that a file of the project becomes, without an ending; `undefined` where it becomes none. */
export function pageOf(source) {
  const known = outside[source] ?? replaced[source];
  if (known !== undefined) return known;
  if (!source.startsWith('docs/') || !source.endsWith('.md')) return undefined;
  return source.slice('docs/'.length, -'.md'.length).replace(/(^|\/)README$/, '$1index');
}

/** The text of the first heading, without marks. */
export function titleOf(text, path) {
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? path;
  return heading.replaceAll(/[`*]/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** Every Markdown file that becomes a page: its source, the path of the page, its title and its text. */
export function writtenPages() {
  const docs = join(root, 'docs');
  const found = readdirSync(docs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  return [...Object.keys(outside), ...found].map((source) => {
    const text = readFileSync(join(root, source), 'utf8');
    const path = pageOf(source);
    return { source, path, title: path === 'index' ? 'Overview' : titleOf(text, path), text };
  });
}
