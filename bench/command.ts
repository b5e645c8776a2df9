import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './client.ts';
import { htmlDocuments, pageOf } from './documents.ts';

const root = join(import.meta.dirname, '..');
const rounds = 15;

/**
 * Whole runs of `colophon html page.html -o page.pdf`, each cold, and of the same without a browser: seconds as a person
 * waits for them, and seconds of CPU of the command without its browser.
 */
export async function coldCommands(): Promise<string[]> {
  spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  const folder = await mkdtemp(join(tmpdir(), 'colophon-command-'));
  try {
    for (const [name, body] of Object.entries(htmlDocuments))
      await writeFile(join(folder, `${name}.html`), pageOf(body));
    const pages = Object.keys(htmlDocuments).map(
      (name) => [`html, ${name}`, ['html', `${name}.html`, '-o', 'page.pdf']] as const,
    );
    const commands = [...pages, ['extract-text', ['extract-text', 'page.pdf']], ['--version', ['--version']]] as const;
    const rows = commands.map(([name, args]) => {
      const runs = Array.from({ length: rounds + 1 }, () => timedRun(args, folder)).slice(1); // without the first
      const [wall, cpu] = [runs.map((run) => run.wall), runs.map((run) => run.cpu)];
      return `| ${name} | ${Math.min(...wall).toFixed(2)} | ${median(wall).toFixed(2)} | ${median(cpu).toFixed(2)} |`;
    });
    return ['| command | fastest, s | median, s | its CPU, s |', '|---|---|---|---|', ...rows];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Times a command by the shell, which counts the CPU of processes that have ended. */
function timedRun(args: readonly string[], cwd: string): { readonly wall: number; readonly cpu: number } {
  const line = 'TIMEFORMAT="%R %U %S"; time "$0" "$@" > /dev/null';
  const { status, stderr } = spawnSync('bash', ['-c', line, join(root, 'bin/colophon'), ...args], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const [wall = 0, user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { wall, cpu: user + system };
}
