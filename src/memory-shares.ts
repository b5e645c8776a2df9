import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/** The memory that each part of the service may take. */
export interface MemoryShares {
  /** Bytes of one browser with all of its processes. */
  readonly browserBytes: number;
  /**
   * Heap of V8 in one process for documents, in MiB. Together with memory outside of the heap it may take twice that.
   */
  readonly heapMegabytes: number;
  /** Bytes of one PDF after its filters. */
  readonly documentBytes: number;
  /** The number of workers that fit into the memory. */
  readonly workers: number;
}

/**
 * The bytes that this process and its children may use: the limit of the container (cgroups(7)), or the memory of the
 * machine.
 */
export function availableBytes(): number {
  const contained = process.constrainedMemory();
  return contained > 0 ? Math.min(contained, totalmem()) : totalmem();
}

/**
 * Divides `available` bytes, so that the largest request fits beside the idle service. Several parts may reach their
 * limits at once. If the memory is too small for that, the kernel ends the largest part and never the service itself
 * (oom_score_adj).
 */
export function memoryShares(available = availableBytes()): MemoryShares {
  const share = (part: number, minimum: number, maximum: number): number =>
    Math.round(Math.min(maximum, Math.max(minimum, available * part)));
  return {
    browserBytes: share(1 / 4, 384 * mebibyte, 1536 * mebibyte),
    heapMegabytes: share(1 / 6 / mebibyte, 192, 1024),
    documentBytes: share(1 / 4, 256 * mebibyte, 1024 * mebibyte),
    workers: Math.max(1, Math.floor((available - 512 * mebibyte) / (512 * mebibyte))),
  };
}
