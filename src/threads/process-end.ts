import type { MemoryLimits } from './work-messages.ts';

/** The task made its process exceed its memory: the limit of V8, or that of the process. */
export class OutOfMemory extends Error {}

/** The process was ended from outside, usually by the kernel of a machine without free memory. */
export class ProcessGone extends Error {}

/** How a process ended during a task (ChildProcess, event `exit`), and the most memory that was measured. */
export interface ProcessEnd {
  /** Null where a signal ended it, or where it is not known. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly largestBytes: number;
}

/** The signals with which V8 (SIGABRT, SIGTRAP, SIGILL) and libraries (SIGSEGV, SIGBUS) end when they get no memory. */
const crashes: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']);

/**
 * The share of its limit above which a killed process counts as too large: the kernel kills the largest process, which
 * may be one that works on a small document.
 */
const largeShare = 3 / 4;

/** The error of a task whose process ended. */
export function failureOf({ code, signal, largestBytes }: ProcessEnd, { bytes }: MemoryLimits): Error {
  const message = `the process of a task ended by ${signal ?? 'itself'}, at ${Math.round(largestBytes / 2 ** 20)} MiB`;
  if (signal === null) return code === null ? new ProcessGone(message) : new Error(message);
  const isTooLarge = signal === 'SIGKILL' ? largestBytes > largeShare * bytes : crashes.has(signal);
  return isTooLarge ? new OutOfMemory(message) : new ProcessGone(message);
}
