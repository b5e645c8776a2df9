import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Kills a whole process group (a pid alone leaves zygotes and renderers) and waits until its leader is gone. */
export async function killGroup(pid: number): Promise<void> {
  if (pid <= 1) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    return; // ESRCH: it has ended by itself
  }
  for (let tries = 0; tries < 100 && (await membersOf(pid)).length > 0; tries += 1) await sleep(10);
}

/**
 * Kills the process groups of all processes whose command line has this argument: for a process whose pid its starter
 * does not report.
 */
export async function killByArgument(argument: string): Promise<void> {
  const entries = (await readdir('/proc').catch(() => [])).filter((entry) => /^\d+$/.test(entry));
  for (const entry of entries) {
    if (!(await hasArgument(entry, argument))) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'latin1').catch(() => '');
    await killGroup(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]));
  }
}

/** The pids of the processes of a group whose command lines have this argument. */
export async function pidsWith(pid: number, argument: string): Promise<number[]> {
  const found: number[] = [];
  for (const member of await membersOf(pid)) {
    if (await hasArgument(member, argument)) found.push(Number(member));
  }
  return found;
}

/**
 * Lets each of these processes, and those that they start, allocate so many bytes more than the largest of them has
 * reserved (RLIMIT_DATA, getrlimit(2)). The kernel then refuses growth that a periodic check would notice too late.
 */
export async function limitGrowth(pids: readonly number[], bytes: number): Promise<void> {
  const reserved = await Promise.all(pids.map((pid) => statusBytes(pid, 'VmData')));
  const limit = Math.max(0, ...reserved) + bytes;
  await Promise.all(
    pids.map((pid) => promisify(execFile)('prlimit', ['--pid', String(pid), `--data=${limit}`]).catch(() => undefined)),
  ); // it may have ended
}

async function statusBytes(pid: number | string, field: string): Promise<number> {
  return bytesIn(await readFile(`/proc/${pid}/status`, 'latin1').catch(() => ''), field);
}

function bytesIn(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** Arguments end with a zero byte, or, where Chromium has written its title over them, with a space. */
async function hasArgument(pid: string, argument: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  return line.split(/[\0 ]/).includes(argument);
}

/** True for a process that exists, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Memory of a process group, and whether it runs. */
export interface GroupState {
  /**
   * Resident bytes of all of its processes without files. Shared memory is counted once for each process, so this is an
   * upper bound. 0 where /proc is missing.
   */
  readonly residentBytes: number;
  /** True where any of them is stopped by a signal (SIGSTOP). */
  readonly stopped: boolean;
}

/** Memory and state of the process group that `pid` leads. */
export async function groupState(pid: number): Promise<GroupState> {
  return stateOf(await membersOf(pid));
}

/**
 * How many looks at a group use the same list of its members. Making the list reads a file of every process of the
 * machine.
 */
const looksAScan = 5;

/** Looks at a group again and again. A new process of it is seen after `looksAScan` looks. */
export function watchGroup(pid: number): () => Promise<GroupState> {
  let members: readonly string[] = [];
  let looks = 0;
  return async () => {
    if (looks % looksAScan === 0) members = await membersOf(pid);
    looks += 1;
    return stateOf(members);
  };
}

/** Of /proc/pid/status (proc(5)); a process that has ended uses nothing. */
async function stateOf(members: readonly string[]): Promise<GroupState> {
  let residentBytes = 0;
  let stopped = false;
  for (const member of members) {
    const status = await readFile(`/proc/${member}/status`, 'latin1').catch(() => '');
    residentBytes += bytesIn(status, 'RssAnon') + bytesIn(status, 'RssShmem');
    stopped ||= /^State:\s+T/m.test(status);
  }
  return { residentBytes, stopped };
}

/** Living (not zombie) processes whose group is `pid`: proc(5), /proc/pid/stat fields 3 and 5. */
async function membersOf(pid: number): Promise<string[]> {
  const entries = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry))
      .map(async (entry) => [entry, await readFile(`/proc/${entry}/stat`, 'latin1').catch(() => '')] as const),
  );
  return stats.flatMap(([entry, stat]) => {
    const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === String(pid) && state !== 'Z' && state !== 'X' ? [entry] : [];
  });
}
