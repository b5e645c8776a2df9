import { expect } from 'chai';
import fc from 'fast-check';
import { undoPrediction } from '../../../src/pdf/filters/predictor.ts';
import { newStream } from '../../../src/pdf/objects/new-stream.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { encodeJbig2, type Bitmap } from '../../../src/pdf/optimize/images/jbig2.ts';
import { predictPng } from '../../../src/pdf/filters/predict.ts';
import { similarity } from '../../../src/pdf/optimize/ssim.ts';
import { Dict, Name } from '../../../src/pdf/objects/objects.ts';
import { renderImage } from '../../../src/pdf/facts/render-image.ts';
import { examplePdf } from '../../../src/editions/example-pdf.ts';

const file = openPdf(Buffer.from(examplePdf('a'), 'base64'));

/** The pixels that PDFium decodes: true is black. */
async function decoded({ width, height }: Bitmap, data: Buffer): Promise<boolean[]> {
  const image = newStream(
    new Dict([
      ['Subtype', new Name('Image')],
      ['Width', width],
      ['Height', height],
      ['BitsPerComponent', 1],
      ['ColorSpace', new Name('DeviceGray')],
      ['Filter', new Name('JBIG2Decode')],
    ]),
    data,
  );
  const colours = await renderImage(file, image, { width, height });
  return Array.from({ length: width * height }, (_, pixel) => (colours?.[pixel * 3] ?? 128) < 128);
}

function bitmapOf(width: number, height: number, isBlack: (x: number, y: number) => boolean): Bitmap {
  const row = Math.ceil(width / 8);
  const bytes = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if (isBlack(x, y)) bytes[y * row + (x >> 3)]! |= 0x80 >> (x & 7);
  return { width, height, bytes };
}

const pixelsOf = ({ width, height, bytes }: Bitmap) =>
  Array.from(
    { length: width * height },
    (_, pixel) =>
      (((bytes[Math.floor(pixel / width) * Math.ceil(width / 8) + ((pixel % width) >> 3)] ?? 0) >>
        (7 - ((pixel % width) & 7))) &
        1) ===
      1,
  );

describe('What pictures are stored as', () => {
  it('is JBIG2 that another decoder reads pixel by pixel', async () => {
    const kinds = [
      (x: number, y: number) => (x * x + y * 3) % 7 < 3,
      (x: number, y: number) => (x + y) % 2 === 0,
      () => true,
      () => false,
      (x: number, y: number) => Math.hypot(x - 30, y - 20) < 17,
    ];
    for (const [width, height] of [
      [64, 40],
      [9, 9],
      [61, 47],
      [130, 3],
    ] as const) {
      for (const kind of kinds) {
        const bitmap = bitmapOf(width, height, kind);
        expect(await decoded(bitmap, encodeJbig2(bitmap))).to.deep.equal(pixelsOf(bitmap));
      }
    }
  });

  it('is JBIG2 for noise too, in which bytes of 0xFF are stuffed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 400, maxLength: 400 }), async (noise) => {
        const bitmap = { width: 80, height: 40, bytes: Buffer.from(noise) };
        expect(await decoded(bitmap, encodeJbig2(bitmap))).to.deep.equal(pixelsOf(bitmap));
      }),
      { numRuns: 40 },
    );
  });

  it('is predicted so that the prediction can be undone, whatever the samples are', () => {
    const shape = fc.record({
      colors: fc.integer({ min: 1, max: 4 }),
      bits: fc.constantFrom(1, 2, 4, 8, 16),
      columns: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(
        shape,
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        fc.constantFrom(undefined, 0, 1, 2, 3, 4),
        (form, bytes, only) => {
          const undone = undoPrediction(predictPng(Buffer.from(bytes), form, only), { ...form, predictor: 15 });
          expect(undone.intact && undone.bytes.equals(Buffer.from(bytes))).to.equal(true);
        },
      ),
    );
  });

  it('is compared by similarity: 1 for the same, less the more it differs, 0 for another size', () => {
    const grey = (shade: (x: number) => number) => ({
      width: 40,
      height: 40,
      bytes: Uint8Array.from({ length: 1600 }, (_, at) => shade(at % 40)),
    });
    const [stripes, softer, none] = [
      grey((x) => (x % 4 < 2 ? 0 : 255)),
      grey((x) => (x % 4 < 2 ? 40 : 215)),
      grey(() => 128),
    ];
    expect(similarity(stripes, stripes)).to.equal(1);
    expect(similarity(stripes, softer)).to.be.within(0.8, 0.999);
    expect(similarity(stripes, none)).to.be.below(0.1);
    expect(similarity(stripes, { ...stripes, width: 20, height: 80 })).to.equal(0);
  });
});
