import { expect } from 'chai';
import { smallPdf } from '../../pdf/raw/small-pdf.ts';
import { conforming, sentence } from '../../support/conforming.ts';
import { markedContentOf } from '../../support/artifacts.ts';
import { checkSyntax, pixelsOf } from '../../support/pdf.ts';
import { keys, pdfOf, type Json, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { shownPagesOf } from '../../support/shown-texts.ts';
import { unusualPages } from '../../support/unusual-pages.ts';

const text = { op: 'add_text', text: 'Body' };
const added = (pdf: Uint8Array, more: object = {}) => ({
  op: 'add_pdf',
  data: Buffer.from(pdf).toString('base64'),
  furniture: true,
  ...more,
});

describe('Watermarks over pages of PDFs', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  const printed = async (operations: object[]) => pdfOf(await service.render({ operations }));

  const red = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#f00"/></svg>',
  ).toString('base64');
  const black = (more: string) => {
    const content = '0 g 0 0 2000 2000 re f';
    return Buffer.from(
      smallPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        `<</Type/Page/Parent 2 0 R/Contents 4 0 R${more}>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ]).text,
      'latin1',
    );
  };

  it('lie over or under the content, in the middle of the page', async () => {
    for (const box of ['/MediaBox[0 0 300 400]', '/MediaBox[0 0 500 500]/CropBox[40 60 440 360]/Rotate 90']) {
      const greyAt = async (layer: string) => {
        const image = `data:image/svg+xml;base64,${red}`;
        const mark = { op: 'add_watermark', image, layer, opacity: 1, size: '50pt' };
        const pixels = await pixelsOf(await printed([mark, added(black(box))]), 1, '-cropbox');
        expect([pixels.width, pixels.height]).to.deep.equal([300, 400]);
        return [pixels.at(150, 200), pixels.at(150, 300)];
      };
      const [middle, beside] = await greyAt('over');
      expect(middle).to.be.within(50, 130);
      expect(beside).to.equal(0);
      expect(await greyAt('under')).to.deep.equal([0, 0]);
    }
  });

  it('of text turn with no page, are smaller on small ones, and stand on the chosen pages alone', async () => {
    const pages = unusualPages.filter(({ name }) => /rotated|label|upright/.test(name));
    const pdf = await printed([
      text,
      { op: 'add_watermark', text: 'DRAFT', pages: '1-6' },
      ...pages.map((page) => added(page.pdf)),
    ]);
    const shown = await shownPagesOf(pdf);
    shown.forEach((page, index) => {
      const found = page.texts.filter(({ text: words }) => words === 'DRAFT');
      expect(found, `page ${index + 1}`).to.have.length(index < 6 ? 1 : 0);
      for (const { angle, x, y, width, size } of found) {
        expect(angle).to.be.closeTo(-45, 0.1);
        expect(size).to.be.at.most(120.5);
        const end = [x + width * Math.SQRT1_2, y - width * Math.SQRT1_2];
        expect(Math.min(x, end[1]!, page.width - end[0]!, page.height - y)).to.be.greaterThan(0);
      }
    });
  });
});

describe('Headers, footers and watermarks over pages of conforming PDFs', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  /** What the checker finds, asked by itself. */
  async function failuresOf(pdf: Buffer): Promise<Json[]> {
    const answer = await service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: pdf.toString('base64') } }),
    });
    return answer
      .json()
      .results.map(({ standard, compliant, failures }: Json) => [
        standard,
        compliant,
        failures.map(({ clause, message }: Json) => `${clause} ${message}`),
      ]);
  }

  const labels = ['ii', 'iii', 'iv', 'v'];
  const boxes = ['', '/Rotate 90', '/CropBox[20 100 380 280]/Rotate 270', '/UserUnit 2/Rotate 180'];
  const mark = { op: 'add_watermark', text: 'DRAFT' };
  const cases: { standards: string[]; more: object[] }[] = [
    { standards: ['PDF/A-2b'], more: [mark] },
    { standards: ['PDF/A-3a', 'PDF/UA-1'], more: [mark, { ...mark, layer: 'under' }] },
    { standards: ['PDF/UA-1'], more: [mark] },
    { standards: ['PDF/A-1b'], more: [] },
    { standards: ['PDF/A-4'], more: [mark] },
  ];
  for (const { standards, more } of cases)
    it(`keep what is requested: ${standards.join(' and ')}`, async () => {
      const conformance = standards.length === 1 ? standards[0] : standards;
      const pdf = pdfOf(
        await service.render({
          document: { title: 'A report', lang: 'en' },
          operations: [
            { op: 'set_header', html: '<b>{title}</b> {section}' },
            { op: 'set_footer', left: '{bates}', right: '{page} of {pages}' },
            { op: 'set_bates' },
            { op: 'set_page_numbers', style: 'roman' },
            ...more,
            { op: 'add_heading', text: 'Annexes' },
            ...boxes.map((page) => added(conforming(standards, { page }))),
            { op: 'add_page' },
            text,
          ],
          output: { conformance },
        }),
      );
      expect(await failuresOf(pdf)).to.have.deep.members(standards.map((standard) => [standard, true, []]));
      const { bare, wrong } = markedContentOf(pdf);
      expect([bare, wrong]).to.deep.equal([[], []]);
      (await shownPagesOf(pdf)).slice(1, 5).forEach(({ texts }, index) => {
        const words = texts.map((each) => each.text.trim());
        expect(words).to.include.members([sentence, 'A report', `00000${index + 2}`, `${labels[index]} of 6`]);
        for (const each of texts.filter(({ text: own }) => own !== sentence && own !== 'DRAFT'))
          expect(each.angle, each.text).to.be.closeTo(0, 0.01);
      });
      await checkSyntax(pdf);
    });
});
