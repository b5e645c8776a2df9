import { rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf } from '../blobs/disk.ts';

/** Room for the pages that a deletion writes to the log: those of a row, its indexes, and what of it is overwritten. */
const reservedBytes = 512 * 1024;
/** SQLITE_FULL (sqlite.org/rescode.html). */
const full = 13;

/**
 * Disk space that is given up where a deletion finds none: clients can make room on a full disk by what they delete.
 */
export interface Reserve {
  /** Does `work`, once more with the reserve given up where the disk is full. */
  spend<T>(work: () => T): T;
  /** Takes the reserve again where there is room for it. */
  fill(): void;
}

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
