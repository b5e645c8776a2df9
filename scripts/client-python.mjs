// The Python environment in which the tests of client-python/ run: httpx, pytest, mypy and hatchling, each by its hash.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand, isExecutable, root, say } from './project.mjs';

const requirements = join(root, 'client-python', 'requirements-dev.txt');
const oldest = [3, 10];

/** The Python of the environment, or undefined where there is none: `npm run setup -- --test` makes it. */
export function clientPython() {
  const python = join(folder(), 'bin', 'python');
  return existsSync(join(folder(), 'complete')) && isExecutable(python) ? python : undefined;
}

/** True where this machine has a Python that is new enough, and can make environments. */
export function canMakeEnvironment() {
  const python = findCommand('python3');
  const asks = `import ensurepip, sys, venv; sys.exit(sys.version_info < (${oldest.join(', ')}))`;
  return python !== undefined && spawnSync(python, ['-c', asks], { stdio: 'ignore' }).status === 0;
}

/** Makes the environment where it is missing or old. Without it the tests of the client are skipped, with a word. */
export function makeClientEnvironment() {
  if (clientPython() !== undefined || !canMakeEnvironment()) return;
  say('Installing what the tests of the Python client need (once, about 10 s) ...');
  rmSync(folder(), { recursive: true, force: true });
  mkdirSync(folder(), { recursive: true });
  const pip = [join(folder(), 'bin', 'python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const problem =
    failure([findCommand('python3'), '-m', 'venv', folder()]) ??
    failure([...pip, '--require-hashes', '--requirement', requirements]);
  if (problem === undefined) writeFileSync(join(folder(), 'complete'), '');
  else say(`Warning: it could not be installed, so the tests of the Python client are skipped. ${problem}`);
}

function folder() {
  const name = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  return join(root, 'node_modules', '.cache', 'colophon', `client-python-${name}`);
}

function failure([command, ...args]) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n').slice(-3).join(' ');
}
