import type { Certificate } from './certificate.ts';

/** Whether a certificate names another as its issuer, and is signed by its key (RFC 5280, 6.1.3). */
export function isIssuer({ x509: { subject, publicKey } }: Certificate, { x509 }: Certificate): boolean {
  try {
    return x509.issuer === subject && x509.verify(publicKey);
  } catch {
    return false;
  }
}

/**
 * The issuers of a certificate in order, as far as `certificates` has them, without the certificate itself. Does not
 * judge trust.
 */
export function issuersOf(certificate: Certificate, certificates: readonly Certificate[]): Certificate[] {
  const chain = [certificate];
  for (const below of chain) {
    const above = certificates.find(
      (one) => chain.every((known) => !known.der.equals(one.der)) && isIssuer(one, below),
    );
    if (above !== undefined) chain.push(above);
  }
  return chain.slice(1);
}

/** Whether a certificate is self-signed, which ends a chain. */
export const isRoot = (certificate: Certificate): boolean => isIssuer(certificate, certificate);
