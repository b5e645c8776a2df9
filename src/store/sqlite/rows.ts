import type { SQLOutputValue } from 'node:sqlite';
import type { StoredBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';

/** A row as node:sqlite gives it. */
export type Row = Record<string, SQLOutputValue>;

export function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

export function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** JSON that this store has written itself. */
export function parsed(value: SQLOutputValue | undefined): unknown {
  return JSON.parse(String(value));
}

/** Bytes out of their two columns: the bytes themselves (SQLite has no bytes as NULL), or the blob as JSON. */
export function storedIn(bytes: SQLOutputValue | undefined, blob: SQLOutputValue | undefined): StoredBytes {
  if (typeof blob === 'string') return { inline: null, blob: parsed(blob) as Blob };
  return { inline: bytes instanceof Uint8Array ? bytes : new Uint8Array(), blob: null };
}

/** The value of the column for a blob. */
export function blobColumn({ blob }: StoredBytes): string | null {
  return blob === null ? null : JSON.stringify(blob);
}
