import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, post, timed } from './client.ts';
import { htmlDocuments } from './documents.ts';
import { openRaw } from './raw.ts';
import { flags, key } from './service.ts';

const root = join(import.meta.dirname, '..');
const browsers = availableParallelism();
const starts = 12;
const port = 18_093;

/** What is started: the built service, and the command of the README. */
const commands = {
  'node dist/main.js': [process.execPath, ...flags, 'dist/main.js'],
  'npm start': ['npm', 'start', '--silent'],
} as const;

/**
 * Milliseconds from the start of the process to 200 from `/readyz`, without the first start (its code is not compiled
 * yet), and the first requests after that. The yardstick, in turns with these starts: as many bare browsers, each of
 * which prints a line.
 */
export async function starting(): Promise<string[]> {
  spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  const rows: string[] = [];
  for (const [name, [command, ...args]] of Object.entries(commands)) {
    const readyMs: number[] = [];
    const bareMs: number[] = [];
    const ratios: Record<'one line' | 'invoice of 30 rows', number[]> = { 'one line': [], 'invoice of 30 rows': [] };
    for (let start = 0; start <= starts; start += 1) {
      const document = start % 2 === 0 ? 'one line' : 'invoice of 30 rows';
      const { ready, requests } = await oneStart(command, args, JSON.stringify(htmlDocuments[document]));
      const bare = await bareStart();
      if (start === 0) continue;
      readyMs.push(ready);
      bareMs.push(bare);
      ratios[document].push((requests[0] ?? 0) / (requests[9] ?? 1));
    }
    const [line, invoice] = [median(ratios['one line']), median(ratios['invoice of 30 rows'])];
    const ms = [median(readyMs), median(bareMs)].map((value) => value.toFixed(0));
    rows.push(`| ${[name, ...ms, line.toFixed(2), invoice.toFixed(2)].join(' | ')} |`);
  }
  return [
    '| command | ready, ms | bare browsers, ms | first request / tenth, one line | the same, invoice |',
    '|---|---|---|---|---|',
    ...rows,
  ];
}

async function oneStart(command: string, args: readonly string[], body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-start-'));
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SERVICE_PORT: String(port),
      SERVICE_DATA_DIR: folder,
      SERVICE_LOG_LEVEL: 'error',
      SERVICE_API_KEYS: `${key}:bench:enterprise:rate=10000000`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  while (!(await isReady())) await sleep(5);
  const ready = performance.now() - began;
  const requests: number[] = [];
  for (let request = 0; request < 10; request += 1) requests.push(await timed(() => post({ port, key }, body)));
  await sleep(3000); // the first start compiles code in the background
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
  return { ready, requests };
}

async function bareStart(): Promise<number> {
  const began = performance.now();
  const raw = await openRaw(browsers, join(root, 'fonts'));
  await Promise.all(Array.from({ length: browsers }, (_, worker) => raw.print('<p>Ready</p>', worker)));
  const ready = performance.now() - began;
  await raw.stop();
  return ready;
}

function isReady(): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path: '/readyz', timeout: 500 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
  });
}
