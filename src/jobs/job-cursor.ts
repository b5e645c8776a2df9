import { createHash } from 'node:crypto';
import type { ListPlace } from '../store/facets/jobs.ts';

/** Bytes of the parts of a cursor: the time, the id, and a checksum over both and the client. */
const timeBytes = 6;
const idBytes = 18;
const checksumBytes = 6;

/**
 * The text with which a client asks for the page after this job. The checksum finds mistakes, also a cursor of another
 * client. It is no secret: a cursor selects among the jobs of its sender alone.
 */
export function cursorOf(client: string, { createdAt, id }: ListPlace): string {
  const place = Buffer.alloc(timeBytes + idBytes);
  place.writeUIntBE(createdAt, 0, timeBytes);
  place.write(id, timeBytes, 'base64url');
  return Buffer.concat([place, checksum(client, place)]).toString('base64url');
}

/** The place of a cursor; `null` = no list of this client has returned it. */
export function placeOf(client: string, cursor: string): ListPlace | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== timeBytes + idBytes + checksumBytes || bytes.toString('base64url') !== cursor) return null;
  const place = bytes.subarray(0, timeBytes + idBytes);
  if (!checksum(client, place).equals(bytes.subarray(place.length))) return null;
  return { createdAt: place.readUIntBE(0, timeBytes), id: place.toString('base64url', timeBytes) };
}

function checksum(client: string, place: Uint8Array): Buffer {
  return createHash('sha256').update(place).update(client).digest().subarray(0, checksumBytes);
}
