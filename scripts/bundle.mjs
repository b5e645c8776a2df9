// Bundles src/ into dist/, and builds the client: a service that loads some forty files is ready twice as fast as one that loads 1,800.
// Types are not checked here; `npm run types` does that.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { buildClient } from './client.mjs';
import { root } from './project.mjs';

const src = join(root, 'src');
const dist = join(root, 'dist');

/** Files that are started or imported by their names: each stays a file of its own. */
const entries = [
  'main.ts',
  'cli/{keys,approve,colophon}.ts',
  'threads/work-main.ts',
  'pdf/filters/deflate-worker.ts',
  'pdf/facts/structure/ahead/scan-worker.ts',
  'editions/*/index.ts',
  '**/{tasks,*-task}.ts',
];

/** Packages with files beside their code (WebAssembly, native code), and those that only few requests need. */
const external = ['@embedpdf/pdfium', '@neslinesli93/qpdf-wasm', 'harfbuzzjs', 'pdfjs-dist', 'pg', 'pg-boss', 'sharp'];

// In each file: what bundled CommonJS calls, and the folder of the build.
const banner = `import { createRequire as _createRequire } from 'node:module';
const require = _createRequire(import.meta.url);
const _dist = import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6);`;

/** `import.meta.url` remains the address of the module: its code may move to a file that several entries share. */
const moduleAddresses = {
  name: 'module-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = path.startsWith(src) ? readFileSync(path, 'utf8') : '';
      if (!source.includes('import.meta.url')) return undefined;
      const module = relative(src, path).replace(/\.ts$/, '.js');
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', `(_dist + ${JSON.stringify(module)})`) };
    });
  },
};

// The folder is replaced at the end: a build that fails leaves it as it was, and a file whose source is gone goes.
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: entries.flatMap((pattern) => globSync(pattern, { cwd: src })).map((file) => join(src, file)),
  outbase: src,
  outdir: dist,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  external,
  banner: { js: banner },
  plugins: [moduleAddresses],
  logLevel: 'warning',
  write: false,
});
rmSync(dist, { recursive: true, force: true });
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
await buildClient();
