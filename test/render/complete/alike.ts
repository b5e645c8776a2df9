import { expect } from 'chai';
import { infoOf, wordBoxesOf } from '../../support/pdf.ts';
import { popplerRaster } from '../../support/raster.ts';

/** Words and their places on each page, to a tenth of a point. */
async function wordsOf(pdf: Uint8Array): Promise<string[]> {
  return (await wordBoxesOf(pdf)).split('\n').flatMap((line) => {
    const word = /<word xMin="([\d.-]+)" yMin="([\d.-]+)".*?>(.*)<\/word>/.exec(line);
    return word ? [`${Number(word[1]).toFixed(1)} ${Number(word[2]).toFixed(1)} ${word[3]}`] : line.includes('<page ') ? ['a page'] : [];
  });
}

/** Sizes of the pages in points. */
const sizesOf = async (pdf: Uint8Array): Promise<number[]> => [...(await wordBoxesOf(pdf)).matchAll(/<page width="([\d.]+)" height="([\d.]+)"/g)].flatMap(([, width, height]) => [Number(width), Number(height)]);

/** Expects the same pages, words at the same places and the same picture of the first page. */
export async function expectAlike(pdf: Uint8Array, bare: Uint8Array): Promise<void> {
  expect(await wordsOf(pdf)).to.deep.equal(await wordsOf(bare));
  const sizes = await sizesOf(bare);
  // Chromium rounds the sizes of pages, the service does not.
  for (const [at, size] of (await sizesOf(pdf)).entries()) expect(size).to.be.closeTo(sizes[at] ?? 0, 1);
  expect((await infoOf(pdf)).Pages).to.equal((await infoOf(bare)).Pages);
  const [one, other] = [await popplerRaster(pdf, 50), await popplerRaster(bare, 50)];
  const differing = one.gray.filter((value, at) => Math.abs(value - (other.gray[at] ?? 255)) > 40).length;
  expect(differing, 'pixels that differ').to.be.lessThan(one.gray.length / 2000);
}
