import { createHmac, createPrivateKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Integer } from 'asn1js';
import { bytesOf, inside, numberOf, octetsOf, oidOf, parse, type Asn1 } from './asn1.ts';
import { readCertificate, type Certificate } from './certificate.ts';
import { decryptWithPassphrase, derived, WrongPassphrase } from './password-encryption.ts';
import { bmpPassword, maxRounds, pkcs12Key, purposes } from './password-key.ts';
import { decryptKey, readPkcs8 } from './private-key.ts';
import { nodeHashes } from './signature-algorithm.ts';

/** The content of a PKCS#12 file (RFC 7292). */
export interface KeyBag {
  readonly keys: readonly KeyObject[];
  readonly certificates: readonly Certificate[];
}

const data = '1.2.840.113549.1.7.1';
const encryptedData = '1.2.840.113549.1.7.6';

/** Depth of nested bags. */
const maxDepth = 8;

/** @throws WrongPassphrase; Error for bytes that are no PKCS#12 file, or one that is protected by a public key */
export function readPkcs12(bytes: Uint8Array, passphrase: string): KeyBag {
  const [, authSafe, mac] = inside(parse(bytes));
  const safes = contentOf(authSafe);
  if (mac !== undefined) checkMac(mac, passphrase, safes);
  const found = { keys: [] as KeyObject[], certificates: [] as Certificate[] };
  for (const info of inside(parse(safes))) readBags(parse(openSafe(info, passphrase)), passphrase, found, 0);
  return found;
}

/** The data of a ContentInfo (RFC 7292, 4.1). */
function contentOf(info: Asn1 | undefined): Buffer {
  const [type, wrapped] = inside(info);
  if (oidOf(type) !== data) throw new Error('its integrity is protected by a signature and not by a passphrase');
  return octetsOf(inside(wrapped)[0]);
}

function openSafe(info: Asn1, passphrase: string): Buffer {
  const [type, wrapped] = inside(info);
  if (oidOf(type) !== encryptedData) return contentOf(info);
  const [, content] = inside(inside(wrapped)[0]);
  const [, algorithm, bytes] = inside(content);
  return decryptWithPassphrase(algorithm, passphrase, octetsOf(bytes));
}

/** The bags of a safe (RFC 7292, 4.2). */
function readBags(
  bags: Asn1,
  passphrase: string,
  found: { keys: KeyObject[]; certificates: Certificate[] },
  depth: number,
): void {
  if (depth > maxDepth) throw new Error('its bags are in each other too deeply');
  for (const bag of inside(bags)) {
    const [type, wrapped] = inside(bag);
    const [value] = inside(wrapped);
    switch (oidOf(type)) {
      case '1.2.840.113549.1.12.10.1.1':
        found.keys.push(createPrivateKey({ key: bytesOf(value), format: 'der', type: 'pkcs8' }));
        break;
      case '1.2.840.113549.1.12.10.1.2':
        found.keys.push(readPkcs8(decryptKey(bytesOf(value), passphrase)));
        break;
      case '1.2.840.113549.1.12.10.1.3':
        readCertificateBag(value, found.certificates);
        break;
      case '1.2.840.113549.1.12.10.1.6':
        if (value !== undefined) readBags(value, passphrase, found, depth + 1);
        break;
      default:
    }
  }
}

/** Reads X.509 certificates only (RFC 7292, 4.2.3). */
function readCertificateBag(value: Asn1 | undefined, certificates: Certificate[]): void {
  const [type, wrapped] = inside(value);
  if (oidOf(type) === '1.2.840.113549.1.9.22.1') certificates.push(readCertificate(octetsOf(inside(wrapped)[0])));
}

/** Checks the MAC: RFC 7292, appendix A, or PBMAC1 (RFC 9579). */
function checkMac(mac: Asn1, passphrase: string, bytes: Buffer): void {
  const [digestInfo, salt, rounds] = inside(mac);
  const [algorithm, expected] = inside(digestInfo);
  const [id, parameters] = inside(algorithm);
  const wanted = octetsOf(expected);
  const right =
    oidOf(id) === '1.2.840.113549.1.5.14'
      ? equal(pbmac1(parameters, passphrase, bytes), wanted)
      : passwordsOf(passphrase).some((password) =>
          equal(
            oldMac(
              oidOf(id),
              { salt: octetsOf(salt), rounds: rounds === undefined ? 1 : numberOf(rounds) },
              password,
              bytes,
            ),
            wanted,
          ),
        );
  if (!right) throw new WrongPassphrase('its message authentication code is another');
}

/** Writers encode an empty passphrase as an empty string, or as none at all. */
function passwordsOf(passphrase: string): Buffer[] {
  return passphrase === '' ? [bmpPassword(''), Buffer.alloc(0)] : [bmpPassword(passphrase)];
}

function oldMac(
  id: string,
  { salt, rounds }: { salt: Buffer; rounds: number },
  password: Buffer,
  bytes: Buffer,
): Buffer {
  const hash = nodeHashes[id];
  if (hash === undefined) throw new Error(`its message authentication code is of a kind that is not known (${id})`);
  if (rounds < 1 || rounds > maxRounds) throw new Error(`derived in ${rounds} rounds, of ${maxRounds} at most`);
  const length = { sha1: 20, sha224: 28, sha256: 32, sha384: 48 }[hash] ?? 64;
  return createHmac(hash, pkcs12Key(password, purposes.mac, length, { hash, salt, rounds }))
    .update(bytes)
    .digest();
}

/** Bytes of an HMAC key: the greatest block size of the hashes. */
const maxKeyBytes = 128;

/** PBMAC1 in PKCS#12: keyLength of PBKDF2 is required (RFC 9579, 4). */
function pbmac1(parameters: Asn1 | undefined, passphrase: string, bytes: Buffer): Buffer {
  const [derive, scheme] = inside(parameters);
  const hash = {
    '1.2.840.113549.2.7': 'sha1',
    '1.2.840.113549.2.9': 'sha256',
    '1.2.840.113549.2.10': 'sha384',
    '1.2.840.113549.2.11': 'sha512',
  }[oidOf(inside(scheme)[0])];
  if (hash === undefined) throw new Error('its message authentication code is of a kind that is not known');
  const length = inside(inside(derive)[1]).flatMap((one, index) =>
    index > 1 && one instanceof Integer ? [numberOf(one)] : [],
  )[0];
  if (length === undefined || length > maxKeyBytes)
    throw new Error('its message authentication code states no length of its key, or too large a one');
  return createHmac(hash, derived(derive, Buffer.from(passphrase, 'utf8'), length))
    .update(bytes)
    .digest();
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
