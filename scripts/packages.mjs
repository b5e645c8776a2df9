// The npm packages of the project, and those of its site, which only `npm run docs` and the tests need.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable, root, say, stop, systemEnvironment } from './project.mjs';

/** Where the site has its package.json, and what its packages are called in messages. */
export const siteFolder = 'scripts/docs';
export const sitePackages = 'the packages of the site';

/** Installs the packages that a folder of the project locks, unless all of them are there. */
export function installDependencies(folder, what) {
  if (!dependenciesMatchLock(folder)) runNpm(folder, what);
}

/**
 * True when what npm says it installed (node_modules/.package-lock.json) is what package-lock.json asks for, and is
 * still on disk.
 */
function dependenciesMatchLock(folder) {
  const wanted = lockedPackages(join(folder, 'package-lock.json'));
  const installed = lockedPackages(join(folder, 'node_modules', '.package-lock.json'));
  const lock = join(folder, 'package-lock.json');
  if (!wanted) stop(`${lock} is missing or is not JSON. To mend it: git checkout ${lock}`);
  if (!installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const have = installed[path];
    if (path === '' || entry.link) return true;
    if (!have) return entry.optional === true; // for another platform, or optional and could not be had
    return (
      have.version === entry.version &&
      have.integrity === entry.integrity &&
      existsSync(join(root, folder, path, 'package.json'))
    );
  });
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function runNpm(folder, what) {
  const npm = findNpm();
  say(`Installing ${what} of ${join(folder, 'package-lock.json')} (about a minute the first time) ...`);
  const started = Date.now();
  // npm writes this file last. Without it an install that is cut off half-way can never pass for a whole one.
  rmSync(join(root, folder, 'node_modules', '.package-lock.json'), { force: true });
  // No dependency needs its install script (puppeteer's fetches a browser that we do not use), so npm 9 to 12 all do
  // the same. The includes: npm omits development dependencies where NODE_ENV is production, and the build needs them.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { status, signal, error } = spawnSync(npm.command, [...npm.args, ...args], {
    cwd: join(root, folder),
    stdio: ['ignore', 2, 2],
    env: systemEnvironment(),
  });
  if (signal) process.exit(130);
  if (error || status !== 0) {
    stop([
      `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be installed (` +
        `${error ? error.message : `npm ci ended with ${status}`}; its own words are above).`,
      'To mend it: check that this machine reaches its npm registry (npm ping) and has 1 GB free, then run the ' +
        'same command again.',
      'Nothing else needs cleaning up first.',
    ]);
  }
  say(`${what.charAt(0).toUpperCase()}${what.slice(1)}: installed in ${seconds(started)}.`);
}

function findNpm() {
  const onPath = systemEnvironment()
    .PATH.split(':')
    .map((folder) => join(folder, 'npm'))
    .find(isExecutable);
  if (onPath) return { command: onPath, args: [] };
  const running = process.env.npm_execpath ?? '';
  if (running.endsWith('npm-cli.js') && existsSync(running)) return { command: process.execPath, args: [running] };
  return stop([
    'npm was not found on this machine, and the dependencies are not installed.',
    'To mend it: install Node 20 or newer with npm, then run `npm ci`.',
  ]);
}

/** The time since then, for a message. */
export function seconds(started) {
  return `${Math.max(1, Math.round((Date.now() - started) / 1000))} s`;
}
