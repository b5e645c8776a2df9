import { expect } from 'chai';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { rowsOfFonts, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

/** Hieroglyphs, a letter with a sign of a script that moves signs, icons, and a code point that is not assigned. */
const words = ['A\u{13000}\u{13001}\u{13000}B', '\ua98f\ua9bf', 'x\ue123\u{f0001}y', '\u0378'];
const styles = [
  'font-family:Inter',
  'font-family:serif',
  'font-family:monospace',
  'font-family:Nobody has this',
  'font-weight:700',
  'font:italic 700 12pt Tinos',
  'font-family:Calibri',
];
const html = styles.map((style) => `<p style="${style}">${words.join(' ')}</p>`).join('');

describe('a character that no font has', () => {
  let service: Service;
  let pdf: Buffer;
  before(async () => {
    service = await sharedService();
    pdf = pdfOf(await service.render({ operations: [{ op: 'add_html', html }] }));
  });

  const expected = styles.flatMap(() => words);
  const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '');

  it('is found again as itself, once, by every reader', async () => {
    expect(wordsIn(await textOf(pdf)), 'pdftotext').to.deep.equal(expected);
    const { pages } = await extractText(pdf, { hidden: 'include' });
    expect(wordsIn(pages.map(({ text }) => text).join('\n')), 'PDFium').to.deep.equal(expected);
    expect(wordsIn(await pdfjsText(pdf)), 'pdf.js').to.deep.equal(expected);
  });

  it('shows as the same box beside every family and weight', async () => {
    const rows = await rowsOfFonts(pdf);
    expect(rows.filter(({ type }) => type !== 'CID TrueType')).to.deep.equal([]);
    const boxes = new Set(rows.map(({ name }) => name).filter((name) => name.startsWith('ColophonBoxes')));
    const planes = ['0', '1', '15', 'Private'].map((plane) => `ColophonBoxes${plane}-BoldItalic`);
    expect([...boxes]).to.have.members(planes);
  });

  it('does not pass for a glyph where a standard wants one', async () => {
    const operations = [
      { op: 'add_heading', text: 'Title' },
      { op: 'add_text', text: 'A \u{13000}' },
    ];
    for (const conformance of ['PDF/UA-1', 'PDF/A-2b', 'PDF/A-4']) {
      const body = { document: { title: 'Title', lang: 'en' }, operations, output: { conformance } };
      const answer = await service.render(body);
      expect(answer.status, conformance).to.equal(422);
      const [finding] = answer.json().findings;
      expect(finding.rule, conformance).to.equal('no-notdef');
      expect(finding.message, conformance).to.contain('(U+13000)');
    }
  });

  it('is no family that a client may choose, and no share of the text', async () => {
    const families = (await service.request('GET', '/api/v1/capabilities')).body.toString('utf8');
    expect(families).to.contain('Tinos').and.not.contain('Boxes');
    const body = JSON.stringify({ operations: [{ op: 'add_text', text: 'A \u{13000}' }] });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const { report } = (await service.request('POST', '/api/v1/render', { headers, body })).json();
    expect(report.fonts.map(({ name, share }: { name: string; share: number }) => [name, share])).to.deep.equal([
      ['Inter-Regular', 1],
    ]);
  });
});

async function pdfjsText(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const { items } = await page.getTextContent();
  await loading.destroy();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}
