import { randomBytes } from 'node:crypto';

/** Where all pages are; nothing answers there but the interception. */
export const origin = 'https://colophon.invalid/';

/** As many folders may be between a document and the root of its files. */
const maxFolders = 8;
/** A folder above the document in its address: a relative address that begins with `../` takes as many of them away. */
const above = '~/';

/**
 * The base address of one document: of the same origin as the page, because parts of SVG files load from there alone
 * (SVG 2, 5.5).
 */
export const baseAddress = (): string => `${origin}${randomBytes(12).toString('hex')}/${above.repeat(maxFolders)}`;

/** What stands before the folders in a base address. */
const rootOf = (base: string): string => base.slice(0, base.length - above.length * maxFolders);

/**
 * True for an address on the origin of the pages that is not below the root of any of these base addresses: other
 * documents share it.
 */
export const isShared = (url: string, bases: readonly string[]): boolean =>
  url.startsWith(origin) && !bases.some((base) => url.startsWith(rootOf(base)));

/**
 * The names that an address on the origin of the pages may mean, relative to the folder of the document, in the order
 * in which they are looked up; the first is the one that the document writes. Query and fragment are left out. What
 * begins with a slash is looked for in the folder of the document, then in the root of its files, as is what leads
 * above that root.
 */
export function assetNames(url: string, bases: readonly string[], folder: string): readonly string[] {
  const path = url.replace(/[?#].*/s, '');
  const base = bases.find((one) => path.startsWith(rootOf(one)));
  const folders = folder.split('/').slice(0, -1);
  const names =
    base === undefined ? outside(path.slice(origin.length), folders) : inside(path.slice(rootOf(base).length), folders);
  return [...new Set(names.flatMap((name) => [decoded(name), name]))];
}

function inside(path: string, folders: readonly string[]): string[] {
  let left = 0;
  while (left < maxFolders && path.startsWith(above, left * above.length)) left += 1;
  const climbed = maxFolders - left;
  const rest = path.slice(left * above.length);
  return climbed > folders.length
    ? [relative(climbed, rest, []), relative(folders.length, rest, folders)]
    : [relative(climbed, rest, folders)];
}

function outside(path: string, folders: readonly string[]): string[] {
  return [path, relative(folders.length, path, folders)];
}

/**
 * `path` from the folder that is `climbed` levels above the document; a path that leads back into the folders of the
 * document does not leave them.
 */
function relative(climbed: number, path: string, folders: readonly string[]): string {
  let up = climbed;
  let rest = path;
  for (const folder of folders.slice(folders.length - climbed)) {
    if (!decoded(rest).startsWith(`${folder}/`)) break;
    rest = rest.slice(rest.indexOf('/') + 1);
    up -= 1;
  }
  return '../'.repeat(up) + rest;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
