import { rmSync } from 'node:fs';

/**
 * Cleans up after a process that exits without a stop: after a second signal, or when its grace period is over. Kills
 * its process groups and removes its folders in the `exit` event, where nothing asynchronous runs.
 */
const groups = new Set<number>();
const folders = new Set<string>();

/** Registers a process group. Returns a function that unregisters it. */
export function killAtExit(pid: number): () => void {
  if (pid > 1) groups.add(pid);
  return () => void groups.delete(pid);
}

/** Registers a folder. Returns a function that unregisters it. */
export function removeAtExit(folder: string): () => void {
  folders.add(folder);
  return () => void folders.delete(folder);
}

process.on('exit', () => {
  for (const pid of groups) killNow(pid);
  // A killed process may still write for a moment.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
});

function killNow(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
