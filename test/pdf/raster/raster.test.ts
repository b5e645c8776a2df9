import { expect } from 'chai';
import { pixelDifference } from '../../../src/pdf/raster/pixel-difference.ts';
import { pageSize, type Raster } from '../../../src/pdf/raster/raster-page.ts';
import { rasterPages, type RasterPagesOptions } from '../../../src/pdf/raster/raster-pages.ts';
import { withDocument } from '../../../src/pdf/pdfium/document.ts';
import { AppError } from '../../../src/problems.ts';
import { smallPdf } from '../text/small-pdf.ts';

const redSquare = '1 0 0 rg 0 300 100 100 re f';
const black = (entries = '') => smallPdf({ pages: [{ content: redSquare, entries }] });

async function drawn(bytes: Uint8Array, options: RasterPagesOptions): Promise<(Raster | null)[]> {
  const rasters: (Raster | null)[] = [];
  await rasterPages({ bytes }, options, (raster) => void rasters.push(raster));
  return rasters;
}

async function first(bytes: Uint8Array, options: RasterPagesOptions = { ppi: 72 }): Promise<Raster> {
  const [raster] = await drawn(bytes, options);
  if (!raster) throw new Error('The page is broken.');
  return raster;
}

const pixel = ({ width, rgba }: Raster, x: number, y: number) => [
  ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

describe('The raster of a page', () => {
  it('has rows from the top, in red, green, blue and an opaque alpha, on white', async () => {
    const raster = await first(black());
    expect([raster.width, raster.height, raster.ppi]).to.deep.equal([400, 400, 72]);
    expect(pixel(raster, 50, 50)).to.deep.equal([255, 0, 0, 255]);
    expect(pixel(raster, 50, 350)).to.deep.equal([255, 255, 255, 255]);
  });

  it('is as the page is shown: crop box, after rotation', async () => {
    const raster = await first(black('/CropBox [0 200 200 400] /Rotate 90'), { ppi: 144 });
    expect([raster.width, raster.height]).to.deep.equal([400, 400]);
    expect(pixel(raster, 300, 100)).to.deep.equal([255, 0, 0, 255]);
    expect(pixel(raster, 100, 100)).to.deep.equal([255, 255, 255, 255]);
  });

  it('shows what annotations show, or not', async () => {
    const annotated = smallPdf({
      pages: [{ content: '', entries: '/Annots [100 0 R]' }],
      objects: [
        '<< /Type /Annot /Subtype /Stamp /Rect [0 0 400 400] /F 4 /AP << /N 101 0 R >> >>',
        '<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 22 >>\nstream\n0 0 1 rg 0 0 10 10 re f\nendstream',
      ],
    });
    expect(pixel(await first(annotated), 200, 200)).to.deep.equal([0, 0, 255, 255]);
    expect(pixel(await first(annotated, { ppi: 72, annotations: false }), 200, 200)).to.deep.equal([
      255, 255, 255, 255,
    ]);
  });

  it('has no more pixels than it may have, whatever the page measures', async () => {
    const huge = await first(black('/MediaBox [0 0 14400 14400]'), { ppi: 300, maxPixels: 1_000_000 });
    expect(huge.width * huge.height).to.be.at.most(1_001_000);
    expect(huge.ppi).to.be.closeTo(5, 0.01);
    const strip = await first(black('/MediaBox [0 0 14400 1]'), { ppi: 300 });
    expect([strip.width, strip.height]).to.deep.equal([30_000, 2]);
  });

  it('comes page by page in the order wanted', async () => {
    const pdf = smallPdf({
      pages: ['0 g', '1 0 0 rg', '0 1 0 rg'].map((colour) => ({ content: `${colour} 0 0 400 400 re f` })),
    });
    const colours = (await drawn(pdf, { ppi: 18, pages: [3, 1] })).map((raster) => raster && pixel(raster, 10, 10));
    expect(colours).to.deep.equal([
      [0, 255, 0, 255],
      [0, 0, 0, 255],
    ]);
    expect(await drawn(pdf, { ppi: 18 })).to.have.length(3);
  });

  it('refuses a page that is not there', async () => {
    const error: unknown = await drawn(black(), { ppi: 72, pages: [2] }).catch((problem: unknown) => problem);
    expect(error).to.be.instanceOf(AppError).with.property('slug', 'page-out-of-range');
  });

  it('tells the size of a page in points, as shown', async () => {
    const size = await withDocument({ bytes: black('/CropBox [0 0 300 200] /Rotate 270') }, (document) =>
      pageSize(document, 1),
    );
    expect(size).to.deep.equal({ width: 200, height: 300 });
  });
});

/** A raster of one colour, with pixels of another. */
function plain(
  width: number,
  height: number,
  ink: readonly (readonly [x: number, y: number])[] = [],
  colour = 0,
): Raster {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (const [x, y] of ink) rgba.fill(colour, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, ppi: 72, rgba };
}

describe('The difference of two rasters', () => {
  const line = Array.from({ length: 10 }, (_, x) => [x, 5] as const);

  it('is none where they are the same', () => {
    expect(pixelDifference(plain(10, 10, line), plain(10, 10, line), { tolerance: 0 })).to.include({
      count: 0,
      share: 0,
    });
  });

  it('says which pixels differ, and their share', () => {
    const { count, share, mask } = pixelDifference(plain(10, 10), plain(10, 10, line), { tolerance: 0.1 });
    expect([count, share]).to.deep.equal([10, 0.1]);
    expect([...mask.subarray(50, 60)]).to.deep.equal(new Array(10).fill(1));
  });

  it('passes over colours that are closer than the tolerance', () => {
    const pale = plain(10, 10, line, 245);
    expect(pixelDifference(plain(10, 10), pale, { tolerance: 0.1 }).count).to.equal(0);
    expect(pixelDifference(plain(10, 10), pale, { tolerance: 0.01 }).count).to.equal(10);
    expect(pixelDifference(plain(10, 10), plain(10, 10, line), { tolerance: 1 }).count).to.equal(0);
  });

  it('passes over what lies in an ignored rectangle, also one that reaches over the edge', () => {
    const ignore = [{ x: -3, y: 4, width: 8, height: 3 }];
    expect(pixelDifference(plain(10, 10), plain(10, 10, line), { tolerance: 0.1, ignore }).count).to.equal(5);
    expect(
      pixelDifference(plain(10, 10), plain(10, 10, line), {
        tolerance: 0.1,
        ignore: [{ x: 12, y: 0, width: 90, height: 90 }],
      }).count,
    ).to.equal(10);
  });

  it('counts what only one of them covers, but not a line that comes of rounding', () => {
    expect(pixelDifference(plain(10, 10), plain(20, 10), { tolerance: 0.1 })).to.include({
      width: 20,
      height: 10,
      count: 100,
      share: 0.5,
    });
    expect(pixelDifference(plain(10, 10), plain(11, 9), { tolerance: 0.1 }).count).to.equal(0);
  });
});
