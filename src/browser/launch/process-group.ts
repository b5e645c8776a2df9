import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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
  for (let tries = 0; tries < 100 && membersOf(pid).length > 0; tries += 1) await sleep(10);
}

/**
 * Kills the process groups of all processes whose command line has this argument: for a process whose pid its starter
 * does not report.
 */
export async function killByArgument(argument: string): Promise<void> {
  for (const pid of processes()) {
    if (!hasArgument(pid, argument)) continue;
    await killGroup(Number(statOf(pid)[2]));
  }
}

/** For each argument, the pids of the processes of a group whose command lines have it. */
export function pidsWith(pid: number, ...names: readonly string[]): number[][] {
  const members = membersOf(pid);
  return names.map((name) => members.filter((member) => hasArgument(member, name)).map(Number));
}

/**
 * Lets each of these processes, and those that they start, allocate so many bytes more than the largest of them has
 * reserved (RLIMIT_DATA, getrlimit(2)). The kernel then refuses growth that a periodic check would notice too late.
 */
export async function limitGrowth(pids: readonly number[], bytes: number): Promise<void> {
  const limit = Math.max(0, ...pids.map((pid) => bytesIn(procFile(pid, 'status'), 'VmData'))) + bytes;
  // One shell for all: each process that Node starts takes 10 ms of its main thread. A process may have ended.
  await promisify(execFile)('/bin/sh', [
    '-c',
    'limit=$1; shift; for pid; do prlimit --pid "$pid" --data="$limit"; done; true',
    'limit-growth',
    String(limit),
    ...pids.map(String),
  ]).catch(() => undefined);
}

function bytesIn(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** Arguments end with a zero byte, or, where Chromium has written its title over them, with a space. */
function hasArgument(pid: string, argument: string): boolean {
  return procFile(pid, 'cmdline').split(/[\0 ]/).includes(argument);
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
export function groupState(pid: number): GroupState {
  return stateOf(membersOf(pid));
}

/**
 * How many looks at a group use the same list of its members. Making the list reads a file of every process of the
 * machine.
 */
const looksAScan = 5;

/** Looks at a group again and again. A new process of it is seen after `looksAScan` looks. */
export function watchGroup(pid: number): () => GroupState {
  let members: readonly string[] = [];
  let looks = 0;
  return () => {
    if (looks % looksAScan === 0) members = membersOf(pid);
    looks += 1;
    return stateOf(members);
  };
}

/** Of /proc/pid/status (proc(5)); a process that has ended uses nothing. */
function stateOf(members: readonly string[]): GroupState {
  let residentBytes = 0;
  let stopped = false;
  for (const member of members) {
    const status = procFile(member, 'status');
    residentBytes += bytesIn(status, 'RssAnon') + bytesIn(status, 'RssShmem');
    stopped ||= /^State:\s+T/m.test(status);
  }
  return { residentBytes, stopped };
}

/** Living (not zombie) processes whose group is `pid`: proc(5), /proc/pid/stat fields 3 and 5. */
function membersOf(pid: number): string[] {
  return processes().filter((entry) => {
    const [state = '', , group] = statOf(entry);
    return group === String(pid) && state !== 'Z' && state !== 'X';
  });
}

/** The pids of all processes. */
function processes(): string[] {
  try {
    return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  } catch {
    return [];
  }
}

/** The fields of /proc/pid/stat from the third on; the second is the name, which may have spaces and brackets. */
function statOf(pid: string): string[] {
  const stat = procFile(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * A file of proc(5); empty for a process that has ended. Reading one takes the kernel 10 µs, and a promise of it takes
 * Node ten times that.
 */
function procFile(pid: string | number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}
