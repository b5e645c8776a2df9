import { expect } from 'chai';
import fc from 'fast-check';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { optimizePdf } from '../../../src/pdf/optimize/optimize-pdf.ts';
import { type OptimizeOptions } from '../../../src/pdf/optimize/optimize-options.ts';
import { AppError } from '../../../src/problems.ts';

const options: Omit<OptimizeOptions, 'bytes'> = {
  level: 'web',
  grayscale: false,
  linearize: false,
  removeMetadata: true,
  removeThumbnails: true,
  breakSignatures: true,
  decrypt: false,
};

/** What came of a document: its pages, or the problem that it is. Anything else is a failure of ours. */
export async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const { pdf } = await optimizePdf({ ...options, bytes });
    expect(pdf.length).to.be.at.most(bytes.length);
    return `${openPdf(pdf).pages().length} pages`;
  } catch (error) {
    if (error instanceof AppError) return error.slug;
    throw error;
  }
}

/** Expects a document or a problem of a file with bytes changed. */
export async function expectOutcomes(whole: Buffer): Promise<void> {
  const places = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(places, async (changes) => {
      const broken = new Uint8Array(whole);
      for (const [at, value] of changes) broken[at] = value;
      expect(await outcome(broken)).to.match(/^\d+ pages$|^(invalid-pdf|limit-exceeded|encrypted-pdf)$/);
    }),
    { numRuns: 4, seed: 7 },
  );
}
