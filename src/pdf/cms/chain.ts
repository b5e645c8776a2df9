import type { Certificate } from './certificate.ts';

/** Whether a certificate is signed by the key of another, and names it as its issuer (RFC 5280, 6.1.3). */
export function isIssuer({ x509: { subject, publicKey } }: Certificate, { x509 }: Certificate): boolean {
  try {
    return x509.issuer === subject && x509.verify(publicKey);
  } catch {
    return false;
  }
}

/**
 * Who issued a certificate, who issued that, and so on, as far as they are among `certificates`; without itself. Says
 * nothing of trust.
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

/** Whether a certificate is signed by its own key: where a chain ends. */
export const isRoot = (certificate: Certificate): boolean => isIssuer(certificate, certificate);
