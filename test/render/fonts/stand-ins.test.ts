import { expect } from 'chai';
import { fontsOf } from '../../support/pdf.ts';
import { build, pdfOf, type Service } from '../../support/service.ts';

/** Families that are missing, and those of equal widths. */
const pairs = [
  ['Arial', 'Arimo'], ['Helvetica', 'Arimo'], ['Times New Roman', 'Tinos'], ['Times', 'Tinos'],
  ['Courier New', 'Cousine'], ['Courier', 'Cousine'], ['Calibri', 'Carlito'], ['Cambria', 'Caladea'],
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
});
