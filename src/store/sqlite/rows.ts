import type { SQLOutputValue } from 'node:sqlite';
import type { StoredBytes } from '../stored-bytes.ts';
import type { Blob } from '../facets/blobs.ts';

/** A row of node:sqlite. */
export type Row = Record<string, SQLOutputValue>;

/** A number, or `null` for any other value. */
export function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** A text, or `null` for any other value. */
export function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Parses JSON that this store has written. */
export function parsed(value: SQLOutputValue | undefined): unknown {
  return JSON.parse(String(value));
}

/** The bytes of two columns: the bytes themselves (SQLite returns empty bytes as NULL), or the blob as JSON. */
export function storedIn(bytes: SQLOutputValue | undefined, blob: SQLOutputValue | undefined): StoredBytes {
  if (typeof blob === 'string') return { inline: null, blob: parsed(blob) as Blob };
  return { inline: bytes instanceof Uint8Array ? bytes : new Uint8Array(), blob: null };
}

/** The value of the column of the blob. */
export function blobColumn({ blob }: StoredBytes): string | null {
  return blob === null ? null : JSON.stringify(blob);
}
