import { expect } from 'chai';
import fc from 'fast-check';
import { encodeCbor, mapOf, Tagged, type Cbor } from '../../../../src/pdf/certify/manifest/cbor.ts';
import { CborError, decodeCbor } from '../../../../src/pdf/certify/manifest/read-cbor.ts';

/** RFC 8949, appendix A. */
const examples: readonly (readonly [Cbor, string])[] = [
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [100, '1864'],
  [1000, '1903e8'],
  [1000000, '1a000f4240'],
  [1000000000000, '1b000000e8d4a51000'],
  [-1, '20'],
  [-100, '3863'],
  [-1000, '3903e7'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  [Buffer.from('01020304', 'hex'), '4401020304'],
  ['', '60'],
  ['IETF', '6449455446'],
  ['ü', '62c3bc'],
  ['水', '63e6b0b4'],
  [[], '80'],
  [[1, [2, 3], [4, 5]], '8301820203820405'],
  [new Map(), 'a0'],
  [mapOf({ a: 1, b: [2, 3] }), 'a26161016162820203'],
  [new Tagged(0, '2013-03-21T20:04:00Z'), 'c074323031332d30332d32315432303a30343a30305a'],
];

describe('CBOR', () => {
  it('is written as RFC 8949 has it, and read back', () => {
    for (const [value, hex] of examples) {
      expect(encodeCbor(value).toString('hex')).to.equal(hex);
      expect(decodeCbor(Buffer.from(hex, 'hex'))).to.deep.equal(value);
    }
    expect(decodeCbor(Buffer.from('fb3ff199999999999a', 'hex'))).to.equal(1.1);
    expect(decodeCbor(Buffer.from('1bffffffffffffffff', 'hex'))).to.equal(18446744073709551615n);
  });

  it('comes back as it was, whatever it is', () => {
    const { value } = fc.letrec<{ value: Cbor }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.string({ unit: 'grapheme' }),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')).map((entries) => mapOf(entries)),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        expect(decodeCbor(encodeCbor(one))).to.deep.equal(one);
      }),
    );
  });

  it('is refused where it breaks off, goes on, is too deep, or has a key twice', () => {
    for (const hex of [
      '',
      '18',
      '62c3',
      '83 01',
      '9f01ff',
      'a161',
      'a2616101616102',
      'a1f400',
      '0000',
      '7a7fffffff',
      '9b7fffffffffffffff',
      'bb7fffffffffffffff',
      '1c',
      'f97c00',
      'f8ff',
      `${'81'.repeat(64)}00`,
      `${'c0'.repeat(64)}00`,
    ]) {
      expect(() => decodeCbor(Buffer.from(hex.replace(' ', ''), 'hex')), hex).to.throw(CborError);
    }
  });

  it('is refused, and nothing else happens, for any bytes that are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeCbor(bytes);
        } catch (error) {
          expect(error instanceof CborError || error instanceof TypeError).to.equal(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
