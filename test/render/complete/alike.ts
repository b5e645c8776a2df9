import { expect } from 'chai';
import { infoOf, wordBoxesOf } from '../../support/pdf.ts';
import { differingPixels, picturesOf, type Picture } from '../../support/pictures.ts';

/** Words and their places on each page, to a tenth of a point. */
async function wordsOf(pdf: Uint8Array): Promise<string[]> {
  return (await wordBoxesOf(pdf)).split('\n').flatMap((line) => {
    const word = /<word xMin="([\d.-]+)" yMin="([\d.-]+)".*?>(.*)<\/word>/.exec(line);
    return word
      ? [`${Number(word[1]).toFixed(1)} ${Number(word[2]).toFixed(1)} ${word[3]}`]
      : line.includes('<page ')
        ? ['a page']
        : [];
  });
}

/** Sizes of the pages in points. */
const sizesOf = async (pdf: Uint8Array): Promise<number[]> =>
  [...(await wordBoxesOf(pdf)).matchAll(/<page width="([\d.]+)" height="([\d.]+)"/g)].flatMap(([, width, height]) => [
    Number(width),
    Number(height),
  ]);

/** Expects the same pages, words at the same places and the same pictures of all pages. */
export async function expectAlike(pdf: Uint8Array, bare: Uint8Array): Promise<void> {
  expect(await wordsOf(pdf)).to.deep.equal(await wordsOf(bare));
  const sizes = await sizesOf(bare);
  // Chromium rounds the sizes of pages, the service does not.
  for (const [at, size] of (await sizesOf(pdf)).entries()) expect(size).to.be.closeTo(sizes[at] ?? 0, 1);
  expect((await infoOf(pdf)).Pages).to.equal((await infoOf(bare)).Pages);
  expectSamePictures(await picturesOf(pdf), await picturesOf(bare), { shades: 40, share: 1 / 2000 });
}

/** Expects pages that look the same, pixel by pixel; up to a share of them may differ, by more than so many shades. */
export function expectSamePictures(
  pages: readonly Picture[],
  others: readonly Picture[],
  { shades = 0, share = 0 } = {},
): void {
  expect(pages.length, 'pages').to.equal(others.length);
  for (const [index, page] of pages.entries()) {
    const other = others[index];
    const differing = other === undefined ? Infinity : differingPixels(page, other, shades);
    expect(differing, `pixels that differ on page ${index + 1}`).to.be.at.most(page.width * page.height * share);
  }
}
