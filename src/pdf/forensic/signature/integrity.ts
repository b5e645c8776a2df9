import { verifySignedData } from '../../cms/verify-signed-data.ts';
import type { Certificate } from '../../cms/certificate.ts';
import type { PdfSignature } from '../../facts/signatures/signatures.ts';
import type { FindingId } from '../findings/finding-kinds.ts';
import type { Coverage } from './coverage.ts';
import { timestampFits } from './timestamp.ts';

/** Whether the covered bytes are those that were signed. */
export interface Integrity {
  /**
   * `intact` means that the signature fits its certificate and the covered bytes. It does not mean that the signer is
   * trusted.
   */
  readonly state: 'intact' | 'altered' | 'unverified';
  readonly certificate: Certificate | null;
  /** All certificates of the signature. */
  readonly certificates: readonly Certificate[];
  readonly problem: { readonly id: FindingId; readonly excerpt: string } | null;
}

const nobody = { certificate: null, certificates: [] };

const detached: ReadonlySet<string | null> = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached']);

/** Verifies a signature against the bytes that it covers. */
export function integrityOf(
  bytes: Buffer,
  { byteRange, contents, subFilter }: PdfSignature,
  coverage: Coverage,
): Integrity {
  const [start = 0, first = 0, second = 0, last = 0] = byteRange ?? [];
  if (coverage.kind === 'none') return { state: 'altered', ...nobody, problem: null };
  const parts = [bytes.subarray(start, start + first), bytes.subarray(second, second + last)];
  if (subFilter === 'ETSI.RFC3161') return timestampIntegrity(contents, parts);
  if (!detached.has(subFilter)) return unverified(`its kind is ${subFilter ?? 'not stated'}`);
  const { mistakes, fault, deviations, certificate, certificates } = verifySignedData(contents, parts);
  const excerpt = mistakes.join('; ');
  if (fault === null)
    return {
      state: 'intact',
      certificate,
      certificates,
      problem: deviations.length === 0 ? null : { id: 'signature-deviates', excerpt: deviations.join('; ') },
    };
  if (fault === 'unknown') return { ...unverified(excerpt), certificate, certificates };
  return {
    state: 'altered',
    certificate,
    certificates,
    problem: { id: fault === 'digest' ? 'digest-mismatch' : 'signature-invalid', excerpt },
  };
}

function timestampIntegrity(token: Buffer, parts: readonly Buffer[]): Integrity {
  const fits = timestampFits(token, parts);
  if (fits === null) return unverified('the timestamp can not be read');
  return fits
    ? { state: 'intact', ...nobody, problem: null }
    : { state: 'altered', ...nobody, problem: { id: 'digest-mismatch', excerpt: 'the timestamp is of other bytes' } };
}

function unverified(excerpt: string): Integrity {
  return { state: 'unverified', ...nobody, problem: { id: 'signature-unverified', excerpt } };
}
