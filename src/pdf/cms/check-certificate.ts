import { AppError } from '../../problems.ts';
import { subjectOf, type Certificate } from './certificate.ts';

/** Bits of keyUsage (RFC 5280, 4.2.1.3) that allow signing: digitalSignature and contentCommitment (nonRepudiation). */
const signingBits = [0, 1];

/**
 * Purposes (extKeyUsage) that allow signing documents: any; e-mail protection, which most issuers assert; code signing,
 * which Acrobat accepts; document signing (RFC 9336); and those of Adobe and Microsoft.
 */
const signingPurposes: ReadonlySet<string> = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.3',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
]);

const purposeNames: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'TLS servers',
  '1.3.6.1.5.5.7.3.2': 'TLS clients',
  '1.3.6.1.5.5.7.3.8': 'time stamps',
  '1.3.6.1.5.5.7.3.9': 'OCSP answers',
};

/**
 * @throws AppError `invalid-certificate` for a certificate that may not sign documents at `now`, or a key of an
 * unsupported type
 */
export function checkCertificate(certificate: Certificate, now: Date): void {
  const { x509, keyUsage, extendedKeyUsage } = certificate;
  const who = `The certificate of '${subjectOf(certificate)}'`;
  const [from, to] = [new Date(x509.validFrom), new Date(x509.validTo)];
  if (now < from)
    throw new AppError(
      'invalid-certificate',
      `${who} is not valid before ${day(from)}. Sign with one that is valid now.`,
    );
  if (now > to)
    throw new AppError('invalid-certificate', `${who} expired on ${day(to)}. Sign with one that is valid now.`);
  if (keyUsage !== null && !signingBits.some((bit) => keyUsage.has(bit))) {
    throw new AppError(
      'invalid-certificate',
      `${who} is not made for signatures: its key usage has neither digitalSignature nor nonRepudiation. Use ` +
        'one that is.',
    );
  }
  if (extendedKeyUsage !== null && !extendedKeyUsage.some((purpose) => signingPurposes.has(purpose))) {
    throw new AppError(
      'invalid-certificate',
      `${who} is not made for signing documents but for ${extendedKeyUsage
        .map((purpose) => purposeNames[purpose] ?? purpose)
        .slice(0, 5)
        .join(', ')}. Use one that is.`,
    );
  }
}

function day(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'an unknown date' : date.toISOString().slice(0, 10);
}
