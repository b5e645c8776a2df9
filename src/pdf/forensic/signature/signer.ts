import type { Certificate } from '../../cms/certificate.ts';
import { subjectOf } from '../../cms/certificate.ts';
import { isRoot, issuersOf } from '../../cms/chain.ts';
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
  /**
   * Who issued the certificate, who issued that, and so on, as far as the signature has them, each by a signature that
   * was checked.
   */
  readonly chain: readonly { readonly name: string; readonly validFrom: string; readonly validTo: string }[];
  /** The chain ends with a certificate that issued itself. */
  readonly chainComplete: boolean;
}

const weakestRsaBits = 2048;

export function signerOf(certificate: Certificate, certificates: readonly Certificate[]): Signer {
  const { x509 } = certificate;
  const issuers = issuersOf(certificate, certificates);
  const { asymmetricKeyType = 'unknown', asymmetricKeyDetails: details } = x509.publicKey;
  const size = details?.modulusLength ?? details?.namedCurve ?? '';
  return {
    name: subjectOf(certificate),
    issuer: (/^CN=(.*)$/m.exec(x509.issuer)?.[1] ?? x509.issuer.replaceAll('\n', ', ')).trim(),
    selfSigned: x509.issuer === x509.subject,
    validFrom: x509.validFromDate.toISOString(),
    validTo: x509.validToDate.toISOString(),
    key: `${asymmetricKeyType} ${size}`.trim(),
    chain: issuers.map((issuer) => ({
      name: subjectOf(issuer),
      validFrom: issuer.x509.validFromDate.toISOString(),
      validTo: issuer.x509.validToDate.toISOString(),
    })),
    chainComplete: isRoot(issuers.at(-1) ?? certificate),
  };
}

/** What speaks against a certificate, by what can be known without trust. */
export function signerFindings(
  certificate: Certificate,
  certificates: readonly Certificate[],
  signedAt: Date | null,
): { readonly id: FindingId; readonly excerpt: string }[] {
  const bits = certificate.x509.publicKey.asymmetricKeyDetails?.modulusLength;
  const untimely =
    signedAt === null
      ? []
      : [certificate, ...issuersOf(certificate, certificates)].filter(
          ({ x509 }) => signedAt < x509.validFromDate || signedAt > x509.validToDate,
        );
  return [
    ...(bits !== undefined && bits < weakestRsaBits
      ? [{ id: 'signature-weak' as const, excerpt: `an RSA key of ${bits} bits` }]
      : []),
    ...untimely.map((one) => ({
      id: 'certificate-not-in-time' as const,
      excerpt:
        `signed ${signedAt?.toISOString() ?? ''}, ${subjectOf(one)} valid ${one.x509.validFrom} to ` + one.x509.validTo,
    })),
  ];
}
