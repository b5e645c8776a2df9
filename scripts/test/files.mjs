// Which files a run has, and in what order.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root, stop } from '../project.mjs';

/** A tier is what one command runs: how the names of its files end, and what is in them. */
export const tiers = {
  test: { ending: '.test.ts', has: '' },
  soak: { ending: '.test.ts', has: 'support/effort.ts' }, // the tests that try more often there
  corpora: { ending: '.corpora.ts', has: '' },
};

/** A line of a test file that says that nothing may run beside it, and why. */
const aloneMark = /^\/\/ Runs alone: /m;
/** Seconds of each file that takes long, roughly, in the project; and of each file, in the last run here. */
const weightsFile = join(root, 'scripts', 'test', 'weights.json');
const timesFile = join(root, 'node_modules', '.cache', 'colophon', 'test-seconds.json');
/** What a file without a time takes, by its size. */
const bytesPerSecond = 8000;

/** Files and folders that were named, else all files of the tier: paths from the root. */
export function filesOf(tier, named) {
  if (named.length === 0) return filesUnder(join(root, 'test'), tiers[tier]);
  return [...new Set(named.flatMap((name) => namedFiles(name, tier)))];
}

function namedFiles(name, tier) {
  const path = resolve(name);
  if (!existsSync(path)) return stop(`There is no file or folder ${name}.`);
  if (!statSync(path).isDirectory()) return [relative(root, path)];
  return filesUnder(path, tiers[tier]);
}

function filesUnder(folder, { ending, has }) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => readFileSync(path, 'utf8').includes(has))
    .map((path) => relative(root, path));
}

/** The longest first, so that no process is left with one when the others are through. */
export function inOrder(paths) {
  const seconds = { ...readJson(weightsFile), ...readJson(timesFile) };
  const files = paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, alone: aloneMark.test(text), seconds: seconds[path] ?? text.length / bytesPerSecond };
  });
  return files.sort((one, other) => other.seconds - one.seconds || one.path.localeCompare(other.path));
}

/** For the order of the next run. */
export function rememberSeconds(seconds) {
  mkdirSync(dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify({ ...readJson(timesFile), ...seconds }, null, 1));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
