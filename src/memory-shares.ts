import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/** What one part of the service may take of its memory. */
export interface MemoryShares {
  /** Of one browser with all of its processes. */
  readonly browserBytes: number;
  /** V8's heap in one process that works on documents; with what lies outside of the heap it may take twice that. */
  readonly heapMegabytes: number;
  /** What comes out of all filters of one PDF. */
  readonly documentBytes: number;
  /** Workers that have room. */
  readonly workers: number;
}

/** Bytes that this process and those that it starts may use: those of its container (cgroups(7)), or of the machine. */
export function availableBytes(): number {
  const contained = process.constrainedMemory();
  return contained > 0 ? Math.min(contained, totalmem()) : totalmem();
}

/**
 * Divides memory so that what one request may take fits beside everything at rest. More than one part may be at its
 * limit at a time: where the whole is too small for that, the kernel ends the largest of them, and never the service
 * (oom_score_adj).
 */
export function memoryShares(available = availableBytes()): MemoryShares {
  const share = (part: number, least: number, most: number): number =>
    Math.round(Math.min(most, Math.max(least, available * part)));
  return {
    browserBytes: share(1 / 4, 384 * mebibyte, 1536 * mebibyte),
    heapMegabytes: share(1 / 6 / mebibyte, 192, 1024),
    documentBytes: share(1 / 4, 256 * mebibyte, 1024 * mebibyte),
    workers: Math.max(1, Math.floor((available - 512 * mebibyte) / (512 * mebibyte))),
  };
}
