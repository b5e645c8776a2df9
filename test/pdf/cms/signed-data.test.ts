import { execFileSync } from 'node:child_process';
import { createHash, constants, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readCredential } from '../../../src/pdf/cms/credential.ts';
import { isOwnForm } from '../../../src/pdf/cms/canonical-der.ts';
import { hashes, signatureAlgorithm } from '../../../src/pdf/cms/signature-algorithm.ts';
import { signedData } from '../../../src/pdf/cms/signed-data.ts';
import { verifySignedData } from '../../../src/pdf/cms/verify-signed-data.ts';
import { issue, type KeyKind } from '../../support/certificates.ts';
import { integer, nothing, octets, oid, sequence, setOf, setOrder, tagged, value } from '../../support/der.ts';

const parts = [Buffer.from('what was '), Buffer.from('signed')];
const content = Buffer.concat(parts);
const digestOf = (hash: string, bytes: Uint8Array) => createHash(hash.replace('-', '')).update(bytes).digest();

const root = issue({ name: 'Root', ca: true, keyUsage: [5] });
const made = (kind: KeyKind, hash: (typeof hashes)[number], chain: string[] = []) => {
  const issued = issue({ kind, issuer: root });
  const credential = readCredential({ ...issued, chain }, new Date('2026-06-01'));
  const algorithm = signatureAlgorithm(credential.key, hash);
  let signature: Buffer = Buffer.alloc(0);
  let covered: Buffer = Buffer.alloc(0);
  const cms = signedData(
    credential,
    { ...algorithm, sign: (bytes) => (signature = algorithm.sign((covered = Buffer.from(bytes)))) },
    digestOf(hash, content),
  );
  return { cms, credential, signature, covered };
};

const digests = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
} as const;
const numbers = { 'SHA-256': 1, 'SHA-384': 2, 'SHA-512': 3 } as const;
const bytes = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 } as const;

/** AlgorithmIdentifier as RFC 4055 and 5758 have it, written by hand. */
function algorithmOf(kind: KeyKind, hash: (typeof hashes)[number]): Buffer {
  const { [hash]: number } = numbers;
  if (kind === 'rsa') return sequence(oid(`1.2.840.113549.1.1.${10 + number}`), nothing);
  if (kind !== 'rsa-pss') return sequence(oid(`1.2.840.10045.4.3.${1 + number}`));
  const own = sequence(oid(digests[hash]), nothing);
  return sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(tagged(0, own), tagged(1, sequence(oid('1.2.840.113549.1.1.8'), own)), tagged(2, integer(bytes[hash]))),
  );
}

describe('signedData', () => {
  for (const kind of ['rsa', 'rsa-pss', 'p256', 'p384'] satisfies KeyKind[]) {
    it(`is what CMS and PAdES say, byte for byte as written by hand: ${kind}`, () => {
      for (const hash of hashes) {
        const {
          cms,
          credential: { certificate, chain },
          signature,
          covered,
        } = made(kind, hash, [root.certificate]);
        const data = oid('1.2.840.113549.1.7.1');
        const digest = sequence(oid(digests[hash]));
        const id = [
          ...(hash === 'SHA-256' ? [] : [digest]),
          octets(digestOf(hash, certificate.der)),
          sequence(sequence(tagged(4, certificate.issuer)), certificate.serial),
        ];
        const attributes = [
          sequence(oid('1.2.840.113549.1.9.3'), setOf(data)),
          sequence(oid('1.2.840.113549.1.9.4'), setOf(octets(digestOf(hash, content)))),
          sequence(oid('1.2.840.113549.1.9.16.2.47'), setOf(sequence(sequence(sequence(...id))))),
        ];
        expect(covered.equals(setOf(...attributes))).to.equal(true);
        const signer = sequence(
          integer(1),
          sequence(certificate.issuer, certificate.serial),
          digest,
          tagged(0, ...setOrder(attributes)),
          algorithmOf(kind, hash),
          octets(signature),
        );
        const signed = sequence(
          integer(1),
          setOf(digest),
          sequence(data),
          tagged(0, ...setOrder([certificate, ...chain].map(({ der }) => der))),
          setOf(signer),
        );
        expect(cms.toString('hex')).to.equal(sequence(oid('1.2.840.113549.1.7.2'), tagged(0, signed)).toString('hex'));
        const padding = kind === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: bytes[hash] } : {};
        expect(
          verify(hash.replace('-', ''), covered, { key: certificate.x509.publicKey, ...padding }, signature),
        ).to.equal(true);
      }
    });
  }

  it('takes certificates as they came, also those that are not in DER', () => {
    const { credential } = made('p256', 'SHA-256', [root.certificate]);
    // The length of the outermost value in a byte more than it needs.
    const [certificate] = credential.chain;
    const der = certificate?.der ?? Buffer.alloc(0);
    const odd = Buffer.concat([Buffer.from([0x30, 0x83, 0]), der.subarray(2)]);
    const cms = signedData(
      { ...credential, chain: [{ ...credential.certificate, der: odd }] },
      signatureAlgorithm(credential.key, undefined),
      digestOf('SHA-256', content),
    );
    expect(cms.includes(odd)).to.equal(true);
    expect(verifySignedData(cms, parts)).to.deep.include({ mistakes: [], deviations: ['it is not in DER'] });
  });
});

describe('verifySignedData', () => {
  const { cms } = made('p256', 'SHA-256', [root.certificate]);
  const verdictOn = (signature: Uint8Array) => {
    const { mistakes, deviations } = verifySignedData(signature, parts);
    return [mistakes, deviations];
  };
  const replaced = (from: Buffer, to: Buffer) => {
    const at = cms.indexOf(from);
    expect(at).to.be.above(-1);
    return Buffer.concat([cms.subarray(0, at), to, cms.subarray(at + from.length)]);
  };

  it('has nothing against what is made here, with zeros after it', () => {
    for (const padding of [0, 1, 100]) {
      const padded = Buffer.concat([cms, Buffer.alloc(padding)]);
      expect(verdictOn(padded)).to.deep.equal([[], []]);
      expect(isOwnForm(padded, parts)).to.equal(true);
    }
  });

  it('tells what readers overlook, as a deviation and not as a mistake', () => {
    const data = sequence(oid('1.2.840.113549.1.7.1'));
    const digest = sequence(oid(digests['SHA-256']));
    const cases: readonly (readonly [Buffer, string])[] = [
      [Buffer.concat([cms, Buffer.from([0, 7])]), 'something other than zeros follows it'],
      [Buffer.concat([Buffer.from([0x30, 0x80]), cms.subarray(4), Buffer.from([0, 0])]), 'it is not in DER'],
      [
        replaced(Buffer.concat([integer(1), setOf(digest)]), Buffer.concat([integer(3), setOf(digest)])),
        'its versions are not those of its content',
      ],
      [
        replaced(
          Buffer.concat([setOf(digest), data]),
          Buffer.concat([setOf(sequence(oid(digests['SHA-512'].replace(/3$/, '2')))), data]),
        ),
        'its digests are not stated as they are used',
      ],
    ];
    for (const [changed, deviation] of cases) {
      expect(verdictOn(changed), deviation).to.deep.equal([[], [deviation]]);
      expect(isOwnForm(changed, parts), deviation).to.equal(false);
    }
  });

  it('tells a certificate that has nothing to do with who signed', () => {
    const { credential } = made('p256', 'SHA-256');
    const stranger = readCredential(issue({ name: 'Stranger' }), new Date('2026-06-01')).certificate;
    const signature = signedData(
      { ...credential, chain: [stranger] },
      signatureAlgorithm(credential.key, undefined),
      digestOf('SHA-256', content),
    );
    expect(verdictOn(signature)).to.deep.equal([
      [],
      ['a certificate in it did not issue that of its signer, nor one above that'],
    ]);
    expect(isOwnForm(signature, parts)).to.equal(true);
  });

  it('is not held up by a heap of certificates, or by what is none of it', () => {
    const { credential } = made('p256', 'SHA-256');
    const many = signedData(
      { ...credential, chain: Array.from({ length: 60 }, () => credential.certificate) },
      signatureAlgorithm(credential.key, undefined),
      digestOf('SHA-256', content),
    );
    expect(verdictOn(many)).to.deep.equal([['it has 61 certificates'], []]);
    for (const junk of [
      '',
      '00',
      '3000',
      '3080',
      '30820fff',
      '3080'.repeat(400),
      value(0x30, oid('1.2.3')).toString('hex'),
    ]) {
      const [mistakes] = verdictOn(Buffer.from(junk, 'hex'));
      expect(mistakes, junk.slice(0, 20)).to.have.length(1);
    }
  });

  describe('of what OpenSSL made', () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'colophon-cms-'));
    });
    after(() => {
      rmSync(folder, { recursive: true });
    });

    const made = (kind: KeyKind, ...options: string[]): Buffer => {
      const who = issue({ kind });
      for (const [name, text] of [
        ['certificate', who.certificate],
        ['key', who.privateKey],
        ['content', content],
      ] as const)
        writeFileSync(join(folder, name), text);
      const at = (name: string) => join(folder, name);
      execFileSync(
        'openssl',
        [
          'cms',
          '-sign',
          '-binary',
          '-in',
          at('content'),
          '-signer',
          at('certificate'),
          '-inkey',
          at('key'),
          '-outform',
          'DER',
          '-out',
          at('cms'),
          ...options,
        ],
        { stdio: 'pipe' },
      );
      return readFileSync(at('cms'));
    };

    it('takes it as it is: with attributes and without, by key identifier, with other digests, with a time', () => {
      for (const kind of ['rsa', 'p256', 'rsa-pss'] satisfies KeyKind[]) {
        for (const options of [[], ['-noattr'], ['-md', 'sha512'], ['-cades'], ['-nosmimecap']])
          expect(verdictOn(made(kind, ...options)), `${kind} ${options.join(' ')}`).to.deep.equal([[], []]);
      }
    });

    it('tells what is wrong with it', () => {
      expect(verdictOn(made('p256', '-nodetach'))[0]).to.deep.equal(['it has a content of its own']);
      expect(verdictOn(made('p256', '-nocerts'))[0]).to.deep.equal(['the certificate of its signer is not in it']);
      const signature = made('rsa', '-noattr');
      expect(verifySignedData(signature, [Buffer.from('something else')]).mistakes).to.deep.equal([
        'its value does not fit its certificate',
      ]);
      expect(verifySignedData(made('rsa'), [Buffer.from('something else')]).mistakes).to.deep.equal([
        'the bytes that it covers have another digest',
      ]);
    });
  });
});
