import type { Mistake } from '../../problems.ts';

/** A file of an upload: its name as it was sent, which may hold folders. */
interface Named {
  readonly filename: string;
}

/** A file and its place in the upload, a path of `/` from the root. */
export interface Placed<F> {
  readonly file: F;
  readonly path: string;
}

/** The document of an upload, and the files beside it. */
export interface FileTree<F> {
  readonly page: F;
  /** The folder of the document, with a slash at its end; `''` = the root. */
  readonly folder: string;
  /** By names relative to that folder; names of files outside of it begin with `../`. */
  readonly others: readonly Placed<F>[];
}

const isHtml = (path: string) => /\.html?$/i.test(path);
const isIndex = (path: string) => /(?:^|\/)index\.html?$/i.test(path);
const depthOf = (path: string) => path.split('/').length;

/**
 * The names as paths, with either slash between folders; `null` for a name that leads out of the upload or names no
 * file.
 */
function pathOf(filename: string): string | null {
  const segments: string[] = [];
  for (const segment of filename.normalize('NFC').split(/[/\\]/)) {
    if (segment === '..' && segments.pop() === undefined) return null;
    if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment);
  }
  return segments.length === 0 ? null : segments.join('/');
}

/**
 * Finds the document among files: the `index.html` nearest to the root, else the only `.html` file. Returns the mistake
 * where there is none.
 */
export function fileTree<F extends Named>(files: readonly F[]): FileTree<F> | readonly Mistake[] {
  const placed = files.map((file) => ({ file, path: pathOf(file.filename) }));
  const lost = placed.filter(({ path }) => path === null);
  if (lost.length > 0)
    return lost.map(({ file }) => ({
      pointer: '/files',
      message: file.filename === '' ? 'a file has no name' : `'${shown(file.filename)}' is no name for a file`,
    }));
  const whole = placed.flatMap(({ file, path }) => (path === null ? [] : [{ file, path }]));
  const twice = duplicates(whole.map(({ path }) => path));
  if (twice.length > 0)
    return twice.map((path) => ({ pointer: '/files', message: `there are two files of the name '${shown(path)}'` }));
  const page = documentOf(whole);
  if ('message' in page) return [page];
  const folder = page.path.slice(0, page.path.lastIndexOf('/') + 1);
  return {
    page: page.file,
    folder,
    others: whole.filter((one) => one !== page).map(({ file, path }) => ({ file, path: relativeTo(folder, path) })),
  };
}

function documentOf<F>(files: readonly Placed<F>[]): Placed<F> | Mistake {
  const pages = files.filter(({ path }) => isHtml(path));
  const indexes = pages.filter(({ path }) => isIndex(path));
  const least = Math.min(...indexes.map(({ path }) => depthOf(path)));
  const [page, ...others] = indexes.length > 0 ? indexes.filter(({ path }) => depthOf(path) === least) : pages;
  if (page === undefined)
    return { pointer: '/files', message: 'none of the files is an `.html` file: send the document as `index.html`' };
  if (others.length === 0) return page;
  const names = [page, ...others]
    .slice(0, 5)
    .map(({ path }) => `'${shown(path)}'`)
    .join(', ');
  return {
    pointer: '/files',
    message: `several files can be the document (${names}): name the one that is to be printed \`index.html\``,
  };
}

function duplicates(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, (path) => path)].filter(([, same]) => same.length > 1).map(([path]) => path);
}

/** A path as relative to a folder. */
function relativeTo(folder: string, path: string): string {
  const from = folder.split('/').slice(0, -1);
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

const shown = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}...` : name);
