import type { PdfSignature } from '../../facts/signatures/signatures.ts';
import type { FindingId } from '../findings/finding-kinds.ts';
import type { Revision } from '../revisions/revisions.ts';

/** The part of the file that a signature covers. */
export interface Coverage {
  /** The whole file, a whole earlier version, less than its version, or an invalid range. */
  readonly kind: 'whole-file' | 'whole-revision' | 'partial' | 'none';
  /** Offset of the end of the covered bytes; 0 for `none`. */
  readonly end: number;
  /** The problem of the range, or null. */
  readonly problem: { readonly id: FindingId; readonly excerpt: string } | null;
}

const white = /^[\0\t\n\f\r ]*$/;

/**
 * Judges ByteRange (ISO 32000-2, 12.8.1). It must begin at the start of the file, end with a version, and omit nothing
 * but Contents.
 */
export function coverageOf(
  bytes: Buffer,
  { byteRange, contents, dict }: Pick<PdfSignature, 'byteRange' | 'contents' | 'dict'>,
  revisions: readonly Revision[],
): Coverage {
  const none = (id: FindingId, excerpt: string): Coverage => ({ kind: 'none', end: 0, problem: { id, excerpt } });
  if (!dict.has('ByteRange') || contents.every((byte) => byte === 0))
    return none('signature-hollow', dict.has('ByteRange') ? 'Contents is empty' : 'ByteRange is missing');
  const stated = byteRange === null ? 'not four numbers' : byteRange.join(' ');
  if (byteRange?.length !== 4) return none('byte-range-malformed', `ByteRange is [${stated}]`);
  const [start = -1, first = -1, second = -1, last = -1] = byteRange;
  const end = second + last;
  if (
    !byteRange.every((each) => Number.isSafeInteger(each) && each >= 0) ||
    start !== 0 ||
    first <= 0 ||
    second <= first ||
    end > bytes.length
  )
    return none('byte-range-malformed', `ByteRange is [${stated}] in a file of ${bytes.length} bytes`);
  const left = leftOut(bytes.subarray(first, second), contents);
  if (left !== null) return { kind: 'partial', end, problem: { id: 'byte-range-wrapped', excerpt: left } };
  if (end === bytes.length) return { kind: 'whole-file', end, problem: null };
  // Some signers omit the end-of-line after %%EOF.
  const revision = revisions.find(
    (each) =>
      each.end >= end && each.start < end && each.end - end <= 4 && white.test(bytes.toString('latin1', end, each.end)),
  );
  if (revision !== undefined)
    return { kind: revision.end === bytes.length ? 'whole-file' : 'whole-revision', end: revision.end, problem: null };
  const uncovered = (revisions.find((each) => each.end > end)?.end ?? bytes.length) - end;
  return {
    kind: 'partial',
    end,
    problem: {
      id: 'byte-range-partial',
      excerpt: `${uncovered} bytes after byte ${end} belong to the signed version and are not covered`,
    },
  };
}

/** Null where the omitted bytes are the hex string of Contents and nothing else. */
function leftOut(gap: Buffer, contents: Buffer): string | null {
  const digits = gap.toString('latin1').trim();
  const hex = /^<([0-9A-Fa-f\s]*)>$/.exec(digits)?.[1];
  if (hex === undefined)
    return (
      `the ${gap.length} bytes that are left out are not one hexadecimal string: ${digits.slice(0, 40)} ... ` +
      digits.slice(-60)
    );
  return Buffer.from(hex.replace(/\s/g, ''), 'hex').equals(contents)
    ? null
    : 'the string that is left out is not the signature that the field names';
}
