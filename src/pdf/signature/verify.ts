import type { Certificate } from '../cms/certificate.ts';
import { verifySignedData } from '../cms/verify-signed-data.ts';
import type { PdfSignature } from './signatures.ts';

export interface SignatureVerdict {
  /** What is wrong with it; empty for a good one. */
  readonly mistakes: readonly string[];
  readonly certificate: Certificate | null;
  /** It covers every byte of the file but its own Contents. */
  readonly whole: boolean;
}

/** Subfilters that are detached CMS over the bytes of ByteRange. */
const detached: ReadonlySet<string | null> = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached']);

/** Verifies a signature against the bytes of its file: what ByteRange says, the digest, and the certificate (ISO 32000-2, 12.8.1). Says nothing of trust. */
export function verifySignature(bytes: Buffer, { byteRange, contents, subFilter }: Pick<PdfSignature, 'byteRange' | 'contents' | 'subFilter'>): SignatureVerdict {
  if (!detached.has(subFilter)) return { mistakes: [`it is of a kind that is not verified (${subFilter ?? 'none'})`], certificate: null, whole: false };
  const [start = -1, first = -1, second = -1, last = -1, ...more] = byteRange ?? [];
  const ordered = more.length === 0 && start === 0 && first > 0 && second > first && last >= 0 && second + last <= bytes.length;
  if (!ordered || !isHexOf(bytes.subarray(first, second), contents)) return { mistakes: ['its ByteRange does not leave out just its Contents'], certificate: null, whole: false };
  const verdict = verifySignedData(contents, [bytes.subarray(0, first), bytes.subarray(second, second + last)]);
  return { ...verdict, whole: second + last === bytes.length };
}

/** What is left out is `<...>` with the digits of Contents, and nothing else. */
function isHexOf(gap: Buffer, contents: Buffer): boolean {
  return gap[0] === 0x3c && gap[gap.length - 1] === 0x3e && gap.length === contents.length * 2 + 2 && Buffer.from(gap.toString('latin1', 1, gap.length - 1), 'hex').equals(contents);
}
