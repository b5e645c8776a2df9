import type { Certificate } from '../../cms/certificate.ts';
import { subjectOf } from '../../cms/certificate.ts';
import type { FindingId } from '../finding-kinds.ts';

/** What a certificate says of who signed. None of it is trusted: nobody was asked whether to. */
export interface Signer {
  readonly name: string;
  readonly issuer: string;
  readonly selfSigned: boolean;
  /** RFC 3339. */
  readonly validFrom: string;
  readonly validTo: string;
  /** `ec P-256`, `rsa 2048`. */
  readonly key: string;
}

const weakestRsaBits = 2048;

export function signerOf(certificate: Certificate): Signer {
  const { x509 } = certificate;
  const { asymmetricKeyType = 'unknown', asymmetricKeyDetails: details } = x509.publicKey;
  const size = details?.modulusLength ?? details?.namedCurve ?? '';
  return {
    name: subjectOf(certificate),
    issuer: (/^CN=(.*)$/m.exec(x509.issuer)?.[1] ?? x509.issuer.replaceAll('\n', ', ')).trim(),
    selfSigned: x509.issuer === x509.subject,
    validFrom: x509.validFromDate.toISOString(),
    validTo: x509.validToDate.toISOString(),
    key: `${asymmetricKeyType} ${size}`.trim(),
  };
}

/** What speaks against a certificate, by what can be known without trust. */
export function signerFindings({ x509 }: Certificate, signedAt: Date | null): { readonly id: FindingId; readonly excerpt: string }[] {
  const bits = x509.publicKey.asymmetricKeyDetails?.modulusLength;
  const early = signedAt !== null && signedAt < x509.validFromDate;
  const late = signedAt !== null && signedAt > x509.validToDate;
  return [
    ...(bits !== undefined && bits < weakestRsaBits ? [{ id: 'signature-weak' as const, excerpt: `an RSA key of ${bits} bits` }] : []),
    ...(early || late ? [{ id: 'certificate-not-in-time' as const, excerpt: `signed ${signedAt.toISOString()}, valid ${x509.validFrom} to ${x509.validTo}` }] : []),
  ];
}
