import { expect } from 'chai';
import { wordBoxesOf } from '../../support/figures.ts';
import { fontsOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** Families that are missing, and those of equal widths. */
const pairs = [
  ['Arial', 'Arimo'],
  ['Helvetica', 'Arimo'],
  ['Times New Roman', 'Tinos'],
  ['Times', 'Tinos'],
  ['Courier New', 'Cousine'],
  ['Courier', 'Cousine'],
  ['Calibri', 'Carlito'],
  ['Cambria', 'Caladea'],
  ['Georgia', 'Gelasio'],
] as const;

/** Advances of H, a, e, n and t of the fonts that are missing, in thousandths of an em. */
const sans = [722, 556, 556, 556, 278];
const serif = [722, 444, 444, 500, 278];
const mono = [600, 600, 600, 600, 600];
const widths: Readonly<Record<string, readonly number[]>> = {
  Arial: sans,
  Helvetica: sans,
  'Times New Roman': serif,
  Times: serif,
  'Courier New': mono,
  Courier: mono,
  Calibri: [623, 479, 498, 525, 335],
  Cambria: [687, 488, 488, 558, 338],
  Georgia: [815, 504, 483, 591, 346],
};
const letters = 5;

describe('a font that is missing', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('is replaced by one of equal widths, in bold and italic too', async () => {
    const styles = {
      Regular: '',
      Bold: 'font-weight:700',
      Italic: 'font-style:italic',
      BoldItalic: 'font:italic 700 10pt x',
    };
    for (const [missing, given] of pairs) {
      const html = Object.values(styles)
        .map((style) => `<p style="${style};font-family:${missing}">Hello</p>`)
        .join('');
      const names = await fontsOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html }] })));
      const faces = names.map((name) => (name === given ? `${name}-Regular` : name));
      expect(faces, missing).to.have.members(Object.keys(styles).map((style) => `${given}-${style}`));
    }
  });

  it('has words as wide as their author saw them, in content and in a complete document', async () => {
    const line = (family: string) => `<p style="font-family:${family}">HHHHH aaaaa eeeee nnnnn ttttt</p>`;
    const exact = 'font-kerning: none; font-variant-ligatures: none; text-rendering: geometricPrecision';
    const html = `<style>p { font-size: 20pt; ${exact} }</style>${Object.keys(widths).map(line).join('')}`;
    for (const start of ['', '<!doctype html>']) {
      const answer = await service.render({ operations: [{ op: 'add_html', html: start + html }] });
      const boxes = await wordBoxesOf(pdfOf(answer), 1);
      const found = boxes.map(({ left, right }) => ((right - left) / 5 / 20) * 1000);
      expect(found).to.have.length(Object.keys(widths).length * letters);
      for (const [row, [family, units]] of Object.entries(widths).entries()) {
        for (const [index, width] of units.entries()) {
          expect(found[row * letters + index], `${family}, letter ${index + 1}`).to.be.closeTo(width, 2);
        }
      }
    }
  });

  it('gives its place to the same font in a complete document', async () => {
    for (const [missing, given] of pairs) {
      const html = `<!doctype html><p style="font-family:'${missing}'">Hello`;
      const names = await fontsOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html }] })));
      expect(
        names.map((name) => name.replace(/-Regular$/, '')),
        missing,
      ).to.deep.equal([given]);
    }
  });
});
