import { realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { decodeHtml } from '../../render/received/decode.ts';
import { referencesOf, sheetReferencesOf } from '../../render/received/references.ts';
import type { InputFile } from '../engines/call.ts';
import { UsageError } from '../exit-codes.ts';
import { standard, type Files } from './read-files.ts';

/** An HTML page on the disk, and what may go with it. */
export interface Page {
  /** Its file; `-` = standard input, in the current folder. */
  readonly file: string;
  /** The folder whose files the page may load; its own folder unless given. */
  readonly root: string | null;
  /** Files, and folders of files, that go with it whether it names them or not. */
  readonly assets: readonly string[];
}

/** The files of a page, and notes about those that are left out. */
export interface PageFiles {
  readonly files: readonly InputFile[];
  readonly notes: readonly string[];
}

/** The most files of one page: a request has no more. */
const maxFiles = 900;
/**
 * The page, the files that it loads by relative addresses (and those that its style sheets load), and the
 * assets. Only files below the root are found, so that a page reaches nothing else on the disk. Throws UsageError.
 */
export async function pageFiles(files: Files, { file, root, assets }: Page): Promise<PageFiles> {
  const bytes = await files.read(file);
  const folder = resolve(file === standard ? '.' : dirname(file));
  const limit = resolve(root ?? folder);
  if (relative(limit, folder).split(sep)[0] === '..')
    throw new UsageError(`The page '${file}' is not below the folder of \`--root\`, '${root ?? ''}'.`);
  const tree = new Tree(realpathSync(limit), realpathSync(folder));
  for (const asset of assets) await tree.addAsset(asset);
  const { text } = await decodeHtml(bytes, undefined);
  tree.addReferences(referencesOf(text), '');
  await tree.follow(files);
  const { found, notes } = tree;
  const depth = relative(tree.limit, tree.folder);
  const page = { field: 'files', filename: join(depth, 'index.html'), contentType: 'text/html', content: bytes };
  return {
    notes,
    files: [page, ...[...found].map(([name, path]) => fileOf(join(depth, name), path))],
  };
}

function fileOf(filename: string, content: string): InputFile {
  const contentType = extname(content).toLowerCase() === '.css' ? 'text/css' : 'application/octet-stream';
  return { field: 'files', filename, contentType, content };
}

const isIndex = (name: string) => /^index\.html?$/i.test(basename(name));
/** How many folders a name climbs. */
const climbOf = (name: string) => name.split(sep).filter((part) => part === '..').length;

/** The path in a relative address; `null` for an address elsewhere. */
function pathOf(address: string): string | null {
  const [plain = ''] = address.trim().replaceAll('\\', '/').split(/[?#]/, 1);
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(plain)) return null;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** The files of a page while they are found. */
class Tree {
  readonly limit: string;
  readonly folder: string;
  /** Paths by names relative to the folder of the page. */
  readonly found = new Map<string, string>();
  readonly notes: string[] = [];
  readonly #open: string[] = [];

  constructor(limit: string, folder: string) {
    this.limit = limit;
    this.folder = folder;
  }

  /** Adds a file or a folder that a person named: by its place where it is below the root, else by its name. */
  async addAsset(path: string): Promise<void> {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) throw new UsageError(`The asset '${path}' cannot be read: there is no such file.`);
    if (!found.isDirectory()) {
      const real = realpathSync(path);
      this.#add(this.#isBelow(real) ? relative(this.folder, real) : basename(path), real);
      return;
    }
    const above = this.#isBelow(realpathSync(path)) ? '' : dirname(resolve(path));
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      const inside = resolve(entry.parentPath, entry.name);
      if (entry.isFile())
        this.#add(above === '' ? relative(this.folder, realpathSync(inside)) : relative(above, inside), inside);
    }
  }

  /** Adds the files that a document in `folder` loads; `folder` is relative to that of the page. */
  addReferences(
    { base = null, addresses }: { base?: string | null; addresses: readonly string[] },
    folder: string,
  ): void {
    const stated = base === null ? '' : pathOf(base);
    if (stated === null) return; // everything is elsewhere
    const from = stated.startsWith('/') ? dirname(`.${stated}x`) : join(folder, dirname(`${stated}x`));
    for (const address of addresses) {
      const path = pathOf(address);
      if (path !== null && path !== '') this.#addPath(address, path, from);
    }
  }

  /** Reads the style sheets that were found, for what they load in turn. */
  async follow(files: Files): Promise<void> {
    for (let name = this.#open.shift(); name !== undefined; name = this.#open.shift()) {
      if (extname(name).toLowerCase() !== '.css') continue;
      const { text } = await decodeHtml(await files.read(this.found.get(name) ?? ''), undefined);
      this.addReferences({ addresses: sheetReferencesOf(text) }, dirname(name));
    }
  }

  /** A path that begins with a slash is looked for in the folder of the page, then in the root. */
  #addPath(address: string, path: string, from: string): void {
    const places = path.startsWith('/')
      ? [join(this.folder, path), join(this.limit, path)]
      : [resolve(this.folder, from, path)];
    const place = places.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true);
    if (place === undefined) return; // the print warns
    const real = realpathSync(place);
    if (this.#isBelow(real) && this.#isBelow(place)) this.#add(relative(this.folder, place), real);
    else
      this.notes.push(
        `'${address}' is outside of the page's folder and is left out; \`--root FOLDER\` names a folder that holds both.`,
      );
  }

  #isBelow(real: string): boolean {
    const way = relative(this.limit, real);
    return way !== '..' && !way.startsWith(`..${sep}`);
  }

  #add(name: string, path: string): void {
    if (this.found.has(name)) return;
    if (name.split(sep).length <= 1 + climbOf(name) && isIndex(name)) {
      this.notes.push(`'${name}' is left out: the page itself has that name among its files.`);
      return;
    }
    if (this.found.size === maxFiles) throw new UsageError(`The page has more than ${maxFiles} files.`);
    this.found.set(name, path);
    this.#open.push(name);
  }
}
