import { randomUUID } from 'node:crypto';

/** Origin of all pages; only the interception answers there. */
export const origin = 'https://colophon.invalid/';

/** Maximum number of folders between a document and the root of its files. */
const maxFolders = 8;
/** Path segment for a folder above the document: a relative address that begins with `../` removes as many of them. */
const above = '~/';

/** 90 random bits as 24 hexadecimal digits. Node.js has a cache of random bytes for UUIDs, and for nothing else. */
const randomName = (): string => randomUUID().replaceAll('-', '').slice(0, 24);

/**
 * The base address of one document. It has the origin of the page, because parts of SVG files are only loaded from the
 * same origin (SVG 2, 5.5).
 */
export const baseAddress = (): string => `${origin}${randomName()}/${above.repeat(maxFolders)}`;

/** The part of a base address before its folders. */
const rootOf = (base: string): string => base.slice(0, base.length - above.length * maxFolders);

/**
 * True for an address on the pages' origin that is below none of these base addresses: it belongs to another document.
 */
export const isShared = (url: string, bases: readonly string[]): boolean =>
  url.startsWith(origin) && !bases.some((base) => url.startsWith(rootOf(base)));

/**
 * The names that an address on the pages' origin may refer to, relative to the folder of the document, in order of
 * look-up. Query and fragment are left out. The first name is that in the folder of the document. For an address that
 * begins with a slash, or leads above the root of the files, the second is that in the root.
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
 * `path` seen from the folder that is `climbed` levels above the document. A path back into the folders of the document
 * stays inside.
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
