import { verifySignedData, type SignedDataVerdict } from '../cms/verify-signed-data.ts';
import type { PdfSignature } from '../facts/signatures/signatures.ts';

/** The verdict on a signature of a file. */
export interface SignatureVerdict extends SignedDataVerdict {
  /** It covers every byte of the file but its own Contents. */
  readonly whole: boolean;
}

/** Subfilters of detached CMS signatures over the bytes of ByteRange. */
const detached: ReadonlySet<string | null> = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached']);

/**
 * Verifies a signature against the bytes of its file: ByteRange, the digest, and the certificate (ISO 32000-2, 12.8.1).
 * Does not judge trust.
 */
export function verifySignature(
  bytes: Buffer,
  { byteRange, contents, subFilter }: Pick<PdfSignature, 'byteRange' | 'contents' | 'subFilter'>,
): SignatureVerdict {
  if (!detached.has(subFilter)) return unread(`it is of a kind that is not verified (${subFilter ?? 'none'})`);
  const cover = coverOf(bytes, byteRange);
  if (cover === null || !isHexOf(cover.gap, contents))
    return unread('its ByteRange does not leave out just its Contents');
  const verdict = verifySignedData(contents, cover.parts);
  const odd = hasBothCases(cover.gap) ? ['its digits are in upper and in lower case'] : [];
  return { ...verdict, deviations: [...odd, ...verdict.deviations], whole: cover.whole };
}

/** The covered ranges of a ByteRange, and the gap between them; null for an invalid one. */
export function coverOf(
  bytes: Buffer,
  byteRange: readonly number[] | null,
): { readonly parts: readonly Buffer[]; readonly gap: Buffer; readonly whole: boolean } | null {
  const [start = -1, first = -1, second = -1, last = -1, ...more] = byteRange ?? [];
  const ordered =
    more.length === 0 && start === 0 && first > 0 && second > first && last >= 0 && second + last <= bytes.length;
  if (!ordered) return null;
  return {
    parts: [bytes.subarray(0, first), bytes.subarray(second, second + last)],
    gap: bytes.subarray(first, second),
    whole: second + last === bytes.length,
  };
}

const unread = (mistake: string): SignatureVerdict => ({
  mistakes: [mistake],
  fault: 'signature',
  deviations: [],
  certificate: null,
  certificates: [],
  whole: false,
});

/** True where the gap is the hex string of Contents, and nothing else. */
function isHexOf(gap: Buffer, contents: Buffer): boolean {
  return (
    gap[0] === 0x3c &&
    gap[gap.length - 1] === 0x3e &&
    gap.length === contents.length * 2 + 2 &&
    Buffer.from(gap.toString('latin1', 1, gap.length - 1), 'hex').equals(contents)
  );
}

/** Writers use one case. Mixed case means that somebody changed a digit without effect. */
function hasBothCases(gap: Buffer): boolean {
  const digits = gap.toString('latin1');
  return /[a-f]/.test(digits) && /[A-F]/.test(digits);
}
