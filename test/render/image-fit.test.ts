import { expect } from 'chai';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { inkOf } from '../support/ink.ts';

const circle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10H0z"/></svg>';
const base64 = Buffer.from(circle).toString('base64');

describe('An SVG with a viewBox in a box of other proportions', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  async function sizeOf(image: object): Promise<[width: number, height: number]> {
    const document = { margin: 0, assets: { 'square.svg': base64 } };
    const operations = [{ op: 'add_image', alt: '', width: 200, height: 50, ...image }];
    const { left, top, right, bottom } = await inkOf(pdfOf(await service.render({ document, operations })), 1);
    return [Math.floor(right - left), Math.floor(bottom - top)];
  }

  for (const source of [{ data: base64 }, { data: `data:image/svg+xml;base64,${base64}` }, { asset: 'square.svg' }])
    it(`is stretched by fit fill, and only by it: ${JSON.stringify(source).slice(0, 24)}`, async () => {
      expect(await sizeOf({ ...source, fit: 'fill' })).to.deep.equal([200, 50]);
      expect(await sizeOf(source)).to.deep.equal([50, 50]);
      expect(await sizeOf({ ...source, fit: 'cover' })).to.deep.equal([200, 50]);
    });
});
