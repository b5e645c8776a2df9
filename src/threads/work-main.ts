import { readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { WorkAnswer, WorkProgress, WorkTask } from './work-messages.ts';

// The main module of a process for tasks: runs what it is sent, one task after the other.

type Run = (input: unknown, progress: (done: number) => void) => Promise<unknown>;

/** Progress is reported this often. Milliseconds. */
const reportMs = 250;

/**
 * Where the memory of a machine or container runs out, the kernel ends this process and not the service (proc(5),
 * oom_score_adj).
 */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // Only Linux has it.
  }
}

/** Memory of its own, without files that are mapped: proc(5), /proc/pid/statm. */
function residentBytes(): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync('/proc/self/statm', 'latin1').split(' ').map(Number);
    return (resident - shared) * 4096;
  } catch {
    return process.memoryUsage.rss();
  }
}

function reporter(): (done: number) => void {
  let last = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - last < reportMs) return;
    last = now;
    process.send?.({ progress } satisfies WorkProgress);
  };
}

const ran = new Set<string>();

/**
 * Stores what was compiled, where this Node has a cache for it: a process of the pool is killed and has no end of its
 * own at which Node would.
 */
function storeCompiled(module: string): void {
  if (ran.has(module)) return;
  ran.add(module);
  flushCompileCache();
}

async function answer({ module, name, input }: WorkTask): Promise<WorkAnswer> {
  try {
    const exported = (await import(module)) as Readonly<Record<string, Run>>;
    const run = exported[name];
    if (run === undefined) throw new Error(`The module of a task has no function ${name}.`);
    const result = await run(input, reporter());
    storeCompiled(module);
    return { result, residentBytes: residentBytes() };
  } catch (error) {
    return { failed: error, residentBytes: residentBytes() };
  }
}

goFirst();
process.on('message', (task: WorkTask) => {
  void answer(task).then((answered) => process.send?.(answered));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
