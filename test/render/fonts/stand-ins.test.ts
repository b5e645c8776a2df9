import { expect } from 'chai';
import { wordBoxesOf } from '../../support/figures.ts';
import { fontsOf } from '../../support/pdf.ts';
import { build, pdfOf, type Service } from '../../support/service.ts';

/** Families that are missing, and those of equal widths. */
const pairs = [
  ['Arial', 'Arimo'], ['Helvetica', 'Arimo'], ['Times New Roman', 'Tinos'], ['Times', 'Tinos'],
  ['Courier New', 'Cousine'], ['Courier', 'Cousine'], ['Calibri', 'Carlito'], ['Cambria', 'Caladea'],
  ['Georgia', 'Gelasio'],
] as const;

describe('a font that is missing', () => {
  let service: Service;
  before(async () => (service = await build()));
  after(() => service.stop());

  it('is replaced by one of equal widths, in bold and italic too', async () => {
    const styles = { Regular: '', Bold: 'font-weight:700', Italic: 'font-style:italic', BoldItalic: 'font:italic 700 10pt x' };
    for (const [missing, given] of pairs) {
      const html = Object.values(styles).map((style) => `<p style="${style};font-family:${missing}">Hello</p>`).join('');
      const names = await fontsOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html }] })));
      const faces = names.map((name) => (name === given ? `${name}-Regular` : name));
      expect(faces, missing).to.have.members(Object.keys(styles).map((style) => `${given}-${style}`));
    }
  });

  it('has words as wide as Georgia has them', async () => {
    // Georgia's advances of H, a, e, n and t are 1669, 1032, 990, 1210 and 708 units of an em of 2048.
    const html = '<p style="font-family:Georgia;font-size:20pt;font-kerning:none">HHHHH aaaaa eeeee nnnnn ttttt</p>';
    const boxes = await wordBoxesOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html }] })), 1);
    const widths = boxes.map(({ left, right }) => ((right - left) / 5 / 20) * 2048);
    for (const [index, units] of [1669, 1032, 990, 1210, 708].entries()) expect(widths[index]).to.be.closeTo(units, 8);
  });
});
