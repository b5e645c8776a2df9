// Builds client/src/ into client/dist/: modules for Node.js, Deno and browsers, and their types. `npm run build` calls
// this, and so does `npm pack` in client/. `node scripts/client.mjs FOLDER` builds into another folder. Types are not
// checked here; `npm run types` does that.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from './project.mjs';

const client = join(root, 'client');
const src = join(client, 'src');

/** Builds the client where its sources are: an image of the service has none. */
export async function buildClient(dist = join(client, 'dist')) {
  if (!existsSync(src)) return;
  const { outputFiles } = await build({
    absWorkingDir: client,
    entryPoints: ['index.ts', 'node.ts'].map((file) => join(src, file)),
    outdir: dist,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*'],
    logLevel: 'warning',
    write: false,
  });
  const types = await declarations(dist);
  // The folder is replaced at the end: a build that fails leaves it as it was.
  rmSync(dist, { recursive: true, force: true });
  for (const { path, contents } of [...outputFiles, ...types]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
}

/** A declaration file of each source. Each follows from its file alone (`isolatedDeclarations`). */
async function declarations(dist) {
  const { default: ts } = await import('typescript');
  return globSync('**/*.ts', { cwd: src }).map((file) => {
    const { outputText } = ts.transpileDeclaration(readFileSync(join(src, file), 'utf8'), {
      fileName: file,
      compilerOptions: { target: 'es2022', module: 'nodenext', isolatedDeclarations: true },
    });
    const contents = outputText.replace(/(from '\.[^']*)\.ts'/g, "$1.js'").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"');
    return { path: join(dist, file.replace(/\.ts$/, '.d.ts')), contents };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient(process.argv[2]);
