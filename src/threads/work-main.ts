import { readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { collectGarbage } from '../collect-garbage.ts';
import {
  releaseMemory,
  type ReleasedMemory,
  type WorkAnswer,
  type WorkProgress,
  type WorkTask,
} from './work-messages.ts';

// The main module of a process for tasks. It runs the tasks that it receives, one after the other.

type Run = (input: unknown, progress: (done: number) => void) => Promise<unknown>;

/** Milliseconds between two reports of progress. */
const reportMs = 250;

/**
 * Lets the kernel end this process, not the service, when the machine or container runs out of memory (proc(5),
 * oom_score_adj).
 */
function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800');
  } catch {
    // Only Linux has it.
  }
}

/** The memory of this process in bytes, without mapped files: proc(5), /proc/pid/statm. */
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
 * Stores the compiled code, if this Node has a cache for it. Node itself does that at the end of a process, but the
 * processes of the pool are killed.
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

preferForOomKill();
process.on('message', (message: WorkTask | typeof releaseMemory) => {
  if (message !== releaseMemory) void answer(message).then((answered) => process.send?.(answered));
  else {
    collectGarbage('last-resort'); // the usual collection leaves free memory with the process
    process.send?.({ releasedTo: residentBytes() } satisfies ReleasedMemory);
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
