import { execFile, fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MemoryRelease } from './memory-release.ts';
import { failureOf, type TaskMemory } from './process-end.ts';
import { memoryOf } from './process-memory.ts';
import type { MemoryLimits, WorkAnswer, WorkProgress, WorkTask } from './work-messages.ts';

/** Milliseconds that the start of a process may take. */
const startMs = 30_000;
/** Milliseconds between two measurements of the memory of a working process. */
const measureMs = 100;
/** Bytes that threads and libraries may reserve without use. About 200 MiB were measured with all of them. */
const maxUnusedBytes = 256 * 1024 * 1024;
/** Sizes of the heap in MiB. With a smaller old generation at first, each file of a megabyte starts a full collection. */
const heapFlags = ['--max-semi-space-size=16', '--initial-old-space-size=128'];

/**
 * Settings of glibc's malloc (mallopt(3)). Buffers from 64 KiB on are mapped alone, and so return to the machine when
 * they are freed: otherwise a process holds 100 MiB more after a large task, and would be ended for that.
 */
const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '4194304' };

/**
 * A setting of mimalloc, the allocator of @napi-rs/canvas, which pdf.js loads. By default it commits 1 GiB at once, and
 * the kernel counts all of it.
 */
const mimalloc = { MIMALLOC_ARENA_EAGER_COMMIT: '0' };

/** Receives the progress of a task, as a number in the unit of the task. */
export type Progress = (done: number) => void;

/** The circumstances of one task in a process. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** Memory of the input that is not needed after it has been sent. */
  readonly transfer: readonly ArrayBuffer[];
  readonly progress: Progress | undefined;
}

interface Exchange extends Omit<RunOptions, 'signal'> {
  readonly memory: Readonly<TaskMemory>;
}

/**
 * One process that runs one task at a time. It is not a thread, because V8 ends the whole process when an allocation
 * does not fit into the heap of a thread.
 */
export class WorkProcess {
  readonly #child: ChildProcess;
  readonly #limits: MemoryLimits;
  /** Resolves when the process has ended, for any reason. */
  readonly gone: Promise<void>;
  #alive = true;
  readonly #memory: MemoryRelease;

  private constructor(child: ChildProcess, limits: MemoryLimits) {
    this.#child = child;
    this.#limits = limits;
    this.#memory = new MemoryRelease(child, limits, () => this.kill());
    child.on('error', () => undefined); // the end follows
    this.gone = new Promise((resolve) =>
      child.once('exit', () => {
        this.#alive = false;
        resolve();
      }),
    );
  }

  static async start(module: URL, limits: MemoryLimits): Promise<WorkProcess> {
    const execArgv = [`--max-old-space-size=${limits.heapMegabytes}`, ...heapFlags];
    // Standard error is dropped: the exit code has all the information that the dump of V8 would add.
    const child = fork(fileURLToPath(module), {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: environment(),
    });
    const started = new WorkProcess(child, limits);
    try {
      await started.#ready();
      await started.#limit();
      return started;
    } catch (error) {
      started.kill();
      throw error;
    }
  }

  /** True while the process runs. */
  get fit(): boolean {
    return this.#alive && this.#child.connected;
  }

  /** Ends the rest of the process before a task. True where it can run one. */
  async wake(): Promise<boolean> {
    await this.#memory.cancel();
    return this.fit;
  }

  /** Lets the process rest where no task has begun after `wake`. */
  rest(): void {
    this.#memory.schedule();
  }

  /** Waits for a release of memory that began with the end of a task. True where the process can run another task. */
  async recover(): Promise<boolean> {
    await this.#memory.ended;
    return this.fit;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Runs one task. When `signal` aborts, the process is killed. Rejects with OutOfMemory when the task makes the
   * process end, and with ProcessGone when something else does.
   */
  async run(task: WorkTask, { signal, transfer, progress }: RunOptions): Promise<unknown> {
    signal.throwIfAborted();
    const memory: TaskMemory = { largestBytes: 0, isExceeded: false };
    const ended = new AbortController();
    const abort = (): void => this.kill();
    signal.addEventListener('abort', abort, { once: true });
    const watching = setInterval(() => void this.#measure(memory, ended.signal), measureMs);
    try {
      const answer = await this.#exchange(task, { memory, transfer, progress });
      this.#memory.schedule(answer.residentBytes);
      if ('failed' in answer) throw answer.failed;
      return answer.result;
    } finally {
      clearInterval(watching);
      ended.abort();
      signal.removeEventListener('abort', abort);
    }
  }

  /** The memory of the process in bytes, without shared memory; 0 after its end. */
  async residentBytes(): Promise<number> {
    return (await memoryOf(this.pid)).residentBytes;
  }

  /** Ends the process where its task takes more memory than it may, above what the process held before. */
  async #measure(memory: TaskMemory, ended: AbortSignal): Promise<void> {
    const bytes = await this.residentBytes();
    if (ended.aborted) return;
    memory.largestBytes = Math.max(memory.largestBytes, bytes);
    if (bytes <= this.#memory.residentBytes + this.#limits.bytes) return;
    memory.isExceeded = true;
    this.kill();
  }

  kill(): void {
    this.#alive = false;
    this.#child.kill('SIGKILL');
  }

  #exchange(task: WorkTask, { memory, transfer, progress }: Exchange): Promise<WorkAnswer> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const listen = (on: 'on' | 'off'): void => {
        child[on]('message', answered);
        child[on]('exit', exited);
      };
      const answered = (answer: WorkAnswer | WorkProgress): void => {
        if ('progress' in answer) {
          progress?.(answer.progress);
          return;
        }
        listen('off');
        resolve(answer);
      };
      const exited = (code: number | null, signal: NodeJS.Signals | null): void => {
        listen('off');
        this.kill(); // a process that could not be reached may not have ended yet
        reject(failureOf({ code, signal }, memory));
      };
      listen('on');
      if (!this.#alive) exited(null, null);
      else {
        child.send(task, (error) => error === null || exited(null, null));
        for (const buffer of transfer) buffer.transfer(0); // the message has been copied
      }
    });
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`a process for tasks did not start within ${startMs / 1000} s`)),
        startMs,
      );
      this.#child.once('message', () => {
        clearTimeout(late);
        resolve();
      });
      void this.gone.then(() => {
        clearTimeout(late);
        reject(new Error('a process for tasks ended before it could work'));
      });
    });
  }

  /**
   * Sets the kernel's limit for memory outside the heap of V8: Buffers, zlib and WebAssembly. It lies above the memory
   * that Node, threads and libraries reserve and never fill (RLIMIT_DATA, getrlimit(2)).
   */
  async #limit(): Promise<void> {
    const { reservedBytes, residentBytes } = await memoryOf(this.pid);
    this.#memory.schedule(residentBytes);
    if (reservedBytes === 0) return;
    await promisify(execFile)('prlimit', [
      '--pid',
      String(this.pid),
      `--data=${reservedBytes + maxUnusedBytes + this.#limits.bytes}`,
      '--core=0',
    ]).catch(() => undefined);
  }
}

/**
 * The environment of a process that works on documents of strangers. It has none of the secrets of the service (keys,
 * database passwords).
 */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir(); // Node adds a folder of its version to the one that was set
  const modules = cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
  return { PATH: '/usr/bin:/bin', TMPDIR: tmpdir(), LANG: 'C.UTF-8', ...malloc, ...mimalloc, ...modules };
}
