// Makes TrueType versions of the machine's CFF fonts for Chinese, Japanese and Korean (docs/fonts.md): Chromium embeds
// CFF collections
// as Type 3 fonts. `node scripts/cjk-fonts.mjs [FOLDER]` writes them to FOLDER, or to cjk-fonts/ in the project.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { rmSync, statSync, writeFileSync, writevSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { root } from './project.mjs';

const systemFolders = [
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/google-noto-cjk',
  '/usr/share/fonts/google-noto-sans-cjk-fonts',
  '/usr/share/fonts/google-noto-serif-cjk-fonts',
  '/usr/share/fonts/noto-cjk',
];
const isCollection = /^Noto(?:Sans|Serif)CJK-(?:Regular|Bold)\.ttc$/;
/** Rises with every change of what is made of a file. */
const version = 1;
const madeFolder = join(root, 'cjk-fonts');
const listOf = (folder) => join(folder, 'made.json');

/** The collections of this machine. */
export function systemCollections() {
  const names = (folder) => readdirSync(folder).filter((name) => isCollection.test(name));
  const collectionsIn = (folder) => names(folder).map((name) => ({ name, path: join(folder, name) }));
  const files = systemFolders.filter((folder) => existsSync(folder)).flatMap(collectionsIn);
  return files.map(({ name, path }) => {
    const { size, mtimeMs } = statSync(path);
    return { name, path, made: `${version} ${size} ${Math.round(mtimeMs)}` };
  });
}

/** Those of them that are not made yet, or are made of another file. */
export function collectionsToMake(folder = madeFolder) {
  const made = madeIn(folder);
  return systemCollections().filter((file) => made[file.name] !== file.made || !existsSync(join(folder, file.name)));
}

function madeIn(folder) {
  try {
    return JSON.parse(readFileSync(listOf(folder), 'utf8'));
  } catch {
    return {}; // the first time
  }
}

/** Makes what is to be made, a file a thread. */
async function make(folder) {
  const waiting = collectionsToMake(folder);
  mkdirSync(folder, { recursive: true });
  const next = async () => {
    for (let file; (file = waiting.shift()) !== undefined;) {
      await convertInThread(file.path, join(folder, file.name));
      writeFileSync(listOf(folder), `${JSON.stringify({ ...madeIn(folder), [file.name]: file.made }, null, 2)}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), waiting.length) }, next));
}

function convertInThread(from, to) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { from, to } });
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${from} could not be converted`))));
  });
}

/** A file is there whole or not at all. */
async function convert({ from, to }) {
  const { toTrueType } = await import('./truetype/convert.mjs');
  const unfinished = `${to}.${process.pid}.tmp`;
  try {
    const file = openSync(unfinished, 'w', 0o644);
    for (const piece of toTrueType(readFileSync(from))) writevSync(file, [piece]);
    closeSync(file);
    renameSync(unfinished, to);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

if (!isMainThread) await convert(workerData);
else if (import.meta.url === pathToFileURL(process.argv[1]).href) await make(process.argv[2] ?? madeFolder);
