import { rmSync } from 'node:fs';

/**
 * What a process leaves behind that exits without a stop: after a second signal, or at the end of its grace. Its
 * process groups are killed, and its folders removed, in the `exit` event, in which nothing can be waited for.
 */
const groups = new Set<number>();
const folders = new Set<string>();

/** Returns how to forget it. */
export function killAtExit(pid: number): () => void {
  if (pid > 1) groups.add(pid);
  return () => void groups.delete(pid);
}

/** Returns how to forget it. */
export function removeAtExit(folder: string): () => void {
  folders.add(folder);
  return () => void folders.delete(folder);
}

process.on('exit', () => {
  for (const pid of groups) killNow(pid);
  // What was killed may still write for a moment.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
});

function killNow(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
