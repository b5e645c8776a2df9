import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, replaceAddresses, targetOf } from '../links.mjs';
import { sidebarOf } from '../navigation.mjs';
import { staged } from '../pages.mjs';

const pages = JSON.parse(readFileSync(join(staged, 'pages.json'), 'utf8'));
const byFile = new Map(pages.map((page) => [`${page.path}.md`, page]));

/** As GitHub makes them, because that is where the pages are read, too. */
function slugify(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Text in double braces stays as it is: to Vue it would be an expression. `<TryIt />` is the one component. */
function literal(md) {
  md.core.ruler.push('literal', ({ tokens, Token }) => {
    const html = (content) => Object.assign(new Token('html_block', '', 0), { content });
    for (const token of tokens)
      if (token.content.trim() === '<TryIt />') token.content = '</div>\n<TryIt />\n<div v-pre>\n';
    tokens.unshift(html('<div v-pre>\n'));
    tokens.push(html('</div>\n'));
  });
}

/** The configuration of the site; docs.mjs builds it. Nothing in it names another host. */
export default {
  title: 'Colophon',
  description: 'A headless-Chromium document service.',
  lang: 'en',
  srcDir: staged,
  srcExclude: ['public/**'],
  cacheDir: fileURLToPath(new URL('../../../node_modules/.cache/colophon/vitepress', import.meta.url)),
  metaChunk: true,
  vite: { build: { target: 'es2022', chunkSizeWarningLimit: 2000 } },
  markdown: {
    anchor: { slugify },
    config(md) {
      md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
      replaceAddresses(md, ({ relativePath }, href, shown) => {
        const { source, path } = byFile.get(relativePath) ?? {};
        const target = source === undefined ? undefined : targetOf(source, href);
        return target === undefined ? undefined : addressOf(path, target, shown);
      });
      literal(md);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: sidebarOf(pages),
    outline: [2, 3],
    nav: [
      { text: 'Operations', link: '/operations' },
      { text: 'Gallery', link: '/gallery/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Settings', link: '/settings' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
};
