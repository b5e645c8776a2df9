import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { AppError } from '../../../src/problems.ts';
import { openPdf } from '../../../src/pdf/open.ts';
import { optimizePdf, type OptimizeOptions } from '../../../src/pdf/optimize/optimize-pdf.ts';
import { defaultLimits } from '../../../src/pdf/raw/limits.ts';
import { fileOf, stream } from '../../editions/pro/tools/redact/channel-files.ts';
import { corpora } from '../conformance/corpora.ts';

const options: Omit<OptimizeOptions, 'bytes'> = { level: 'web', grayscale: false, linearize: false, removeMetadata: true, removeThumbnails: true, breakSignatures: true, decrypt: false };

/** What came of a document: its pages, or the problem that it is. Anything else is a failure of ours. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const { pdf } = await optimizePdf({ ...options, bytes });
    expect(pdf.length).to.be.at.most(bytes.length);
    return `${openPdf(pdf).pages().length} pages`;
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
}

describe('Optimizing documents that are damaged', () => {
  const names = ['issue3205r', 'stamps', 'issue15012', 'issue5747', 'issue13211'];
  for (const name of names) {
    it(`makes a document or a problem of ${name} with bytes changed`, async () => {
      const whole = readFileSync(`${corpora}/pdfjs/${name}.pdf`);
      const places = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 60 });
      await fc.assert(fc.asyncProperty(places, async (changes) => {
        const broken = new Uint8Array(whole);
        for (const [at, value] of changes) broken[at] = value;
        expect(await outcome(broken)).to.match(/^\d+ pages$|^(invalid-pdf|limit-exceeded|encrypted-pdf)$/);
      }), { numRuns: 4, seed: 7 });
    });
  }

  it('stops at streams that inflate without an end', async () => {
    const bomb = deflateSync(Buffer.alloc(defaultLimits.streamBytes + 1), { level: 1 });
    expect(await outcome(fileOf({ content: '/A Do', resources: '/XObject<</A 6 0 R>>', objects: [stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode', bomb)] }))).to.equal('limit-exceeded');
  });
});
