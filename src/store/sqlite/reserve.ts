import { rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf } from '../blobs/disk.ts';

/**
 * Bytes for the pages that a deletion writes to the log: those of the row, of its indexes, and of overwritten content.
 */
const reservedBytes = 512 * 1024;
/** SQLITE_FULL (sqlite.org/rescode.html). */
const full = 13;

/** Disk space that is released when a deletion finds the disk full, so that clients can free space by deletions. */
export interface Reserve {
  /** Runs `work`. When the disk is full, releases the reserve and runs it once more. */
  spend<T>(work: () => T): T;
  /** Allocates the reserve again, if there is space for it. */
  fill(): void;
}

/** A reserve in `file`, which is allocated at once if there is space for it. */
export function openReserve(file: string): Reserve {
  const reserve: Reserve = {
    spend(work) {
      try {
        return work();
      } catch (error) {
        if (!isFull(error)) throw error;
        rmSync(file, { force: true });
        return work();
      }
    },
    fill() {
      if (statSync(file, { throwIfNoEntry: false })?.size === reservedBytes) return;
      try {
        writeFileSync(file, Buffer.alloc(reservedBytes, 'reserve '), { mode: 0o600, flush: true });
      } catch (error) {
        rmSync(file, { force: true });
        if (codeOf(error) === null) throw error;
      }
    },
  };
  reserve.fill();
  return reserve;
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === full;
}
