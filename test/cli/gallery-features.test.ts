import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { featureEntries } from '../../src/cli/gallery/features.ts';
import { galleryPage } from '../../src/cli/gallery/gallery-page.ts';
import { symbologyNames } from '../../src/render/content/barcode/barcode-params.ts';
import { barcodesOf } from '../support/barcodes.ts';
import { checkSyntax, infoOf, textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const gallery = new URL('../../docs/gallery/', import.meta.url);
const entries = await featureEntries();
const pdfAt = (path: string) => readFileSync(new URL(`${path}.pdf`, gallery));
const present = readdirSync(new URL('features/', gallery)).map((name) => `features/${name}`);
const picturesOf = (path: string) => present.filter((name) => name.startsWith(`${path}-`) && name.endsWith('.png'));

describe('The pages of features in the gallery', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  it('are there with their requests and a picture of each page, on one page of the gallery', async () => {
    const page = galleryPage(
      entries.map((entry) => ({ path: entry.path, entry, pictures: picturesOf(entry.path) })),
      [],
    );
    for (const { path, request, title } of entries) {
      expect(JSON.parse(readFileSync(new URL(`${path}.json`, gallery), 'utf8')), path).to.deep.equal(request);
      expect(picturesOf(path), path).to.have.length(Number((await infoOf(pdfAt(path))).Pages));
      expect(page)
        .to.contain(`### ${title}\n`)
        .and.contain(`<img src="${picturesOf(path)[0]}"`);
    }
  });

  for (const { path, request } of entries) {
    it(`are rendered with the text of the gallery, and without a warning: ${path}`, async () => {
      const output = { ...(request.output as object), failOn: ['font', 'glyph', 'overflow'] };
      const answer = await service.render({ ...request, output });
      const pdf = pdfOf(answer);
      await checkSyntax(pdf);
      expect(answer.headers.get('document-warnings')).to.equal('0');
      expect(await textOf(pdf)).to.equal(await textOf(pdfAt(path)));
    });
  }

  it('have a barcode of every symbology, and a scanner reads each', async () => {
    const { request } = entries.find(({ path }) => path === 'features/barcodes')!;
    const used = [...JSON.stringify(request).matchAll(/"symbology":"([^"]+)"/g)].map(([, name]) => name);
    expect(used).to.have.members([...symbologyNames]);
    const found = await barcodesOf(pdfAt('features/barcodes'), 1);
    expect([...new Set(found.map(({ text }) => text))]).to.have.members([
      'https://example.com/parts/4711',
      'PART 4711-A REV C LOT 2026-117',
      'M1WHITFIELD/MARGUERITE EABC123 VIELHRXX 0117 117Y012A0042 100',
      'SHIP-2026-000117',
      '(01)09501101530003(17)271231(10)LOT117',
      'BIN A-17',
      '4006381333931',
      '96385074',
      '0036000291452', // a UPC-A is an EAN-13 that begins with a zero
      '15400141288763',
    ]);
  });
});
