import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process of the service. */
export interface Service {
  readonly port: number;
  readonly key: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export const key = 'svc_live_bench_0123456789abcdef0123456789abcdef';
/** As `npm start` runs it. */
export const flags = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-old-space-size=256'];

/** The service as a user runs it: its own process, one worker a core, limits out of the way. */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-bench-'));
  const service = await startNode('all', { SERVICE_DATA_DIR: folder, ...settings });
  return {
    ...service,
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same, once it has done its work after the start: until then V8 compiles the code of a render. */
export async function startWarmService(): Promise<Service> {
  const service = await startService();
  await sleep(3000);
  let used = await ticksOf(service.pid);
  for (let before = -Infinity; used - before > maxIdleTicks;) {
    await sleep(1000);
    before = used;
    used = await ticksOf(service.pid);
  }
  return service;
}

/** Hundredths of a second of CPU time in a second of a process that does nothing. */
const maxIdleTicks = 5;

/** CPU time of a process and all that it started, in hundredths of a second (proc_pid_stat(5): utime and stime). */
async function ticksOf(pid: number): Promise<number> {
  const own = await ticksAlone(pid);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  const others = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => ticksOf(Number(child))),
  );
  return others.reduce((sum, ticks) => sum + ticks, own);
}

async function ticksAlone(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null); // it may have ended by now
  if (stat === null) return 0;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** One process of that role, with limits out of the way. */
export async function startNode(
  role: 'all' | 'api' | 'worker',
  settings: Readonly<Record<string, string>>,
): Promise<Service> {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      SERVICE_PORT: '0',
      SERVICE_HOST: '127.0.0.1',
      SERVICE_API_KEYS: `${key}:bench:enterprise:rate=10000000`,
      SERVICE_RATE_LIMIT_IP: '10000000',
      SERVICE_QUEUE_LIMIT: '1000',
      SERVICE_ROLE: role,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg?: string; port?: number };
    if (entry.msg !== 'listening' || entry.port === undefined) continue;
    child.stdout.resume();
    return {
      port: entry.port,
      key,
      pid: child.pid!,
      async stop() {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the service did not start');
}
