import type { ScannedObject } from './scanned-object.ts';
import { isSpace } from '../../objects/characters.ts';
import { IndirectReader } from '../../objects/indirect.ts';
import { defaultLimits, Meter } from '../../objects/limits.ts';
import { Marks } from '../../objects/marks.ts';
import { Stream, type StreamOrigin } from '../../objects/objects.ts';
import { gapsOf, type Gap } from './gaps.ts';

/** `startxref N %%EOF`. */
export interface FileEnd {
  /** Offset after the end-of-line of `%%EOF`. */
  readonly end: number;
  /** The number after `startxref`; null without one since the previous end. */
  readonly startxref: number | null;
}

/** A file by a scan of its bytes, which trusts no cross-reference. All offsets are in the bytes. */
export interface RawScan {
  /** In the order of the file. */
  readonly objects: readonly ScannedObject[];
  readonly ends: readonly FileEnd[];
  /** Bytes outside objects, cross-references and trailers that are neither white space nor a short comment. */
  readonly gaps: readonly Gap[];
}

/**
 * Finds `N G obj` in all bytes outside streams.
 * @throws AppError `limit-exceeded`
 */
export function rawScan(bytes: Buffer): RawScan {
  const meter = new Meter(defaultLimits, bytes.length);
  const reader = new IndirectReader(bytes, meter);
  const objects: ScannedObject[] = [];
  let past = 0;
  for (const at of new Marks(bytes, 'obj').offsets) {
    const offset = at < past ? -1 : headStart(bytes, at, past);
    const found =
      offset < 0
        ? null
        : reader.read(
            offset,
            () => null,
            () => unread,
          );
    if (found === null) continue;
    const { num, gen, value } = found;
    const end = objectEnd(bytes, found.end);
    objects.push({ num, gen, value, offset, end });
    meter.objects(objects.length);
    past = value instanceof Stream ? Math.max(end, at) : at;
  }
  return { objects, ends: endsOf(bytes, objects), gaps: gapsOf(bytes, objects, reader) };
}

/** Offset of `N G` before `obj`, or -1. */
function headStart(bytes: Buffer, at: number, from: number): number {
  const head = /(\d{1,10})\s+\d{1,5}\s*$/.exec(bytes.toString('latin1', Math.max(from, at - 40), at));
  return head === null ? -1 : at - head[0].length;
}

function objectEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (const word of ['endstream', 'endobj']) {
    let next = at;
    while (next < bytes.length && isSpace(bytes[next] ?? 0)) next += 1;
    if (bytes.toString('latin1', next, next + word.length) === word) at = next + word.length;
  }
  return at;
}

function endsOf(bytes: Buffer, objects: readonly ScannedObject[]): FileEnd[] {
  const streams = objects.filter(({ value }) => value instanceof Stream);
  let index = 0;
  let before = 0;
  return new Marks(bytes, '%%EOF').offsets.flatMap((offset) => {
    while (index < streams.length && (streams[index]?.end ?? 0) <= offset) index += 1;
    if ((streams[index]?.offset ?? Infinity) < offset) return [];
    const start = bytes.subarray(0, offset).lastIndexOf('startxref');
    const written = start < before ? null : /^startxref\s+(\d{1,15})/.exec(bytes.toString('latin1', start, start + 60));
    before = offset + 5;
    return [{ end: lineEnd(bytes, offset + 5), startxref: written === null ? null : Number(written[1]) }];
  });
}

/** Offset after the end-of-line at `at`, if there is one. */
function lineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1;
  return bytes[at] === 10 ? at + 1 : at;
}

const unread: StreamOrigin = {
  decrypt: (stream) => stream.stored,
  decode: (stream) => ({ bytes: stream.stored, filters: [], parameters: null, intact: false }),
};
