import { expect } from 'chai';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { smallPdf, textAt } from './small-pdf.ts';

/** What one page with something visible and something hidden gives. */
async function read(content: string, more: { resources?: string; objects?: string[]; catalog?: string; entries?: string; include?: boolean } = {}) {
  const { resources = '', objects = [], catalog = '', entries = '', include = false } = more;
  const pdf = smallPdf({ pages: [{ content: `${textAt(50, 300, 'Seen')}\n${content}`, resources, entries }], objects, catalog });
  const { pages, warnings } = await extractText(pdf, { granularity: 'block', ...(include && { hidden: 'include' as const }) });
  const hidden = (pages[0]?.blocks ?? []).filter((block) => block.hidden !== undefined).map(({ text, hidden }) => [text, hidden]);
  return { text: pages[0]?.text, hidden, warnings };
}

describe('Hidden text', () => {
  it('is left out and marked where it is drawn with rendering mode 3', async () => {
    const { text, hidden, warnings } = await read(textAt(50, 200, 'Secret', '3 Tr'));
    expect(text).to.equal('Seen');
    expect(hidden).to.deep.equal([['Secret', 'invisible']]);
    expect(warnings).to.deep.equal(['Text that is invisible is left out of page 1; `hidden: "include"` gives it.']);
  });

  it('is invisible where it is fully transparent', async () => {
    const { hidden } = await read(`/G gs ${textAt(50, 200, 'Glass')}`, { resources: '/ExtGState << /G << /ca 0 >> >>' });
    expect(hidden).to.deep.equal([['Glass', 'invisible']]);
  });

  it('is part of the text when it is asked for, and still marked', async () => {
    const { text, hidden, warnings } = await read(textAt(50, 200, 'Secret', '3 Tr'), { include: true });
    expect(text).to.equal('Seen\nSecret');
    expect(hidden).to.deep.equal([['Secret', 'invisible']]);
    expect(warnings).to.deep.equal([]);
  });

  it('is off the page where it lies outside the crop box', async () => {
    const { text, hidden } = await read(`${textAt(50, 20, 'Below')} ${textAt(900, 300, 'Far')}`, { entries: '/CropBox [0 100 400 400]' });
    expect(text).to.equal('Seen');
    expect(hidden).to.have.deep.members([['Below', 'off-page'], ['Far', 'off-page']]);
  });

  it('is clipped where the clipping path leaves it out', async () => {
    const { text, hidden } = await read(`q 0 0 40 40 re W n ${textAt(50, 200, 'Cut')} Q ${textAt(50, 100, 'Whole')}`);
    expect(text).to.equal('Seen\nWhole');
    expect(hidden).to.deep.equal([['Cut', 'clipped']]);
  });

  it('is covered where an opaque rectangle was painted over it', async () => {
    const { text, hidden } = await read(`${textAt(50, 200, 'Redacted')} 0 g 45 195 80 20 re f`);
    expect(text).to.equal('Seen');
    expect(hidden).to.deep.equal([['Redacted', 'covered']]);
  });

  it('is covered within a form XObject too', async () => {
    const form = `<< /Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << /Font << /F1 3 0 R >> >> /Length ${textAt(0, 0, 'Inner').length} >>\nstream\n${textAt(0, 0, 'Inner')}\nendstream`;
    const { hidden } = await read('q 1 0 0 1 50 200 cm /X Do Q 0 g 45 195 80 20 re f', { resources: '/XObject << /X 100 0 R >>', objects: [form] });
    expect(hidden).to.deep.equal([['Inner', 'covered']]);
  });

  it('is not what stands on a rectangle, or under one that lets it shine through', async () => {
    const under = `1 g 45 195 80 20 re f ${textAt(50, 200, 'OnWhite')}`;
    const highlight = `${textAt(50, 100, 'Marked')} /H gs 1 1 0 rg 45 95 80 20 re f`;
    const { text, hidden } = await read(`${under} ${highlight}`, { resources: '/ExtGState << /H << /ca 0.4 >> >>' });
    expect(text).to.equal('Seen\nOnWhite\nMarked');
    expect(hidden).to.deep.equal([]);
  });

  it('is in a layer that is off as the document opens', async () => {
    const layers = { catalog: '/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [100 0 R] >> >>', objects: ['<< /Type /OCG /Name (Drafts) >>', '<< /Type /OCG /Name (Prints) >>'], resources: '/Properties << /L1 100 0 R /L2 101 0 R >>' };
    const { text, hidden } = await read(`/OC /L1 BDC ${textAt(50, 200, 'Draft')} EMC /OC /L2 BDC ${textAt(50, 100, 'Print')} EMC`, layers);
    expect(text).to.equal('Seen\nPrint');
    expect(hidden).to.deep.equal([['Draft', 'layer-off']]);
  });

  it('is the whole text of a scan with a layer of recognised text, and a warning says so', async () => {
    const image = '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 1 >>\nstream\nX\nendstream';
    const content = `q 400 0 0 400 0 0 cm /I Do Q ${textAt(50, 200, 'Recognised words', '3 Tr')}`;
    const pdf = smallPdf({ pages: [{ content, resources: '/XObject << /I 100 0 R >>' }], objects: [image] });
    const plain = await extractText(pdf);
    expect(plain.pages[0]?.text).to.equal('');
    expect(plain.warnings).to.deep.equal(['The only text of page 1 is the invisible layer over a scan; `hidden: "include"` gives it.']);
    const whole = await extractText(pdf, { hidden: 'include' });
    expect(whole.pages[0]?.text).to.equal('Recognised words');
  });
});
