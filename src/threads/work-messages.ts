/** A task, as it is sent to a process. */
export interface WorkTask {
  /** The address of the module that exports the function `name`. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** The answer of a process, with the memory that it holds after the task. */
export type WorkAnswer = ({ readonly result: unknown } | { readonly failed: unknown }) & {
  readonly residentBytes: number;
};

/** Lets a process release what its last task left behind. */
export const releaseMemory = 'release memory';

/** The answer to `releaseMemory`: the bytes that the process still holds. */
export interface ReleasedMemory {
  readonly releasedTo: number;
}

/** The memory that one process for tasks may take. */
export interface MemoryLimits {
  /** The heap of V8, in MiB. */
  readonly heapMegabytes: number;
  /** Bytes of the heap, Buffers, zlib and WebAssembly, above those of an idle process. */
  readonly bytes: number;
  /** Milliseconds without a task until the process releases memory. */
  readonly releaseAfterMs: number;
}

/** The progress of a task, in the numbers of the task. */
export interface WorkProgress {
  readonly progress: number;
}
