import { verifySignedData } from '../../cms/verify-signed-data.ts';
import type { Certificate } from '../../cms/certificate.ts';
import type { PdfSignature } from '../../signature/signatures.ts';
import type { FindingId } from '../finding-kinds.ts';
import type { Coverage } from './coverage.ts';
import { hasSignedAttributes, timestampFits } from './timestamp.ts';

/** Whether what a signature covers is what was signed. */
export interface Integrity {
  /** Says nothing of trust: `intact` is a signature that fits its certificate and the bytes that it covers. */
  readonly state: 'intact' | 'altered' | 'unverified';
  readonly certificate: Certificate | null;
  readonly problem: { readonly id: FindingId; readonly excerpt: string } | null;
}

const detached: ReadonlySet<string | null> = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached']);

/** What `verifySignedData` says of what it does not know, rather than of what is wrong. */
const unknown = /is not known|is of a kind|not in it|signers instead/;

export function integrityOf(bytes: Buffer, { byteRange, contents, subFilter }: PdfSignature, coverage: Coverage): Integrity {
  const [start = 0, first = 0, second = 0, last = 0] = byteRange ?? [];
  if (coverage.kind === 'none') return { state: 'altered', certificate: null, problem: null };
  const parts = [bytes.subarray(start, start + first), bytes.subarray(second, second + last)];
  if (subFilter === 'ETSI.RFC3161') return timestampIntegrity(contents, parts);
  if (!detached.has(subFilter)) return unverified(`its kind is ${subFilter ?? 'not said'}`);
  if (!hasSignedAttributes(contents)) return unverified('it has no signed attributes');
  const { mistakes, certificate } = verifySignedData(contents, parts);
  const [mistake] = mistakes;
  if (mistake === undefined) return { state: 'intact', certificate, problem: null };
  if (mistakes.some((each) => unknown.test(each))) return { ...unverified(mistakes.join('; ')), certificate };
  const digest = mistake.includes('another digest');
  return { state: 'altered', certificate, problem: { id: digest ? 'digest-mismatch' : 'signature-invalid', excerpt: mistakes.join('; ') } };
}

function timestampIntegrity(token: Buffer, parts: readonly Buffer[]): Integrity {
  const fits = timestampFits(token, parts);
  if (fits === null) return unverified('the timestamp can not be read');
  return fits ? { state: 'intact', certificate: null, problem: null } : { state: 'altered', certificate: null, problem: { id: 'digest-mismatch', excerpt: 'the timestamp is of other bytes' } };
}

function unverified(excerpt: string): Integrity {
  return { state: 'unverified', certificate: null, problem: { id: 'signature-unverified', excerpt } };
}
