import { expect } from 'chai';
import { pdfiumRaster, popplerRaster } from '../../../../support/raster.ts';

/** Every pixel of the first page, by two renderers. */
export async function expectSameLook(pdf: Uint8Array, before: Uint8Array, ppi: number): Promise<void> {
  for (const raster of [popplerRaster, pdfiumRaster]) {
    const [one, other] = [await raster(pdf, ppi), await raster(before, ppi)];
    expect(Buffer.from(one.gray).equals(Buffer.from(other.gray)), raster.name).to.equal(true);
  }
}
