import { expect } from 'chai';
import { readCertificate } from '../../../../src/pdf/cms/certificate.ts';
import { pemBlocks } from '../../../../src/pdf/cms/pem.ts';
import { coseAlgorithm } from '../../../../src/pdf/certify/manifest/cose-algorithm.ts';
import { coseSign1, verifyCoseSign1 } from '../../../../src/pdf/certify/manifest/cose.ts';
import { issue, type KeyKind } from '../../../support/certificates.ts';

const payload = Buffer.from('a claim');

function signed(kind: KeyKind, hash: 'SHA-256' | 'SHA-384' | 'SHA-512' = 'SHA-256') {
  const { certificate, key } = issue({ kind });
  const der = pemBlocks(certificate)[0]!.der;
  const algorithm = coseAlgorithm(key, hash);
  return {
    der,
    algorithm,
    bytes: coseSign1(payload, { certificates: [der], algorithm, sign: (bytes) => algorithm.sign(bytes) }),
  };
}

describe('COSE_Sign1', () => {
  for (const [kind, hash, name, length] of [
    ['p256', 'SHA-512', 'ES256', 64],
    ['p384', 'SHA-256', 'ES384', 96],
    ['rsa', 'SHA-256', 'PS256', 256],
    ['rsa', 'SHA-384', 'PS384', 256],
    ['rsa-pss', 'SHA-512', 'PS512', 256],
  ] as const) {
    it(`is by ${name} for a key of the kind ${kind}, and good for its payload alone`, () => {
      const { der, algorithm, bytes } = signed(kind, hash);
      expect([algorithm.name, algorithm.length, algorithm.sign(payload).length]).to.deep.equal([name, length, length]);
      expect(verifyCoseSign1(bytes, payload)).to.deep.include({ mistake: null });
      expect(verifyCoseSign1(bytes, payload).certificate?.der.equals(readCertificate(der).der)).to.equal(true);
      expect(verifyCoseSign1(bytes, Buffer.from('another claim')).mistake).to.contain('does not fit');
    });
  }

  it('is bad with any of its bytes changed, but those that no signature covers', () => {
    const { bytes } = signed('p256');
    const good = bytes
      .map((byte, at) => {
        const changed = Buffer.from(bytes);
        changed[at] = byte ^ 1;
        return verifyCoseSign1(changed, payload).mistake === null ? 1 : 0;
      })
      .reduce((sum, one) => sum + one, 0);
    // The payload that is not there may be said to be there.
    expect(good).to.be.at.most(1);
  });

  it('is refused where it is something else', () => {
    for (const hex of ['', 'f6', 'd28440a0f640', 'd28443a10126a0f640', 'd28441a0a0f640', '84'])
      expect(verifyCoseSign1(Buffer.from(hex, 'hex'), payload).mistake, hex).to.be.a('string');
  });
});
