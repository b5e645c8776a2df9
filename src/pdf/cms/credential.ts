import type { KeyObject } from 'node:crypto';
import { AppError } from '../../problems.ts';
import { readCertificate, subjectOf, type Certificate } from './certificate.ts';
import { checkCertificate } from './check-certificate.ts';
import { WrongPassphrase } from './password-encryption.ts';
import { pemBlocks } from './pem.ts';
import { readPkcs12 } from './pkcs12.ts';
import { PassphraseMissing, readPrivateKey } from './private-key.ts';

/** A certificate and its key as requested: PEM, or PKCS#12 for both. They stay in memory only while signing. */
export interface CredentialInput {
  /** PEM. Further certificates in it count as `chain`. */
  readonly certificate?: string | undefined;
  /** PEM: PKCS#8, PKCS#1 or SEC 1, plain or encrypted. */
  readonly privateKey?: string | undefined;
  readonly pkcs12?: Uint8Array | undefined;
  /** Passphrase of the key, or of the PKCS#12 file. */
  readonly passphrase?: string | undefined;
  /** PEM bundles. */
  readonly chain?: readonly string[] | undefined;
}

/** A signer: certificate, key and chain. */
export interface Credential {
  readonly certificate: Certificate;
  readonly key: KeyObject;
  /** The given certificates of issuers, without the signer's certificate. */
  readonly chain: readonly Certificate[];
}

/** Certificates of a signature; usual chains have three or four. */
const maxChainCertificates = 20;

/**
 * Reads a credential. Checks that the key belongs to the certificate, and that the certificate may sign at `now`.
 * @throws AppError `invalid-certificate`, `certificate-key-mismatch`, `wrong-password`
 */
export function readCredential(input: CredentialInput, now: Date): Credential {
  const credential = input.pkcs12 === undefined ? fromPem(input) : fromPkcs12(input.pkcs12, input);
  const others = (input.chain ?? []).flatMap((bundle, index) =>
    orProblem(`/chain/${index}`, 'The chain', () => certificatesOf(bundle)),
  );
  const chain = distinct([...credential.chain, ...others]).filter(({ der }) => !der.equals(credential.certificate.der));
  if (chain.length > maxChainCertificates)
    throw new AppError(
      'invalid-certificate',
      `The chain has ${chain.length} certificates; ${maxChainCertificates} are allowed. Send those that lead from ` +
        'the certificate to its root.',
    );
  checkCertificate(credential.certificate, now);
  return { ...credential, chain };
}

function distinct(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map((certificate) => [certificate.der.toString('base64'), certificate])).values()];
}

function fromPem({ certificate = '', privateKey = '', passphrase }: CredentialInput): Credential {
  const [own, ...chain] = orProblem('/certificate', 'The certificate', () => certificatesOf(certificate));
  const key = orProblem('/privateKey', 'The private key', () => readPrivateKey(privateKey, passphrase));
  if (own === undefined) throw new AppError('invalid-certificate', 'The certificate has no CERTIFICATE block.');
  if (belongs(key, own)) return { certificate: own, key, chain };
  const right = chain.find((other) => belongs(key, other));
  const hint =
    right === undefined
      ? 'Send the key of this certificate.'
      : `It belongs to '${subjectOf(right)}' in the same text: put that certificate first.`;
  throw new AppError(
    'certificate-key-mismatch',
    `The private key does not belong to the certificate of '${subjectOf(own)}'. ${hint}`,
  );
}

/** OpenSSL can not compare keys of some types: these do not match. */
function belongs(key: KeyObject, { x509 }: Certificate): boolean {
  try {
    return x509.checkPrivateKey(key);
  } catch {
    return false;
  }
}

function certificatesOf(pem: string): Certificate[] {
  const blocks = pemBlocks(pem).filter(({ label }) => label === 'CERTIFICATE' || label === 'X509 CERTIFICATE');
  if (blocks.length === 0) throw new Error('there is no CERTIFICATE block in it');
  return blocks.map(({ der }) => readCertificate(der));
}

function fromPkcs12(bytes: Uint8Array, { passphrase = '' }: CredentialInput): Credential {
  const { keys, certificates } = orProblem('/pkcs12', 'The PKCS#12 file', () => readPkcs12(bytes, passphrase));
  if (keys.length === 0)
    throw new AppError('invalid-certificate', 'The PKCS#12 file has no private key. Export it together with its key.');
  for (const key of keys) {
    const certificate = certificates.find((one) => belongs(key, one));
    if (certificate !== undefined) return { certificate, key, chain: certificates };
  }
  throw new AppError('certificate-key-mismatch', 'No certificate in the PKCS#12 file belongs to its private key.');
}

/** Turns errors of reading `what` into a problem without any of the input. */
function orProblem<T>(pointer: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof PassphraseMissing)
      throw new AppError('wrong-password', `${what} is encrypted and needs a passphrase. Send it as \`passphrase\`.`, {
        errors: [{ pointer: '/passphrase', message: '`passphrase` is needed' }],
      });
    if (cause instanceof WrongPassphrase)
      throw new AppError(
        'wrong-password',
        `The passphrase does not open ${what.toLowerCase().replace('pkcs', 'PKCS')}.`,
        { errors: [{ pointer: '/passphrase', message: '`passphrase` is not the right one' }] },
      );
    const kind = pointer === '/pkcs12' ? 'PKCS#12' : 'PEM';
    throw new AppError('invalid-certificate', `${what} can not be read. Send it as ${kind}; it may be damaged.`, {
      errors: [{ pointer, message: `\`${pointer.slice(1).split('/')[0] ?? ''}\` is not a ${kind} that can be read` }],
    });
  }
}
