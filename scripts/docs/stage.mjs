import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { root } from '../project.mjs';
import { linkedFolder, replaceAddresses, shownFolder, targetOf } from './links.mjs';
import { staged, writtenPages } from './pages.mjs';
import { referencePages } from './reference.mjs';

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Files that the pages link to or show, and links that lead nowhere. */
function examine(pages) {
  const files = new Map();
  const mistakes = [];
  const md = new MarkdownIt({ html: true });
  replaceAddresses(md, ({ source }, href, shown) => {
    const target = targetOf(source, href);
    if (target?.mistake !== undefined) mistakes.push(`${source}: ${href}: ${target.mistake}`);
    if (target?.file === undefined) return;
    const copy = shown ? join(shownFolder, target.file) : join('public', linkedFolder, target.file);
    files.set(copy, target.file);
  });
  for (const { source, text } of pages) md.parse(text, { source });
  return { files, mistakes };
}

/** Writes the pages and what they link to. Links that lead nowhere are an error that names each. */
export async function stage() {
  const written = writtenPages();
  const { files, mistakes } = examine(written);
  if (mistakes.length > 0) throw new Error(`Links that lead nowhere:\n${mistakes.join('\n')}`);
  const pages = [...written, ...(await referencePages())];
  rmSync(staged, { recursive: true, force: true });
  for (const { path, text } of pages) write(join(staged, `${path}.md`), text);
  for (const [copy, file] of files) cpSync(join(root, file), join(staged, copy));
  write(join(staged, 'pages.json'), JSON.stringify(pages.map(({ source, path, title }) => ({ source, path, title }))));
  return pages;
}
