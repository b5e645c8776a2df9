/** The task made its process exceed its memory: the limit of V8, or that of the process. */
export class OutOfMemory extends Error {}

/** The process was ended from outside, usually by the kernel of a machine without free memory. */
export class ProcessGone extends Error {}

/** The memory of a process during a task, as it was measured. */
export interface TaskMemory {
  largestBytes: number;
  /** True once the process is ended because of it. */
  isExceeded: boolean;
}

/** How a process ended during a task (ChildProcess, event `exit`). */
export interface ProcessEnd {
  /** Null where a signal ended it, or where it is not known. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The signals with which V8 (SIGABRT, SIGTRAP, SIGILL) and libraries (SIGSEGV, SIGBUS) end when they get no memory. */
const crashes: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']);

/**
 * The error of a task whose process ended. A kill from outside is not the fault of the task: the kernel kills the
 * largest process, which may work on a small document.
 */
export function failureOf({ code, signal }: ProcessEnd, { largestBytes, isExceeded }: Readonly<TaskMemory>): Error {
  const message = `the process of a task ended by ${signal ?? 'itself'}, at ${Math.round(largestBytes / 2 ** 20)} MiB`;
  if (isExceeded || (signal !== null && crashes.has(signal))) return new OutOfMemory(message);
  return signal === null && code !== null ? new Error(message) : new ProcessGone(message);
}
