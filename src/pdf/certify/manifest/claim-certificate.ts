import { subjectOf } from '../../cms/certificate.ts';
import type { Credential } from '../../cms/credential.ts';
import { AppError } from '../../../problems.ts';

/** Key purposes that C2PA 2.4, 14.5.1.1 allows for claims: C2PA claims, documents (RFC 9336), e-mail. */
const emailProtection = '1.3.6.1.5.5.7.3.4';
const claimPurposes: readonly string[] = ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.36', emailProtection];

/** The extension authorityKeyIdentifier (RFC 5280, 4.2.1.1) in DER. */
const authorityKeyIdentifier = Buffer.from('0603551d23', 'hex');

/**
 * Checks the requirements of C2PA on certificates (C2PA 2.4, 14.5.1) that go beyond those of other signatures. Readers
 * reject the claim of another certificate.
 * @throws AppError `invalid-certificate`
 */
export function checkClaimCertificate({ certificate }: Pick<Credential, 'certificate'>): void {
  const {
    keyUsage,
    extendedKeyUsage,
    der,
    x509: { issuer, subject, ca },
  } = certificate;
  const why =
    issuer === subject
      ? 'it is self-signed, and has to be issued by an authority'
      : ca
        ? 'it is the one of an authority'
        : keyUsage?.has(0) !== true
          ? 'its key usage has to have digitalSignature'
          : extendedKeyUsage?.some((purpose) => claimPurposes.includes(purpose)) !== true
            ? 'its extended key usage has to have C2PA claim signing, document signing or e-mail protection'
            : extendedKeyUsage.includes('2.5.29.37.0')
              ? 'its extended key usage must not be for any purpose'
              : !der.includes(authorityKeyIdentifier)
                ? 'it has to name the key of its issuer (authorityKeyIdentifier)'
                : null;
  if (why !== null)
    throw new AppError(
      'invalid-certificate',
      `The certificate of '${subjectOf(certificate)}' can not sign a claim of C2PA: ${why}. Use one that can; ` +
        'readers would call the manifest invalid.',
    );
}

/**
 * Warnings about a certificate: readers have lists of their own of accepted purposes, and e-mail protection is on all
 * of them.
 */
export function claimWarnings({ certificate }: Pick<Credential, 'certificate'>): string[] {
  if (certificate.extendedKeyUsage?.includes(emailProtection) === true) return [];
  return [
    'The certificate is not for e-mail protection: some readers of Content Credentials take no other unless ' +
      'they are configured to, and report the manifest as invalid.',
  ];
}

/**
 * The certificates of a claim: the signer's and its issuers', without the root, which readers have already (C2PA 2.4,
 * 13.2.1).
 */
export function claimChain({ certificate, chain }: Credential): Buffer[] {
  return [certificate, ...chain.filter(({ x509 }) => x509.issuer !== x509.subject)].map(({ der }) => der);
}
