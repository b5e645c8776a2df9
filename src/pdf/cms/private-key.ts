import { createPrivateKey, type KeyObject } from 'node:crypto';
import { inside, octetsOf, parse } from './asn1.ts';
import { decryptWithPassphrase, WrongPassphrase } from './password-encryption.ts';
import { pemBlocks, type PemBlock } from './pem.ts';

/** What an encrypted key lacks. */
export class PassphraseMissing extends Error {}

/**
 * The private key of a PEM: PKCS#8, plain or encrypted, PKCS#1 or SEC 1. @throws PassphraseMissing, WrongPassphrase;
 * Error where there is none
 */
export function readPrivateKey(pem: string, passphrase: string | undefined): KeyObject {
  const block = pemBlocks(pem).find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (block === undefined) throw new Error('there is no PRIVATE KEY block in it');
  if (block.label === 'ENCRYPTED PRIVATE KEY') return readPkcs8(decryptKey(block.der, needed(passphrase)));
  return block.encrypted ? readOldKey(block, needed(passphrase)) : createPrivateKey(block.text);
}

function needed(passphrase: string | undefined): string {
  if (passphrase === undefined) throw new PassphraseMissing('the key is encrypted');
  return passphrase;
}

/**
 * An EncryptedPrivateKeyInfo (RFC 5208, 6), decrypted. Not left to OpenSSL, which would count rounds of derivation
 * without end.
 */
export function decryptKey(der: Buffer, passphrase: string): Buffer {
  const [algorithm, data] = inside(parse(der));
  return decryptWithPassphrase(algorithm, passphrase, octetsOf(data));
}

/**
 * @throws WrongPassphrase: what a wrong one opens is no key, once in a few hundred times with a padding that happens to
 * be right
 */
export function readPkcs8(der: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new WrongPassphrase('what was decrypted is no key', { cause });
  }
}

/** RFC 1421 encryption, as `openssl rsa -aes256` writes it: one round of MD5, so that OpenSSL may have it. */
function readOldKey({ text }: PemBlock, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch (cause) {
    throw new WrongPassphrase('what was decrypted is no key', { cause });
  }
}
