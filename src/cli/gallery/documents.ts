import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of a complete document: its name in the request, and its path in the project. */
interface SourceFile {
  readonly name: string;
  readonly source: string;
}

/** A complete HTML document of the gallery, which the service prints from its files. */
export interface DocumentEntry {
  /** The path below docs/gallery without its extension: `documents/invoice`. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  /** The path of the document among its files. */
  readonly page: string;
  readonly files: readonly SourceFile[];
  /**
   * A JavaScript expression that becomes true when the scripts are done; the bare browser has no other sign of that.
   */
  readonly until?: string;
}

type DocumentFacts = Pick<DocumentEntry, 'title' | 'about' | 'page' | 'until'> & {
  readonly packages?: readonly SourceFile[];
};

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = 'src/cli/gallery/documents';
const paged: SourceFile = { name: 'paged.polyfill.js', source: 'node_modules/pagedjs/dist/paged.polyfill.js' };

/** Facts about documents that their folders below `documents` do not show. */
const documents: Readonly<Record<string, DocumentFacts>> = {
  invoice: {
    title: 'An invoice with a style sheet of its own',
    about:
      'One file and a logo: classes on `body`, `@page` with a page number in its margin, flex and grid, tables, ' +
      'Helvetica.',
    page: 'index.html',
  },
  station: {
    title: 'A report of utility classes, with its files in folders',
    about:
      '`pages/index.html` loads `../css/station.css`, which imports another sheet and takes a picture from ' +
      '`../img/`. ' +
      'Variants for print, custom properties, gradients, pages without margins.',
    page: 'pages/index.html',
  },
  book: {
    title: 'A book of paged.js',
    about:
      'paged.js comes as one of the files and lays the pages out: running heads, left and right pages, blank ' +
      'ones before ' +
      'chapters, a table of contents with page numbers. Nothing in the request states when it is done.',
    page: 'index.html',
    packages: [paged],
    until: 'window.PagedPolyfill?.chunker?.performance > 0',
  },
};

/** Every complete document, with all of its files. */
export async function documentEntries(): Promise<DocumentEntry[]> {
  return Promise.all(
    Object.entries(documents).map(async ([name, { packages = [], ...facts }]) => {
      const folder = `${sources}/${name}`;
      const found = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
      const placed = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const own = placed.map((file) => relative(join(root, folder), file));
      const files = [...own.sort().map((file) => ({ name: file, source: `${folder}/${file}` })), ...packages];
      return { path: `documents/${name}`, ...facts, files };
    }),
  );
}

/** The bytes of the files by their names. */
export async function filesOf({ files }: DocumentEntry): Promise<Map<string, Buffer<ArrayBuffer>>> {
  return new Map(
    await Promise.all(files.map(async ({ name, source }) => [name, await readFile(join(root, source))] as const)),
  );
}
