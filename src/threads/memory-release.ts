import type { ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { releaseMemory, type MemoryLimits, type ReleasedMemory } from './work-messages.ts';

/**
 * Bytes above which a process releases memory after a task: when it has been idle for a while, or at once. A process
 * that still holds more than `whenIdle` is ended, so that the memory returns to the machine. Where a process may take
 * little memory, the limits are half and a quarter of it, the second never below the first.
 */
const releaseAbove = { whenIdle: 192 * 1024 * 1024, atOnce: 384 * 1024 * 1024 };
/** Milliseconds that a release may take. */
const releaseMs = 5_000;

/**
 * Releases the memory of a process for documents after its tasks. A new process in its place would run the code of the
 * next task before V8 has compiled it, at half the speed. The task after a release takes half as long again: the hidden
 * classes of its objects are collected, and with them the compiled code that depends on them. So a release waits for a
 * pause in the work.
 */
export class MemoryRelease {
  readonly #child: ChildProcess;
  readonly #kill: () => void;
  readonly #above: typeof releaseAbove;
  readonly #idleMs: number;
  readonly #gone = new AbortController();
  #residentBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  /** `kill` ends the process. */
  constructor(child: ChildProcess, { bytes, releaseAfterMs }: MemoryLimits, kill: () => void) {
    this.#child = child;
    this.#kill = kill;
    this.#idleMs = releaseAfterMs;
    const whenIdle = Math.min(bytes / 2, releaseAbove.whenIdle);
    this.#above = { whenIdle, atOnce: Math.max(whenIdle, Math.min(bytes / 4, releaseAbove.atOnce)) };
    child.once('exit', () => this.#gone.abort());
  }

  /** The memory of the process after its start, its last task or its last release, in bytes. */
  get residentBytes(): number {
    return this.#residentBytes;
  }

  /** Resolves when no release is under way. */
  get ended(): Promise<void> {
    return this.#running;
  }

  /** Schedules a release after the start or a task, or once more where a task that was to come has not begun. */
  schedule(residentBytes = this.#residentBytes): void {
    clearTimeout(this.#timer);
    this.#residentBytes = residentBytes;
    const release = () => void (this.#running = this.#release());
    if (residentBytes > this.#above.atOnce) release();
    else if (residentBytes > this.#above.whenIdle) this.#timer = setTimeout(release, this.#idleMs).unref();
  }

  /** Cancels a scheduled release, and waits for one under way. */
  async cancel(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #release(): Promise<void> {
    this.#residentBytes = await this.#releasedTo().catch(() => Infinity);
    if (this.#residentBytes > this.#above.whenIdle) this.#kill();
  }

  async #releasedTo(): Promise<number> {
    const signal = AbortSignal.any([AbortSignal.timeout(releaseMs), this.#gone.signal]);
    const messages = on(this.#child, 'message', { signal }) as AsyncIterable<[object]>;
    this.#child.send(releaseMemory, () => undefined);
    for await (const [message] of messages) if ('releasedTo' in message) return (message as ReleasedMemory).releasedTo;
    return Infinity;
  }
}
