import { expect } from 'chai';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { smallPdf, textAt } from './small-pdf.ts';

const marked = (mcid: number, text: string) => `/Span << /MCID ${mcid} >> BDC ${text} EMC`;

/** One tagged page: the structure elements are objects 102 and on, children of the Document at 101. */
function taggedPdf(content: string, elements: readonly string[], parents: readonly number[]): Uint8Array {
  const kids = elements.map((_, index) => `${102 + index} 0 R`).join(' ');
  return smallPdf({
    pages: [{ content, entries: '/StructParents 0 /Tabs /S' }],
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R /Lang (en)',
    objects: [
      '<< /Type /StructTreeRoot /K 101 0 R /RoleMap << /Absatz /P >> /ParentTree << /Nums [0 ' +
        `[${parents.map((parent) => `${102 + parent} 0 R`).join(' ')}]] >> >>`,
      `<< /Type /StructElem /S /Document /P 100 0 R /K [${kids}] >>`,
      ...elements.map((element) => `<< /Type /StructElem /P 101 0 R /Pg 10 0 R ${element} >>`),
    ],
  });
}

describe('Text of a tagged page', () => {
  it('comes in the order of the structure tree, wherever it stands', async () => {
    const content = `${marked(0, textAt(50, 300, 'Above'))} ${marked(1, textAt(50, 100, 'Below'))}`;
    const { pages } = await extractText(taggedPdf(content, ['/S /P /K 1', '/S /Absatz /K 0'], [1, 0]), {
      granularity: 'block',
    });
    expect(pages[0]?.text).to.equal('Below\nAbove');
    expect(pages[0]?.blocks?.map(({ role }) => role)).to.deep.equal(['P', 'P']);
  });

  it('keeps a formula in MathML within its line', async () => {
    const content =
      `${marked(0, textAt(50, 300, 'Let '))} ${marked(1, textAt(72, 300, 'x'))} ` + marked(2, textAt(80, 300, ' be'));
    const { pages } = await extractText(
      taggedPdf(
        content,
        [
          '/S /P /K [0 103 0 R 2]',
          '/S /Formula /P 102 0 R /K 104 0 R',
          '/S /math /P 103 0 R /K 105 0 R',
          '/S /mi /P 104 0 R /K 1',
        ],
        [0, 3, 0],
      ),
    );
    expect(pages[0]?.text).to.equal('Let x be');
  });

  it('honours the ActualText and the language of an element', async () => {
    const content = `${marked(0, textAt(50, 300, 'Grusse'))} ${marked(1, textAt(50, 280, '~~~'))}`;
    const { pages } = await extractText(
      taggedPdf(content, ['/S /P /K 0 /Lang (de)', '/S /P /K 1 /ActualText (a wavy line)'], [0, 1]),
      { granularity: 'block' },
    );
    expect(pages[0]?.blocks?.map(({ text, lang }) => [text, lang])).to.deep.equal([
      ['Grusse', 'de'],
      ['a wavy line', 'en'],
    ]);
  });

  it('has its artifacts where they stand, by that role', async () => {
    const content =
      `/Artifact BMC ${textAt(50, 380, 'Running head')} EMC ${marked(0, textAt(50, 300, 'Body'))} /Artifact BMC ` +
      `${textAt(50, 10, 'Page 1')} EMC`;
    const { pages } = await extractText(taggedPdf(content, ['/S /P /K 0'], [0]), { granularity: 'block' });
    expect(pages[0]?.blocks?.map(({ text, role }) => [text, role])).to.deep.equal([
      ['Running head', 'Artifact'],
      ['Body', 'P'],
      ['Page 1', 'Artifact'],
    ]);
  });

  it('is read by geometry where the tags leave most of it out', async () => {
    const content = `${textAt(50, 300, 'A long untagged line of text')} ${marked(0, textAt(50, 100, 'Tag'))}`;
    const { pages } = await extractText(taggedPdf(content, ['/S /P /K 0'], [0]));
    expect(pages[0]?.text).to.equal('A long untagged line of text\nTag');
  });
});

describe('What annotations show', () => {
  const form = (content: string, more = '') =>
    '<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >> /Length ' +
    `${content.length} ${more} >>\nstream\n${content}\nendstream`;

  it('is text of the page: the value of a field', async () => {
    const objects = [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /F 4 /Rect [100 200 300 220] /AP << /N 101 ' +
        '0 R >> >>',
      form('BT /F1 12 Tf 2 5 Td (Ada) Tj ET'),
    ];
    const { pages } = await extractText(
      smallPdf({ pages: [{ content: textAt(50, 205, 'Name:'), entries: '/Annots [100 0 R]' }], objects }),
    );
    expect(pages[0]?.text.split(/\s+/)).to.deep.equal(['Name:', 'Ada']);
  });

  it('does not cover the text that it highlights', async () => {
    const objects = [
      '<< /Type /Annot /Subtype /Highlight /F 4 /Rect [40 195 240 215] /QuadPoints [40 215 240 215 40 195 240 ' +
        '195] /AP << /N 101 0 R >> >>',
      form('1 1 0 rg 0 0 200 20 re f'),
    ];
    const { pages, warnings } = await extractText(
      smallPdf({ pages: [{ content: textAt(50, 200, 'Read me'), entries: '/Annots [100 0 R]' }], objects }),
    );
    expect(pages[0]?.text).to.equal('Read me');
    expect(warnings).to.deep.equal([]);
  });
});
