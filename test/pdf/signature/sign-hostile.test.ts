import { expect } from 'chai';
import fc from 'fast-check';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { signPdf, type SignOptions } from '../../../src/pdf/sign/sign-pdf.ts';
import { readSignatures } from '../../../src/pdf/facts/signatures/signatures.ts';
import { verifySignature } from '../../../src/pdf/sign/verify.ts';
import { AppError } from '../../../src/problems.ts';
import { issue } from '../../support/certificates.ts';
import { smallPdf } from '../raw/small-pdf.ts';
import { times } from '../../support/effort.ts';

const credential = issue();
const sign = (bytes: Uint8Array, more: Partial<SignOptions> = {}) =>
  signPdf({
    bytes: new Uint8Array(bytes),
    credential,
    fonts: [],
    now: new Date('2026-06-01'),
    breakSignatures: false,
    ...more,
  });

/** A tagged document of two pages with a form: a signature field with a Lock, one in a group, a text field. */
const document = Buffer.from(
  smallPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 200 100]>>',
    '<</Type/Page/Parent 2 0 R/Annots 9 0 R/Rotate 90>>',
    '<</Type/Page/Parent 2 0 R/Annots[8 0 R]>>',
    '<</Fields[6 0 R 7 0 R]/SigFlags 1>>',
    '<</T(sign)/FT/Sig/Type/Annot/Subtype/Widget/Rect[10 10 90 40]/F 4/P 3 0 ' +
      'R/Lock<</Type/SigFieldLock/Action/Include/Fields[(group)]>>>>',
    '<</T(group)/Kids[8 0 R]>>',
    '<</T(text)/Parent 7 0 R/FT/Tx/Type/Annot/Subtype/Widget/Rect[10 50 90 60]/F 4/P 4 0 R/V(x)>>',
    '[6 0 R]',
    '<</Type/StructTreeRoot/K 11 0 R/ParentTree 12 0 R/ParentTreeNextKey 2>>',
    '<</Type/StructElem/S/Document/P 10 0 R/K[]>>',
    '<</Nums[1 11 0 R]>>',
  ]).text,
  'latin1',
);

/** Bytes changed, left out or put in, some of them words that mean something. */
const change = fc.record({
  at: fc.nat(),
  remove: fc.nat({ max: 8 }),
  put: fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '9',
      '<<',
      '>>',
      '[',
      ']',
      ' 3 0 R',
      ' 99 0 R',
      '/Kids',
      '/V',
      '/Sig',
      'null',
      '-1',
      '(',
      'endobj',
    ),
    fc.stringMatching(/^[ -~]{0,3}$/),
  ),
});

const damaged = (bytes: Buffer, changes: readonly { at: number; remove: number; put: string }[]) => {
  let text = bytes.toString('latin1');
  for (const { at, remove, put } of changes) {
    const place = at % text.length;
    text = text.slice(0, place) + put + text.slice(place + remove);
  }
  return Buffer.from(text, 'latin1');
};

describe('Signing hostile documents', () => {
  it('signs what it can, so that it verifies, and answers a problem to the rest', async function () {
    this.timeout(180_000);
    const signed = Buffer.from((await sign(document, { field: 'sign' })).pdf);
    let good = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(document, signed),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.constantFrom<Partial<SignOptions>>(
          {},
          { field: 'sign' },
          { field: 'group.more' },
          { certify: 2 },
          { breakSignatures: true },
        ),
        async (original, changes, options) => {
          const bytes = damaged(original, changes);
          try {
            const { pdf, signature } = await sign(bytes, options);
            const own = readSignatures(openPdf(pdf)).find(
              ({ field, dict }) => field === signature.field && dict.has('M'),
            );
            expect(own && verifySignature(Buffer.from(pdf), own).mistakes).to.deep.equal([]);
            good += 1;
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.status).to.be.within(400, 499);
          }
        },
      ),
      { numRuns: times(60, 200) },
    );
    expect(good).to.be.above(times(15, 50));
  });
});
