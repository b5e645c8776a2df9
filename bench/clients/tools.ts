import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A command that ended with an error, with the end of its output. */
export class CommandFailed extends Error {
  constructor(command: string, output: string) {
    super(`${command}\n${output.trim().split('\n').slice(-30).join('\n')}`);
  }
}

/** Runs a command to its end and gives its output. */
export function run(
  folder: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  const [name = '', ...rest] = command;
  const env = { ...process.env, ...environment };
  const child = spawnSync(name, rest, { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (child.status === 0) return child.stdout;
  throw new CommandFailed(command.join(' '), child.error?.message ?? child.stdout + child.stderr);
}

/** The Debian package that has a command. */
const packageOf: Readonly<Record<string, string>> = {
  python3: 'python3-venv',
  go: 'golang-go',
  java: 'default-jre-headless',
  javac: 'default-jdk-headless',
  mvn: 'maven',
  php: 'php-cli',
};

/**
 * The command as this machine has it, installed from Debian's packages where it is missing; false if no package has it.
 */
export function hasCommand(name: string): boolean {
  if (isInstalled(name)) return true;
  const pack = packageOf[name];
  if (pack === undefined) return false;
  installPackages(pack);
  return isInstalled(name);
}

export function installPackages(...names: string[]): void {
  run('/', ['apt-get', 'install', '-y', '--no-install-recommends', ...names], { DEBIAN_FRONTEND: 'noninteractive' });
}

/** A Python environment in that folder with those packages of PyPI; gives the folder of its commands. */
export function pythonWith(folder: string, ...packages: string[]): string {
  const bin = join(folder, 'bin');
  if (!existsSync(bin)) {
    mkdirSync(folder, { recursive: true });
    run(folder, ['python3', '-m', 'venv', '.']);
  }
  const install = ['install', '--quiet', '--disable-pip-version-check', ...packages];
  if (packages.length > 0) run(folder, [join(bin, 'pip'), ...install]);
  return bin;
}

function isInstalled(name: string): boolean {
  return spawnSync('which', [name]).status === 0;
}
