import { expect } from 'chai';
import fc from 'fast-check';
import { embeddedManifest } from '../../../../src/pdf/facts/embedded-manifest.ts';
import { box, readBoxes, readSuperBox, superBox, JumbfError } from '../../../../src/pdf/certify/manifest/jumbf.ts';
import { readStore } from '../../../../src/pdf/certify/manifest/read-store.ts';
import { verifyManifest } from '../../../../src/pdf/certify/manifest/verify-manifest.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { certify } from '../../c2pa/certify.ts';
import { times } from '../../../support/effort.ts';

const hex = (text: string) => Buffer.from(text).toString('hex');

describe('A superbox', () => {
  it('has its kind, its label and its boxes, in bytes that ISO/IEC 19566-5 lays out', () => {
    const bytes = superBox('cbor', 'c2pa.x', box('cbor', Buffer.from([0xf6])));
    expect(bytes.toString('hex')).to.equal(
      [
        '00000031',
        hex('jumb'),
        '00000020',
        hex('jumd'),
        hex('cbor'),
        '00110010800000aa00389b71',
        '03',
        hex('c2pa.x'),
        '00',
        '00000009',
        hex('cbor'),
        'f6',
      ].join(''),
    );
    const own = readSuperBox(readBoxes(bytes)[0]!);
    expect([own.kind, own.label, own.boxes.map(({ type, content }) => [type, content.toString('hex')])]).to.deep.equal([
      'cbor',
      'c2pa.x',
      [['cbor', 'f6']],
    ]);
    expect(own.content.equals(bytes.subarray(8))).to.equal(true);
  });

  it('is refused where a box is longer than what it is in, or no superbox', () => {
    const bytes = superBox('json', 'x', box('json', Buffer.from('{}')));
    for (const wrong of [
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.from([1])]),
      Buffer.from([0, 0, 0, 4, 0, 0, 0, 0]),
      Buffer.alloc(16),
    ])
      expect(() => readBoxes(wrong)).to.throw(JumbfError);
    expect(() => readSuperBox(readBoxes(box('cbor', Buffer.alloc(3)))[0]!)).to.throw(JumbfError);
    expect(() => readSuperBox(readBoxes(box('jumb', box('jumd', Buffer.alloc(5))))[0]!)).to.throw(JumbfError);
  });
});

describe('A manifest store', () => {
  let store: Buffer;
  let pdf: Buffer;
  before(async () => {
    pdf = Buffer.from((await certify(Buffer.from(examplePdf('x'), 'base64'))).pdf);
    store = embeddedManifest(openPdf(pdf))!.bytes;
  });

  it('tells each assertion that does not fit its claim', () => {
    const at = store.indexOf('trainedAlgorithmicMedia');
    const changed = Buffer.from(store);
    changed[at] = 0x54;
    const [manifest, ...more] = readStore(changed)!;
    const failures = verifyManifest(manifest!, [manifest!], pdf).statuses.filter(({ kind }) => kind === 'failure');
    expect([failures.map(({ code, url }) => [code, url.split('/').at(-1)]), more]).to.deep.equal([
      [['assertion.hashedURI.mismatch', 'c2pa.actions.v2']],
      [],
    ]);
  });

  it('tells a claim that was changed, and a document that was', () => {
    const changed = Buffer.from(store);
    changed[store.indexOf('Colophon')] = 0x63;
    const codes = (own: Buffer, bytes: Buffer) =>
      readStore(own)!.flatMap((one) =>
        verifyManifest(one, [one], bytes)
          .statuses.filter(({ kind }) => kind === 'failure')
          .map(({ code }) => code),
      );
    expect(codes(changed, pdf)).to.deep.equal(['claimSignature.mismatch']);
    const other = Buffer.from(pdf);
    other[9] = 0x32;
    expect(codes(store, other)).to.deep.equal(['assertion.dataHash.mismatch']);
  });

  it('is none, or another, with any of its bytes changed, and never an error', () => {
    fc.assert(
      fc.property(fc.nat(store.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(store);
        changed[at] = (changed[at] ?? 0) ^ change;
        for (const manifest of readStore(changed) ?? []) verifyManifest(manifest, [manifest], pdf);
      }),
      { numRuns: times(200, 600) },
    );
  });

  it('is none where it is anything else', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('%PDF'),
      superBox('c2pa', 'c2pa'),
      superBox('c2ma', 'x'),
      Buffer.concat([store, store]),
      superBox('c2pa', 'c2pa', superBox('c2ma', 'x')),
      store.subarray(0, 100),
    ])
      expect(readStore(bytes)).to.equal(null);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(readStore(Buffer.from(bytes))).to.equal(null);
      }),
      { numRuns: times(100, 300) },
    );
  });
});
