import { expect } from 'chai';
import { readCorpus } from '../../../../support/corpora.ts';
import { pixelsOf } from '../../../../support/pdf.ts';
import { startRedacting, type Redacting } from './redact-service.ts';

describe('redact images of the corpora', () => {
  let redacting: Redacting;
  before(async () => {
    redacting = await startRedacting();
  });
  after(() => redacting.service.stop());

  it('nothing that it can not take apart: such an image goes as a whole, and the report says so', async () => {
    const { report } = await redacting.redacted(readCorpus('pdfjs/jpx_smaskindata.pdf'), {
      areas: [{ page: 1, box: { x: 20, y: 10, width: 20, height: 10 } }],
    });
    expect(report.pages[0]?.images.some(({ whole }) => whole)).to.equal(true);
    expect(report.warnings[0]?.message).to.contain('An image on page 1 was removed as a whole');
  });

  for (const name of [
    'bitmap-symbol',
    'bitmap-halftone',
    'bitmap-template1',
    'jbig2_file_header',
    'issue19326',
    'issue12213',
    'issue4379',
    'issue5747',
  ]) {
    it(`JBIG2, JPEG 2000 and fax as they are shown: ${name}`, async () => {
      const file = readCorpus(`pdfjs/${name}.pdf`);
      const before = await pixelsOf(file, 1);
      const [x0, y0, x1, y1] = [0.2 * before.width, 0.2 * before.height, 0.6 * before.width, 0.6 * before.height];
      const { pdf, report } = await redacting.redacted(file, {
        areas: [{ page: 1, box: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } }],
      });
      expect(report.pages[0]?.images.length).to.be.above(0);
      const after = await pixelsOf(pdf, 1);
      expect(after.at((x0 + x1) / 2, (y0 + y1) / 2)).to.equal(0);
      let [far, all] = [0, 0];
      for (let y = 0; y < before.height; y += 1)
        for (let x = 0; x < before.width; x += 1)
          if (x < x0 - 3 || x > x1 + 3 || y < y0 - 3 || y > y1 + 3)
            [far, all] = [far + (Math.abs(before.at(x, y) - after.at(x, y)) > 48 ? 1 : 0), all + 1];
      expect(far / all).to.be.at.most(0.01);
    });
  }
});
