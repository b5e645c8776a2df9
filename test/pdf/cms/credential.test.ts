import { createHmac, pbkdf2Sync } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { bytesOf, inside, octetsOf, parse } from '../../../src/pdf/cms/asn1.ts';
import { readCredential, type CredentialInput } from '../../../src/pdf/cms/credential.ts';
import { rc2Decrypt } from '../../../src/pdf/cms/rc2.ts';
import { signatureAlgorithm } from '../../../src/pdf/cms/signature-algorithm.ts';
import { issue } from '../../support/certificates.ts';
import { integer, nothing, octets, oid, sequence } from '../../support/der.ts';
import { problemOf } from '../raw/small-pdf.ts';
import * as forms from './key-forms.ts';
import { times } from '../../support/effort.ts';

const now = new Date('2026-06-01');
const read = (input: CredentialInput) => readCredential(input, now);
const slugOf = (input: CredentialInput) => problemOf(() => read(input)).slug;
const messageOf = (input: CredentialInput) => problemOf(() => read(input)).message;
const p12 = (base64: string) => Buffer.from(base64, 'base64');
const own = issue();

const hmacs = { sha256: '1.2.840.113549.2.9', sha384: '1.2.840.113549.2.10', sha512: '1.2.840.113549.2.11' } as const;

/**
 * A PKCS#12 file with a MAC as RFC 9579 has it, by the passphrase `geheim`: salt and rounds of the old MAC are there
 * and mean nothing.
 */
function withPbmac1(
  file: Buffer,
  options: { hmac: keyof typeof hmacs; prf: keyof typeof hmacs; keyBytes?: number | undefined; rounds?: number },
): Buffer {
  const { hmac, prf, keyBytes, rounds } = {
    keyBytes: { sha256: 32, sha384: 48, sha512: 64 }[options.hmac],
    rounds: 2048,
    ...options,
  };
  const [version, content] = inside(parse(file));
  const salt = Buffer.from('a salt of it');
  const key = pbkdf2Sync('geheim', salt, Math.min(rounds, 2048), keyBytes ?? 32, prf);
  const mac = createHmac(hmac, key)
    .update(octetsOf(inside(inside(content)[1])[0]))
    .digest();
  const derivation = sequence(
    oid('1.2.840.113549.1.5.12'),
    sequence(
      octets(salt),
      integer(rounds),
      ...(keyBytes === undefined ? [] : [integer(keyBytes)]),
      sequence(oid(hmacs[prf]), nothing),
    ),
  );
  const algorithm = sequence(oid('1.2.840.113549.1.5.14'), sequence(derivation, sequence(oid(hmacs[hmac]), nothing)));
  return sequence(
    bytesOf(version),
    bytesOf(content),
    sequence(sequence(algorithm, octets(mac)), octets(Buffer.from('NOT USED')), integer(1)),
  );
}

describe('readCredential', () => {
  for (const form of [
    'pkcs8',
    'sec1',
    'sec1Encrypted',
    'pkcs8Encrypted',
    'pkcs8Scrypt',
    'pkcs8Des',
    'pkcs8TripleDes',
    'pkcs8Rc2',
  ] as const) {
    it(`reads a key as PEM: ${form}`, () => {
      const given = { certificate: forms.certificate, privateKey: forms[form] };
      const { certificate, key } = read({ ...given, passphrase: 'geheim' });
      expect(certificate.x509.checkPrivateKey(key)).to.equal(true);
      if (form === 'pkcs8' || form === 'sec1') return;
      expect(messageOf({ ...given, passphrase: 'falsch' })).to.equal('The passphrase does not open the private key.');
      expect(slugOf(given)).to.equal('wrong-password');
      expect(messageOf(given)).to.contain('needs a passphrase');
    });
  }

  for (const form of ['pkcs12', 'pkcs12Old', 'pkcs12WithoutMac'] as const) {
    it(`reads certificate, key and chain as PKCS#12: ${form}`, () => {
      const { certificate, key, chain } = read({ pkcs12: p12(forms[form]), passphrase: 'geheim' });
      expect(certificate.x509.checkPrivateKey(key)).to.equal(true);
      expect(chain.map(({ x509 }) => x509.subject)).to.deep.equal(['CN=Test CA\nO=Colophon examples']);
      for (const passphrase of ['falsch', '', undefined])
        expect(slugOf({ pkcs12: p12(forms[form]), passphrase })).to.equal('wrong-password');
    });
  }

  it('reads a key as PKCS#1, plain and as `openssl rsa -aes256` encrypts it', () => {
    const { certificate, key } = issue({ kind: 'rsa' });
    const plain = String(key.export({ type: 'pkcs1', format: 'pem' }));
    expect(plain).to.contain('-----BEGIN RSA PRIVATE KEY-----');
    expect(read({ certificate, privateKey: plain }).key.equals(key)).to.equal(true);
    for (const cipher of ['aes-256-cbc', 'aes-128-cbc', 'des-ede3-cbc']) {
      const privateKey = String(key.export({ type: 'pkcs1', format: 'pem', cipher, passphrase: 'geheim' }));
      expect(privateKey).to.contain('-----BEGIN RSA PRIVATE KEY-----').and.contain('Proc-Type: 4,ENCRYPTED');
      expect(read({ certificate, privateKey, passphrase: 'geheim' }).key.equals(key)).to.equal(true);
      expect(slugOf({ certificate, privateKey, passphrase: 'falsch' })).to.equal('wrong-password');
      expect(messageOf({ certificate, privateKey })).to.contain('needs a passphrase');
    }
  });

  it('reads PKCS#12 with PBMAC1, of every hash, and knows a wrong one', () => {
    for (const [hmac, prf] of [
      ['sha256', 'sha256'],
      ['sha256', 'sha512'],
      ['sha512', 'sha512'],
      ['sha384', 'sha256'],
    ] as const) {
      const pkcs12 = withPbmac1(p12(forms.pkcs12WithoutMac), { hmac, prf });
      expect(read({ pkcs12, passphrase: 'geheim' }).chain).to.have.length(1);
      for (const passphrase of ['falsch', '', undefined])
        expect(slugOf({ pkcs12, passphrase })).to.equal('wrong-password');
      pkcs12[pkcs12.length - 200] = (pkcs12.at(-200) ?? 0) ^ 1;
      expect(['wrong-password', 'invalid-certificate']).to.include(slugOf({ pkcs12, passphrase: 'geheim' }));
    }
  });

  it('refuses a PBMAC1 that says no length of its key, or too many rounds', () => {
    for (const more of [{ keyBytes: undefined }, { keyBytes: 1000 }, { rounds: 0x7fff_ffff }]) {
      expect(
        slugOf({
          pkcs12: withPbmac1(p12(forms.pkcs12WithoutMac), { hmac: 'sha256', prf: 'sha256', ...more }),
          passphrase: 'geheim',
        }),
      ).to.equal('invalid-certificate');
    }
  });

  it('takes no passphrase for the empty one', () => {
    for (const passphrase of ['', undefined])
      expect(read({ pkcs12: p12(forms.pkcs12Empty), passphrase }).chain).to.deep.equal([]);
  });

  it('tells what a PKCS#12 file lacks', () => {
    expect(messageOf({ pkcs12: p12(forms.pkcs12WithoutKey), passphrase: 'geheim' })).to.contain('has no private key');
    expect(slugOf({ pkcs12: p12(forms.pkcs12WithoutCertificate), passphrase: 'geheim' })).to.equal(
      'certificate-key-mismatch',
    );
  });

  it(
    'takes the chain from the certificate, from `chain` and from PKCS#12, each certificate once and the signer ' +
      'not at all',
    () => {
      const bundle = `${forms.certificate}\n${forms.issuer}`;
      const { chain } = read({
        certificate: bundle,
        privateKey: forms.pkcs8,
        chain: [forms.issuer, own.certificate, bundle],
      });
      expect(chain.map(({ x509 }) => x509.subject.split('\n')[0])).to.deep.equal(['CN=Test CA', 'CN=Ada Tester']);
      const many = Array.from({ length: 21 }, () => issue().certificate);
      expect(messageOf({ certificate: forms.certificate, privateKey: forms.pkcs8, chain: many })).to.contain(
        '21 certificates',
      );
    },
  );

  it('tells a key of another certificate, and which certificate is meant where that is there', () => {
    const { certificate, privateKey } = { certificate: own.certificate, privateKey: forms.pkcs8 };
    expect(slugOf({ certificate, privateKey })).to.equal('certificate-key-mismatch');
    expect(messageOf({ certificate: certificate + forms.certificate, privateKey })).to.contain(
      `put that certificate first`,
    );
  });

  it('tells a certificate that may not sign: its time, its usage, its purposes', () => {
    const wrong = (options: Parameters<typeof issue>[0]) => {
      const { certificate, privateKey } = issue({ name: 'Eve', ...options });
      const { slug, message } = problemOf(() => read({ certificate, privateKey }));
      expect(slug).to.equal('invalid-certificate');
      return message;
    };
    expect(wrong({ to: new Date('2026-05-31') })).to.equal(
      "The certificate of 'Eve' expired on 2026-05-31. Sign with one that is valid now.",
    );
    expect(wrong({ from: new Date('2026-06-02') })).to.contain('is not valid before 2026-06-02');
    expect(wrong({ keyUsage: [2, 4] })).to.contain('neither digitalSignature nor nonRepudiation');
    expect(wrong({ purposes: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'] })).to.contain('for TLS servers, TLS clients');
  });

  it('takes a certificate whose usage or purposes allow it, or that has none', () => {
    for (const options of [
      { keyUsage: [] },
      { keyUsage: [1] },
      { purposes: ['1.3.6.1.5.5.7.3.4'] },
      { purposes: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.36'] },
      { ca: true },
    ]) {
      expect(() => read(issue(options))).not.to.throw();
    }
  });

  it('signs with RSA, RSASSA-PSS and ECDSA on two curves, and tells any other key', () => {
    for (const kind of ['rsa', 'rsa-pss', 'p256', 'p384'] as const)
      expect(signatureAlgorithm(issue({ kind }).key, undefined).hash).to.equal('SHA-256');
    for (const kind of ['p521', 'ed25519'] as const)
      expect(problemOf(() => signatureAlgorithm(issue({ kind }).key, undefined)).message).to.contain(
        'Use RSA, or ECDSA',
      );
  });

  it('tells garbage of every kind, and repeats nothing of it', () => {
    const marker = 'c2VjcmV0';
    const pem = (label: string, text: string) => `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
    for (const certificate of [
      '',
      'nothing',
      pem('CERTIFICATE', marker),
      pem('CERTIFICATE', ''),
      forms.pkcs8,
      forms.certificate.slice(0, 300),
    ]) {
      const { slug, message } = problemOf(() => read({ certificate, privateKey: forms.pkcs8 }));
      expect(['invalid-certificate', 'certificate-key-mismatch']).to.include(slug);
      expect(message).not.to.contain(marker);
    }
    for (const privateKey of [
      '',
      'nothing',
      pem('PRIVATE KEY', marker),
      pem('ENCRYPTED PRIVATE KEY', marker),
      forms.certificate,
    ]) {
      expect(slugOf({ certificate: forms.certificate, privateKey, passphrase: 'geheim' })).to.equal(
        'invalid-certificate',
      );
    }
  });

  it('answers a problem for any damage to a PKCS#12 file, in no time', () => {
    const whole = p12(forms.pkcs12Old);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        try {
          read({ pkcs12: damaged, passphrase: 'geheim' });
        } catch (error) {
          expect((error as { slug?: string }).slug).to.be.oneOf([
            'invalid-certificate',
            'wrong-password',
            'certificate-key-mismatch',
          ]);
        }
      }),
      { numRuns: times(60, 300) },
    );
  });

  it('refuses to derive a key for hours', () => {
    const text = Buffer.from(forms.pkcs8Encrypted.split('\n').slice(1, -2).join(''), 'base64');
    const rounds = text.indexOf(Buffer.from('02020800', 'hex'));
    expect(rounds).to.be.above(0);
    const endless = Buffer.concat([
      text.subarray(0, rounds),
      Buffer.from('02047fffffff', 'hex'),
      text.subarray(rounds + 4),
    ]);
    // The sequences around it are two bytes longer now.
    const places = [...endless.keys()].filter((at) => at < rounds && endless[at] === 0x30);
    for (const at of places)
      if ((endless[at + 1] ?? 0) < 0x80)
        endless[at + 1] = (endless[at + 1] ?? 0) + (at + 2 + (endless[at + 1] ?? 0) >= rounds ? 2 : 0);
    const pem =
      `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${endless.toString('base64')}\n-----END ENCRYPTED PRIVATE ` +
      `KEY-----\n`;
    expect(slugOf({ certificate: forms.certificate, privateKey: pem, passphrase: 'geheim' })).to.equal(
      'invalid-certificate',
    );
  });
});

describe('rc2Decrypt', () => {
  it('opens what OpenSSL closed, with 40 and with 128 bits, and nothing else', () => {
    const opened = (key: string, text: string) =>
      rc2Decrypt(Buffer.from(key, 'hex'), Buffer.from('0102030405060708', 'hex'), Buffer.from(text, 'hex'))?.toString();
    expect(opened('88bca90e90', '4c4065da1a650dea08c18fc482609697')).to.equal('colophon signs');
    expect(opened('88bca90e90875a7f0f79c384627bafb2', '2576998bc66f37278da681a887375dae')).to.equal('colophon signs');
    for (const text of ['4c4065da1a650dea08c18fc482609698', '4c4065da1a650d', ''])
      expect(opened('88bca90e90', text)).to.equal(undefined);
  });
});
