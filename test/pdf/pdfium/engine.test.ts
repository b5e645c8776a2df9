import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { withDocument } from '../../../src/pdf/pdfium/document.ts';
import { withEngine } from '../../../src/pdf/pdfium/engine.ts';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { AppError } from '../../../src/problems.ts';
import { handmade, stream } from '../copy-inputs.ts';

const megabyte = 1024 * 1024;

/** A form that shows itself twice: PDFium opens it until its memory is at its limit. */
const endless = () =>
  handmade({
    1: '<</Type/Catalog/Pages 3 0 R>>',
    3: '<</Type/Pages/Kids[4 0 R]/Count 1/MediaBox[0 0 200 200]>>',
    4: '<</Type/Page/Parent 3 0 R/Contents 5 0 R/Resources<</XObject<</I 6 0 R>>>>>>',
    5: stream('/I Do /I Do'),
    6: stream('/I Do /I Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</I 6 0 R>>>>'),
  });

const problemOf = async (pdf: Uint8Array): Promise<unknown> => extractText(pdf).then(() => null, (error: unknown) => (error instanceof AppError ? error.slug : error));

/** Megabytes that the process has grown by. V8 lets go of memory on a thread of its own, which may take a moment. */
async function grownSince(before: number): Promise<number> {
  const grown = () => (process.memoryUsage.rss() - before) / megabyte;
  for (let tries = 0; grown() >= 256 && tries < 100; tries += 1) await setTimeout(50);
  return grown();
}

describe('The PDF engine', () => {
  it('gives back the memory that a document made it take', async () => {
    const before = process.memoryUsage.rss();
    expect(await problemOf(endless())).to.equal('limit-exceeded');
    expect(await grownSince(before)).to.be.below(256);
    const sizes = await withEngine(({ bytes }) => bytes().length / megabyte);
    expect(sizes).to.be.below(256);
  });

  it('is not held on to by an error that went through it', async () => {
    const before = process.memoryUsage.rss();
    const grown = await withEngine(({ calls, bytes }) => {
      const at = calls.malloc(500 * megabyte);
      bytes().fill(1, at, at + 500 * megabyte);
      throw new Error('later');
    }).catch((error: unknown) => error);
    expect(grown).to.have.property('message', 'later');
    expect(await grownSince(before)).to.be.below(256);
  });

  it('leaves nothing in the global scope', async () => {
    const names = new Set(Object.getOwnPropertyNames(globalThis));
    await problemOf(endless());
    await withDocument({ bytes: handmade({ 1: '<</Type/Catalog/Pages 3 0 R>>', 3: '<</Type/Pages/Kids[4 0 R]/Count 1>>', 4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>' }) }, () => null);
    expect(Object.getOwnPropertyNames(globalThis).filter((name) => !names.has(name) || name === 'registerRestoreOldStyle')).to.deep.equal([]);
  });
});
