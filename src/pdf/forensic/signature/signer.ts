import type { Certificate } from '../../cms/certificate.ts';
import { subjectOf } from '../../cms/certificate.ts';
import { isRoot, issuersOf } from '../../cms/chain.ts';
import type { FindingId } from '../findings/finding-kinds.ts';

/** The signer as the certificate states it. Nothing of this is trusted: no trust list was consulted. */
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
   * The issuers of the certificate in order, as far as the signature includes them. Each signature in the chain was
   * checked.
   */
  readonly chain: readonly { readonly name: string; readonly validFrom: string; readonly validTo: string }[];
  /** The chain ends with a self-signed certificate. */
  readonly chainComplete: boolean;
}

const weakestRsaBits = 2048;

/** The signer by its certificate, and its issuers among `certificates`. */
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

/** Problems of a certificate that are visible without a trust list. */
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
