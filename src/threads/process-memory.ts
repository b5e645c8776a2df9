import { readFile } from 'node:fs/promises';

const kibibyte = 1024;

/** The memory of a process in bytes (proc(5), /proc/pid/status); 0 after its end. */
export interface ProcessMemory {
  /** In use, without mapped files. */
  readonly residentBytes: number;
  /** What it may write to, most of which Node never fills. */
  readonly reservedBytes: number;
}

export async function memoryOf(pid: number): Promise<ProcessMemory> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return {
    residentBytes: sizeOf(status, 'RssAnon') + sizeOf(status, 'RssShmem'),
    reservedBytes: sizeOf(status, 'VmData'),
  };
}

function sizeOf(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * kibibyte;
}
