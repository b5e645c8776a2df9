import { createPrivateKey, type KeyObject } from 'node:crypto';
import { inside, octetsOf, parse } from './asn1.ts';
import { decryptWithPassphrase, WrongPassphrase } from './password-encryption.ts';
import { pemBlocks, type PemBlock } from './pem.ts';

/** Thrown for an encrypted key without a passphrase. */
export class PassphraseMissing extends Error {}

/**
 * The private key of a PEM: PKCS#8, plain or encrypted, PKCS#1 or SEC 1.
 * @throws PassphraseMissing, WrongPassphrase; Error without a key
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
 * Decrypts an EncryptedPrivateKeyInfo (RFC 5208, 6). OpenSSL is not used, because it would not limit the rounds of the
 * derivation.
 */
export function decryptKey(der: Buffer, passphrase: string): Buffer {
  const [algorithm, data] = inside(parse(der));
  return decryptWithPassphrase(algorithm, passphrase, octetsOf(data));
}

/**
 * @throws WrongPassphrase for data that are no key: once in a few hundred times the padding of a wrong passphrase is
 * valid by chance
 */
export function readPkcs8(der: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new WrongPassphrase('the decrypted data is no key', { cause });
  }
}

/**
 * Decrypts RFC 1421 encryption, as `openssl rsa -aes256` writes it. OpenSSL may do it, because the derivation is one
 * round of MD5.
 */
function readOldKey({ text }: PemBlock, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch (cause) {
    throw new WrongPassphrase('the decrypted data is no key', { cause });
  }
}
