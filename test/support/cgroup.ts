import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A control group with a limit on memory, as containers have one: cgroups(7), version 1 or 2. */
export interface MemoryGroup {
  /** Processes that are written to this file belong to the group, with all that they start. */
  readonly processesFile: string;
  /** Bytes in use, without files that the kernel can drop. */
  usedBytes(): number;
  /** How many processes the kernel has ended because the group was full. */
  kills(): number;
  /** Removes the group, once its processes have ended. */
  remove(): Promise<void>;
}

/** Makes a group, or returns a sentence on why there can be none. */
export function memoryGroup(limitBytes: number): MemoryGroup | string {
  const entries = readFileSync('/proc/self/cgroup', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(':'));
  const own = entries.find(([, controllers]) => controllers?.split(',').includes('memory'));
  const folder = own === undefined ? `/sys/fs/cgroup${entries[0]?.[2] ?? ''}` : `/sys/fs/cgroup/memory${own[2] ?? ''}`;
  const path = join(folder, `colophon-${process.pid}-${Date.now()}`);
  try {
    mkdirSync(path);
  } catch (error) {
    return `no control group can be made in ${folder}: ${error instanceof Error ? error.message : String(error)}`;
  }
  try {
    return own === undefined ? second(path, limitBytes) : first(path, limitBytes);
  } catch (error) {
    rmdirSync(path);
    return `the control group takes no limit on memory: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);

function first(path: string, limitBytes: number): MemoryGroup {
  writeFileSync(join(path, 'memory.limit_in_bytes'), String(limitBytes));
  return group(
    path,
    (stat) => numberIn(stat, 'total_rss') + numberIn(stat, 'total_shmem'),
    () => numberIn(readFileSync(join(path, 'memory.oom_control'), 'utf8'), 'oom_kill'),
  );
}

function second(path: string, limitBytes: number): MemoryGroup {
  writeFileSync(join(path, 'memory.max'), String(limitBytes));
  writeFileSync(join(path, 'memory.swap.max'), '0');
  return group(
    path,
    (stat) => numberIn(stat, 'anon') + numberIn(stat, 'shmem'),
    () => numberIn(readFileSync(join(path, 'memory.events'), 'utf8'), 'oom_kill'),
  );
}

function group(path: string, used: (stat: string) => number, kills: () => number): MemoryGroup {
  return {
    processesFile: join(path, 'cgroup.procs'),
    usedBytes: () => used(readFileSync(join(path, 'memory.stat'), 'utf8')),
    kills,
    async remove() {
      for (let tries = 0; tries < 50; tries += 1) {
        try {
          rmdirSync(path);
          return;
        } catch {
          await sleep(100); // its last processes are still ending
        }
      }
    },
  };
}
