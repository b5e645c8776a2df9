import { createHash, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { integer, nothing, octets, oid, sequence, setOf, tagged, value } from './der.ts';

export type KeyKind = 'rsa' | 'rsa-pss' | 'p256' | 'p384' | 'p521' | 'ed25519';

export interface CertificateOptions {
  readonly name?: string;
  readonly kind?: KeyKind;
  /** Self-signed unless given. */
  readonly issuer?: Issued;
  readonly from?: Date;
  readonly to?: Date;
  /** Bits of keyUsage; none where it is left out. */
  readonly keyUsage?: readonly number[];
  /** Identifiers of extKeyUsage; none where it is left out. */
  readonly purposes?: readonly string[];
  readonly ca?: boolean;
  /** True for a certificate that names the key of its issuer (authorityKeyIdentifier), as nearly all do. */
  readonly namesIssuer?: boolean;
}

/** A certificate with its key. */
export interface Issued {
  /** PEM. */
  readonly certificate: string;
  /** PEM, PKCS#8. */
  readonly privateKey: string;
  readonly key: KeyObject;
  readonly name: string;
}

function newKeys(kind: KeyKind): { publicKey: KeyObject; privateKey: KeyObject } {
  switch (kind) {
    case 'rsa':
      return generateKeyPairSync('rsa', { modulusLength: 2048 });
    case 'rsa-pss':
      return generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
    case 'ed25519':
      return generateKeyPairSync('ed25519');
    case 'p256':
    case 'p384':
    case 'p521':
      return generateKeyPairSync('ec', { namedCurve: kind.replace('p', 'P-') });
  }
}

const nameOf = (text: string) =>
  sequence(
    setOf(sequence(oid('2.5.4.3'), value(0x0c, Buffer.from(text)))),
    setOf(sequence(oid('2.5.4.10'), value(0x0c, Buffer.from('Colophon examples')))),
  );
/** GeneralizedTime. */
const time = (date: Date) => value(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
const extension = (id: string, content: Buffer) => sequence(oid(id), octets(content));
const bits = (set: readonly number[]) => {
  const byte = set.reduce((sum, bit) => sum | (0x80 >> bit), 0);
  return value(3, Buffer.from([7 - Math.max(0, ...set), byte]));
};

const keyId = (key: KeyObject) =>
  createHash('sha1')
    .update(createPublicKey(key).export({ format: 'der', type: 'spki' }))
    .digest();

/** Who signed, by the issuer's key: SHA-256 with RSA, RSASSA-PSS or ECDSA. */
function algorithmOf(key: KeyObject): Buffer {
  if (key.asymmetricKeyType === 'rsa') return sequence(oid('1.2.840.113549.1.1.11'), nothing);
  if (key.asymmetricKeyType === 'ec') return sequence(oid('1.2.840.10045.4.3.2'));
  if (key.asymmetricKeyType === 'ed25519') return sequence(oid('1.3.101.112'));
  const sha = sequence(oid('2.16.840.1.101.3.4.2.1'), nothing);
  return sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(tagged(0, sha), tagged(1, sequence(oid('1.2.840.113549.1.1.8'), sha)), tagged(2, integer(32))),
  );
}

let serials = 1000;

/** Issues a certificate (RFC 5280), good from 2020 until 2120 unless given. */
export function issue({
  name = 'Ada Tester',
  kind = 'p256',
  issuer,
  from = new Date('2020-01-01'),
  to = new Date('2120-01-01'),
  keyUsage = [0],
  purposes,
  ca = false,
  namesIssuer = true,
}: CertificateOptions = {}): Issued {
  const { publicKey, privateKey } = newKeys(kind);
  const signer = issuer?.key ?? privateKey;
  const algorithm = algorithmOf(signer);
  const extensions = [
    ...(ca ? [extension('2.5.29.19', sequence(value(1, Buffer.from([0xff]))))] : []),
    ...(keyUsage.length > 0 ? [extension('2.5.29.15', bits(keyUsage))] : []),
    ...(purposes === undefined ? [] : [extension('2.5.29.37', sequence(...purposes.map(oid)))]),
    ...(issuer === undefined || !namesIssuer ? [] : [extension('2.5.29.35', sequence(value(0x80, keyId(issuer.key))))]),
  ];
  const own = sequence(
    tagged(0, integer(2)),
    integer((serials += 1)),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(to)),
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    ...(extensions.length === 0 ? [] : [tagged(3, sequence(...extensions))]),
  );
  const salted = signer.asymmetricKeyType === 'rsa-pss' ? { saltLength: 32 } : {};
  const signature = sign(signer.asymmetricKeyType === 'ed25519' ? null : 'sha256', own, { key: signer, ...salted });
  const der = sequence(own, algorithm, value(3, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const certificate = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return {
    certificate,
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    key: privateKey,
    name,
  };
}
