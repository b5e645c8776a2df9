import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export const megabyte = 1024 * 1024;

export interface Peak<T> {
  readonly value: T;
  /** Bytes above those at the beginning. */
  readonly above: number;
}

/**
 * Does `work`, and finds how much memory a process and all below it take meanwhile at most, above what they take
 * before; sampled ten times a second.
 */
export async function peakOf<T>(pid: number, work: () => Promise<T>): Promise<Peak<T>> {
  const rest = await memoryOf(pid);
  let [most, over] = [rest, false];
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, await memoryOf(pid));
      await sleep(100);
    }
  })();
  try {
    return { value: await work(), above: most - rest };
  } finally {
    over = true;
    await watching;
  }
}

/** Bytes of a process and all below it, what they share counted once (proportional set size). */
export async function memoryOf(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = Number(/\) \S (\d+)/.exec(stat)?.[1]);
    if (parent > 0) parents.set(Number(name), parent);
  }
  const isBelow = (one: number): boolean => one === pid || (parents.has(one) && isBelow(parents.get(one)!));
  const sizes = await Promise.all(
    [...parents.keys()]
      .filter(isBelow)
      .map(
        async (one) =>
          Number(/^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => ''))?.[1] ?? 0) *
          1024,
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
