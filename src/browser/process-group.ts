import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kernel's page size on every platform that Chromium runs on here. */
const pageBytes = 4096;

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

/** Resident bytes of all processes of a group, shared pages counted once each process: an upper bound. 0 where /proc is not there. */
export async function residentBytes(pid: number): Promise<number> {
  let bytes = 0;
  for (const member of await membersOf(pid)) {
    const statm = await readFile(`/proc/${member}/statm`, 'utf8').catch(() => '');
    const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
    bytes += (resident - shared) * pageBytes;
  }
  return bytes;
}

/** Living (not zombie) processes whose group is `pid`: proc(5), /proc/pid/stat fields 3 and 5. */
async function membersOf(pid: number): Promise<string[]> {
  const entries = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(
    entries.filter((entry) => /^\d+$/.test(entry)).map(async (entry) => [entry, await readFile(`/proc/${entry}/stat`, 'latin1').catch(() => '')] as const),
  );
  return stats.flatMap(([entry, stat]) => {
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === String(pid) && state !== 'Z' && state !== 'X' ? [entry] : [];
  });
}
