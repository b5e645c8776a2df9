import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { linkedFolder } from './links.mjs';

const outside = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
/** Elements that make a browser load something by themselves. Links do not. */
const loads = /<(?:script|img|iframe|source|video|audio|embed|link|object|use)\b[^>]*?\s(?:src|href|data)="([^"]*)"/g;
const styleLoads = /(?:url\(\s*|@import\s+)["']?([^"')\s]+)/g;

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const plain = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/** What the built pages of a folder lack: links and anchors that lead nowhere, and whatever loads from elsewhere. */
export function mistakesOf(folder) {
  const files = filesOf(folder);
  const present = new Set(files);
  // Copies of files of the project are not pages.
  const own = files.filter((file) => !file.startsWith(`${linkedFolder}/`));
  const html = new Map(
    own.filter((file) => file.endsWith('.html')).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const ids = new Map(
    [...html].map(([file, text]) => [file, new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => plain(id)))]),
  );
  const lacking = (file, href) => {
    if (outside.test(href)) return undefined;
    const [address, hash = ''] = plain(href).split('#', 2);
    const path = decodeURIComponent(address.split('?')[0]);
    const joined =
      path === '' ? file : posix.join(path.startsWith('/') ? '' : posix.dirname(file), path).replace(/^\//, '');
    const found = [joined, `${joined}.html`, posix.join(joined, 'index.html')].find((name) => present.has(name));
    if (found === undefined) return `there is no ${joined}`;
    const known = hash === '' || !ids.has(found) || ids.get(found).has(decodeURIComponent(hash));
    return known ? undefined : `${found} has no #${hash}`;
  };
  const mistakes = [];
  for (const [file, text] of html) {
    for (const [, href] of text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const mistake = lacking(file, href);
      if (mistake !== undefined) mistakes.push(`${file}: ${href}: ${mistake}`);
    }
    for (const [, href] of text.matchAll(loads)) {
      const mistake =
        outside.test(href) && !href.startsWith('data:') ? 'it is loaded from elsewhere' : lacking(file, href);
      if (mistake !== undefined) mistakes.push(`${file}: ${href}: ${mistake}`);
    }
  }
  for (const file of own.filter((name) => name.endsWith('.css')))
    for (const [, href] of readFileSync(join(folder, file), 'utf8').matchAll(styleLoads))
      if (outside.test(href) && !href.startsWith('data:'))
        mistakes.push(`${file}: ${href}: it is loaded from elsewhere`);
  return [...new Set(mistakes)];
}
