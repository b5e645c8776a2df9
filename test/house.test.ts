import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The floors of house.md, lowest first. A file imports lower floors or its own folder; rooms on one floor do not know
 * each other.
 */
const floors: readonly (readonly string[])[] = [
  [
    'allocation-failure',
    'collect-garbage',
    'config',
    'problems',
    'context',
    'fair-queue',
    'log',
    'stages',
    'input',
    'memory-shares',
    'near-names',
    'without-end',
  ],
  ['store', 'browser', 'pdf', 'threads'],
  ['render', 'sessions', 'jobs'],
  ['editions'],
  ['calls'],
  ['http', 'mcp', 'command'],
  ['main', 'serve', 'app', 'cli', 'metrics'],
];

/** One outside library, one room. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  puppeteer: ['browser'],
  'generic-pool': ['browser', 'threads'],
  'ipaddr.js': ['browser', 'http'],
  express: ['http'],
  '@modelcontextprotocol/sdk/server/mcp.js': ['mcp'],
  '@modelcontextprotocol/sdk/server/stdio.js': ['mcp'],
  '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js': ['mcp'],
  '@modelcontextprotocol/sdk/types.js': ['mcp'],
  jose: ['calls', 'cli'],
  canonicalize: ['calls'],
  cors: ['http'],
  multer: ['http'],
  '@embedpdf/pdfium': ['pdf'],
  harfbuzzjs: ['pdf'],
  'bidi-js': ['pdf'],
  pkijs: ['pdf'],
  asn1js: ['pdf'],
  re2js: ['pdf'],
  saxes: ['pdf'],
  sharp: ['pdf'],
  pixelmatch: ['pdf'],
  'exif-reader': ['pdf'],
  '@neslinesli93/qpdf-wasm': ['pdf'],
  'pdfjs-dist/legacy/build/pdf.mjs': ['pdf'],
  'prom-client': ['metrics'],
  parse5: ['render'],
  'html-encoding-sniffer': ['render'],
  'node:sqlite': ['store'],
  'pg-boss': ['store'],
  pg: ['store'],
  pino: ['log'],
  'pdf-lib': ['pdf'],
  handlebars: ['render'],
  echarts: ['render'],
  'bwip-js/node': ['render'],
  temml: ['render'],
};

/**
 * The storeys of `pdf/`, lowest first. A room imports lower storeys and rooms of its own storey; a tool no other tool.
 */
const storeys: readonly (readonly string[])[] = [
  ['objects', 'filters', 'crypt', 'file', 'geometry', 'fonts', 'xmp'],
  ['content', 'typeset', 'text', 'pdfium', 'pdfjs', 'raster', 'images', 'cms', 'patterns'],
  ['facts', 'copying', 'widgets', 'conformance'],
  ['printed', 'edit'],
  ['assemble', 'fill', 'sign', 'redact', 'compare', 'optimize', 'forensic', 'certify'],
];
/** A certificate of origin is sealed as a signature is. */
const wanted: ReadonlySet<string> = new Set(['certify sign']);

/** Files in one folder. A shelf has one file for each of many like things, and may hold more. */
const maxFiles = 20;
const shelves: ReadonlySet<string> = new Set(['editions/core/operations', 'editions/pro/operations']);

const root = join(import.meta.dirname, '..', 'src');
const files = globSync('**/*.ts', { cwd: root });
const imported = /(?:from|import)\s+'([^']+)'/g;

describe('The house', () => {
  it('has no file that imports a higher floor, or a neighbour on its own', () => {
    const wrong: string[] = [];
    for (const file of files) {
      for (const target of importsOf(file).filter((name) => name.startsWith('.'))) {
        const to = relative(root, join(root, dirname(file), target));
        if (
          roomOf(file) !== roomOf(to) &&
          floorOf(to) >= floorOf(file) &&
          floorOf(file) !== 0 &&
          floorOf(file) !== floors.length - 1
        )
          wrong.push(`${file} imports ${to}`);
        if (floorOf(file) === 0 && floorOf(to) > 0) wrong.push(`${file} imports ${to}`);
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('has no edition that imports another edition', () => {
    const edition = (file: string) => /^editions\/(core|pro|enterprise)\//.exec(file)?.[1] ?? null;
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((target) => relative(root, join(root, dirname(file), target)))
        .filter((to) => edition(file) !== null && edition(to) !== null && edition(file) !== edition(to))
        .map((to) => `${file} imports ${to}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('names each outside library in its own room only', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => libraries[name] !== undefined && !libraries[name].includes(roomOf(file)))
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('has no circle of imports, types included', () => {
    const open = new Set<string>();
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (open.has(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
      if (open.has(file) || done.has(file)) return;
      open.add(file);
      for (const target of ownImportsOf(file)) visit(target, [...path, file]);
      open.delete(file);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).to.deep.equal([]);
  });

  it('has no room of pdf that imports a higher storey, and no tool of pdf that imports another', () => {
    const storeyOf = (room: string): number => storeys.findIndex((rooms) => rooms.includes(room));
    const wrong = files
      .filter((file) => file.startsWith('pdf/'))
      .flatMap((file) => ownImportsOf(file).map((target) => [file, target] as const))
      .filter(([file, target]) => {
        const [from, to] = [pdfRoomOf(file), pdfRoomOf(target)];
        const isTool = storeyOf(from) === storeys.length - 1;
        if (from === to || wanted.has(`${from} ${to}`)) return false;
        return storeyOf(to) > storeyOf(from) || (isTool && storeyOf(to) === storeyOf(from));
      });
    expect(wrong.map(([file, target]) => `${file} imports ${target}`)).to.deep.equal([]);
    expect(files.filter((file) => file.startsWith('pdf/') && storeyOf(pdfRoomOf(file)) < 0)).to.deep.equal([]);
  });

  it('uses pdf-lib in pdf/edit only, and saxes in pdf/xmp/reading only', () => {
    for (const [library, room] of [
      ['pdf-lib', 'pdf/edit/'],
      ['saxes', 'pdf/xmp/reading/'],
    ] as const) {
      const users = files.filter((file) => importsOf(file).includes(library));
      expect(
        users.filter((file) => !file.startsWith(room)),
        library,
      ).to.deep.equal([]);
    }
  });

  it(`has at most ${maxFiles} files in a folder that is no shelf`, () => {
    const folders = Map.groupBy(files, (file) => dirname(file));
    const full = [...folders].filter(([folder, own]) => !shelves.has(folder) && own.length > maxFiles);
    expect(full.map(([folder, own]) => `${folder}: ${own.length}`)).to.deep.equal([]);
  });

  it('has a client that imports no package, nothing outside of its folder, and Node.js in one file only', () => {
    const client = join(root, '../client/src');
    const wrong = globSync('**/*.ts', { cwd: client }).flatMap((file) =>
      [...readFileSync(join(client, file), 'utf8').matchAll(imported)]
        .map(([, name = '']) => name)
        .filter((name) =>
          name.startsWith('.')
            ? relative(client, join(client, dirname(file), name)).startsWith('..')
            : !(file === 'node.ts' && name.startsWith('node:')),
        )
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('reads the environment in one file only', () => {
    const readers = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'));
    expect(
      readers.filter((file) => !['config/config.ts', 'main.ts', 'serve.ts', 'cli/colophon.ts'].includes(file)),
    ).to.deep.equal([]);
  });
});

function importsOf(file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, name = '']) => name);
}

/** The files of ours that a file imports, relative to src. */
function ownImportsOf(file: string): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name));
}

/** The room of a file in `pdf/`; empty for a file in none. */
function pdfRoomOf(path: string): string {
  const [floor, room = '', ...rest] = path.split('/');
  return floor === 'pdf' && rest.length > 0 ? room : '';
}

/** The folder (or file) right under src that a path belongs to. */
function roomOf(path: string): string {
  return (path.split('/')[0] ?? '').replace(/\.ts$/, '');
}

function floorOf(path: string): number {
  const floor = floors.findIndex((rooms) => rooms.includes(roomOf(path)));
  if (floor < 0) throw new Error(`${path} is in no room of the house: see floors in this test, and house.md`);
  return floor;
}
