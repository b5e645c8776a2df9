/** What a process for tasks is sent. */
export interface WorkTask {
  /** Address of the module that exports the function `name`. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** What it answers, with the memory that it holds then. */
export type WorkAnswer = ({ readonly result: unknown } | { readonly failed: unknown }) & {
  readonly residentBytes: number;
};

/** What one process for tasks may take. */
export interface MemoryLimits {
  /** V8's heap. */
  readonly heapMegabytes: number;
  /** The heap, and all Buffers, zlib and WebAssembly, above what an empty process takes. */
  readonly bytes: number;
}

/** What it says while it works: how much is done, in the numbers of the task. */
export interface WorkProgress {
  readonly progress: number;
}
