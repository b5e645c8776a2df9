import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../project.mjs';
import { pageOf } from './pages.mjs';

/** Folders of the built site with copies of files that pages link to or show. */
export const linkedFolder = 'files';
export const shownFolder = 'pictures';

const elsewhere = (href) => /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href);

/**
 * The target of a link in a file of the project: `{ page, hash }`, `{ file }`, or `{ mistake }` where nothing is there.
 * `undefined`: the link leaves the project, or stays on its page.
 */
export function targetOf(source, href) {
  if (href === '' || elsewhere(href)) return undefined;
  const [address, hash] = href.split('#', 2);
  const path = posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(address.split('?')[0])));
  const place = path.replace(/\/$/, '');
  if (place.startsWith('..') || !existsSync(join(root, place))) return { mistake: `there is no ${place}` };
  const folder = statSync(join(root, place)).isDirectory();
  const file = folder ? posix.join(place, 'README.md') : place;
  if (!existsSync(join(root, file))) return { mistake: `${place} is a folder without a README.md` };
  const page = pageOf(file);
  return page === undefined ? { file } : { page, hash };
}

/** The address of a target, relative to a page. `shown`: the page shows the file, as a picture. */
export function addressOf(page, target, shown) {
  const [to, ending] =
    target.page === undefined ? [join(shown ? shownFolder : linkedFolder, target.file), ''] : [target.page, '.html'];
  const hash = target.hash === undefined ? '' : `#${target.hash}`;
  const path = posix.relative(posix.dirname(page), to);
  return encodeURI((path.startsWith('.') ? path : `./${path}`) + ending) + hash;
}

const attributes = /\b(href|src)="([^"]*)"/g;

/**
 * A plugin of markdown-it that replaces each address: `replace(env, href, shown)` answers the new one, or `undefined`.
 * Addresses in HTML are replaced as well as those of Markdown. `mark` marks a link to a file.
 */
export function replaceAddresses(md, replace) {
  const html = (token, env) => {
    token.content = token.content.replaceAll(attributes, (all, name, value) => {
      const address = replace(env, value, name === 'src');
      return address === undefined ? all : `${name}="${address}"`;
    });
  };
  const own = (token, env, name) => {
    const address = replace(env, token.attrGet(name), name === 'src');
    if (address === undefined) return;
    token.attrSet(name, address);
    // VitePress and its router leave links with a target alone: they take others for pages.
    if (name === 'href' && address.includes(`${linkedFolder}/`)) token.attrSet('target', '_self');
  };
  const visit = (token, env) => {
    if (token.type === 'html_block' || token.type === 'html_inline') html(token, env);
    else if (token.type === 'link_open') own(token, env, 'href');
    else if (token.type === 'image') own(token, env, 'src');
    for (const child of token.children ?? []) visit(child, env);
  };
  md.core.ruler.push('addresses', ({ tokens, env }) => tokens.forEach((token) => visit(token, env)));
}
