import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { readCertificate } from '../../../src/pdf/cms/certificate.ts';
import { isOwnForm } from '../../../src/pdf/cms/canonical-der.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { signPdf } from '../../../src/pdf/sign/sign-pdf.ts';
import { readSignatures, type PdfSignature } from '../../../src/pdf/facts/signatures/signatures.ts';
import { coverOf, verifySignature } from '../../../src/pdf/sign/verify.ts';
import { AppError } from '../../../src/problems.ts';
import { issue, type KeyKind } from '../../support/certificates.ts';
import { smallPdf } from '../raw/small-pdf.ts';
import { someOf, times } from '../../support/effort.ts';

const original = Buffer.from(
  smallPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>',
    '<</Length 20>>stream\n0 0 200 100 re f%text\nendstream',
  ]).text,
  'latin1',
);

const root = issue({ name: 'Root', ca: true, keyUsage: [5] });
const middle = issue({ name: 'Middle', ca: true, keyUsage: [5], issuer: root });

async function signed(kind: KeyKind, { chain, hash }: { chain?: string[]; hash?: 'SHA-384' } = {}): Promise<Buffer> {
  const { certificate, privateKey } = issue({ kind, issuer: middle });
  const { pdf } = await signPdf({
    bytes: new Uint8Array(original),
    credential: { certificate, privateKey, chain },
    hash,
    fonts: [],
    now: new Date('2026-06-01'),
    reason: 'I agree',
    breakSignatures: false,
  });
  return Buffer.from(pdf);
}

/** What our own verification has against a file; null for nothing. */
function objection(bytes: Buffer): string | null {
  let signatures: readonly PdfSignature[];
  try {
    signatures = readSignatures(openPdf(bytes));
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
  const [signature] = signatures;
  if (signature === undefined) return 'it is not signed';
  const { mistakes, deviations, whole } = verifySignature(bytes, signature);
  const found = mistakes[0] ?? deviations[0];
  if (found !== undefined) return found;
  if (!whole) return 'something follows it';
  return isOwnForm(signature.contents, coverOf(bytes, signature.byteRange)?.parts ?? [])
    ? null
    : 'it is not as it was made';
}

const changed = (pdf: Buffer, at: number, byte: number): Buffer => {
  const copy = Buffer.from(pdf);
  copy[at] = byte;
  return copy;
};

/**
 * Another byte than the one that is there: of a digit another digit, or the same in the other case; by turns, so that
 * all ways come up.
 */
function anotherAt(pdf: Buffer, at: number): number {
  const byte = pdf[at] ?? 0;
  const value = parseInt(String.fromCharCode(byte), 16);
  const turn = at % 6;
  return Number.isNaN(value) || turn === 4
    ? byte ^ 0x10
    : turn === 5
      ? byte ^ 0x20
      : (value ^ (1 << turn)).toString(16).toUpperCase().charCodeAt(0);
}

const contentsOf = (pdf: Buffer): Buffer => readSignatures(openPdf(pdf))[0]?.contents ?? Buffer.alloc(0);

const gapOf = (pdf: Buffer): readonly [number, number] => {
  const [, first = 0, second = 0] = readSignatures(openPdf(pdf))[0]?.byteRange ?? [];
  return [first, second];
};

describe('A signature that was tampered with', () => {
  for (const kind of ['p256', 'rsa', 'rsa-pss'] satisfies KeyKind[]) {
    it(`is found out by bytes of Contents: ${kind}`, async function () {
      this.timeout(120_000);
      const pdf = await signed(kind);
      expect(objection(pdf)).to.equal(null);
      const [first, second] = gapOf(pdf);
      const missed: string[] = [];
      for (const at of someOf(
        Array.from({ length: second - first }, (_, index) => first + index),
        400,
      ))
        if (objection(changed(pdf, at, anotherAt(pdf, at))) === null)
          missed.push(`${at - first} from ${pdf[at]} to ${anotherAt(pdf, at)}`);
      expect(missed).to.deep.equal([]);
    });
  }

  it('is found out by bytes that it covers, and by any change of any byte', async function () {
    this.timeout(120_000);
    const pdf = await signed('p256', { hash: 'SHA-384' });
    const [first, second] = gapOf(pdf);
    const covered = someOf(
      Array.from(pdf.keys()).filter((at) => at < first || at >= second),
      400,
    );
    expect(
      covered.filter((at) => objection(changed(pdf, at, (pdf[at] ?? 0) ^ (1 << (at % 8)))) === null),
    ).to.deep.equal([]);
    fc.assert(
      fc.property(fc.nat({ max: pdf.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        expect(objection(changed(pdf, at, (pdf[at] ?? 0) ^ change)), `byte ${at} by ${change}`).not.to.equal(null);
      }),
      { numRuns: times(60, 250) },
    );
  });

  it('is found out by what the chain is, as far as the chain tells', async function () {
    this.timeout(120_000);
    const pdf = await signed('p256', { chain: [middle.certificate, root.certificate] });
    expect(objection(pdf)).to.equal(null);
    const [first, second] = gapOf(pdf);
    const sample = someOf(
      Array.from({ length: Math.ceil((second - first) / 3) }, (_, index) => first + index * 3 + (index % 3)),
      400,
    );
    const missed = sample.filter((at) => objection(changed(pdf, at, anotherAt(pdf, at))) === null);
    // Who issued the root only a reader knows who trusts it: nothing else in the file says it.
    const { der, issuer } = readCertificate(new X509Certificate(root.certificate).raw);
    const place = first + 1 + 2 * (contentsOf(pdf).indexOf(der) + der.indexOf(issuer));
    expect(missed.filter((at) => at < place || at >= place + 2 * issuer.length)).to.deep.equal([]);
  });
});
