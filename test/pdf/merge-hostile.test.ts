import { expect } from 'chai';
import { mergePdfs } from '../../src/pdf/assemble/merge.ts';
import { splitPdf } from '../../src/pdf/assemble/split.ts';
import { checkSyntax } from '../support/pdf.ts';
import { handmade, packed, said, stream } from './copy-inputs.ts';

/** One page with the numbers 3 (page tree), 4 (page) and 5 (content), and whatever else a file may say. */
function page(catalog: string, others: Readonly<Record<number, string>> = {}, entries = ''): Buffer {
  return handmade({
    1: `<</Type/Catalog/Pages 3 0 R${catalog}>>`,
    3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    4: `<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 100]/Contents 5 0 R${entries}>>`,
    5: stream('0 0 9 9 re f'),
    ...others,
  });
}

async function twice(bytes: Buffer) {
  const merged = mergePdfs({ documents: [{ bytes }, { bytes }], outline: 'perDocument', fields: 'merge' });
  const { parts } = await splitPdf({ bytes, by: { every: 1 } });
  return { ...merged, parts };
}

describe('Merging and splitting hostile documents', () => {
  it('ends where outlines, fields, tags and name trees run in circles', async () => {
    const { pdf, parts } = await twice(
      page(
        '/Outlines<</First 10 0 R>>/AcroForm<</Fields[12 0 R 12 0 R]/DR<</Font<</F 20 0 R>>>>>>/StructTreeRoot ' +
          '14 0 R/Names<</Dests 16 0 R/EmbeddedFiles 16 0 R>>/PageLabels 17 0 R/OCProperties<</OCGs[18 0 R 18 0 ' +
          'R]/D<</Order 19 0 R>>>>',
        {
          10: '<</Title(A)/Next 10 0 R/First 11 0 R>>',
          11: '<</Title(B)/Next 10 0 R/First 11 0 R/Parent 11 0 R/Dest(nowhere)>>',
          12: '<</T(a)/Parent 13 0 R/Kids[13 0 R 12 0 R]>>',
          13: '<</T(b)/FT/Tx/Parent 12 0 R/Kids[12 0 R]/Subtype/Widget/Rect[0 0 1 1]>>',
          14: '<</Type/StructTreeRoot/K 15 0 R/ParentTree 17 0 R>>',
          15: '<</S/P/P 15 0 R/K[15 0 R 14 0 R 0 0 -1 999999]/Pg 4 0 R/ID(x)>>',
          16: '<</Kids[16 0 R 16 0 R]/Names[(a) 16 0 R (a) 4 0 R]>>',
          17: '<</Kids[17 0 R]/Nums[0 17 0 R]>>',
          18: '<</Type/OCG/Name(x)/Self 18 0 R>>',
          19: '[18 0 R 19 0 R [19 0 R 18 0 R]]',
          20: '<</Type/Font/Loop 20 0 R>>',
        },
        '/Annots[13 0 R 13 0 R 21 0 R]',
      ),
    );
    await checkSyntax(pdf);
    await checkSyntax(parts[0]!.pdf);
  });

  it('follows a chain of 100,000 objects without going deep', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [10 + index, `[${11 + index} 0 R]`]),
    );
    const { pdf } = await twice(page('', chain, '/PieceInfo 10 0 R'));
    expect(
      Number(/xref entries: (\d+)/.exec(await said(pdf, 'qpdf', '--show-xref', '{}'))?.[1] ?? pdf.length),
    ).to.be.above(1000);
  });

  it('takes 20,000 levels of outline, of fields and of tags', () => {
    const count = 20_000;
    const others: Record<number, string> = {};
    for (let level = 0; level < count; level += 1) {
      others[10 + level] = `<</Title(x)/Dest[4 0 R/Fit]${level + 1 < count ? `/First ${11 + level} 0 R` : ''}>>`;
      others[30_000 + level] = `<</T(x)${level + 1 < count ? `/Kids[${30_001 + level} 0 R]` : '/FT/Tx'}>>`;
      others[60_000 + level] = `<</S/P/Pg 4 0 R/K ${level + 1 < count ? `${60_001 + level} 0 R` : '0'}>>`;
    }
    const { pages } = mergePdfs({
      documents: [
        {
          bytes: page(
            '/Outlines<</First 10 0 R>>/AcroForm<</Fields[30000 0 R]>>/StructTreeRoot<</K 60000 0 R>>',
            others,
          ),
        },
      ],
      outline: 'keep',
      fields: 'merge',
    });
    expect(pages).to.equal(1);
  });

  it('spells out no name of a field 20,000 levels deep, where the fields above it clash', () => {
    const form = (type: string): Buffer => {
      const levels = Array.from({ length: 20_000 }, (_, level) => [
        10 + level,
        `<</T(x)${level === 0 ? type : ''}${level < 19_999 ? `/Kids[${11 + level} 0 R]` : '/V(v)'}>>`,
      ]);
      return page('/AcroForm<</Fields[10 0 R]>>', Object.fromEntries(levels) as Record<number, string>);
    };
    const { report } = mergePdfs({
      documents: [{ bytes: form('/FT/Tx') }, { bytes: form('/FT/Btn') }],
      outline: 'none',
      fields: 'merge',
    });
    expect(report.warnings[0]).to.match(/^Field 'x' of document 2 is now 'x#2', because/);
    expect(report.warnings).to.have.length.below(200);
  });

  it('tells of names in sentences that do not grow with them', () => {
    const clash = { 10: '<</FT/Tx/T 12 0 R/V(a)>>', 11: '<</FT/Tx/T 12 0 R/V(b)>>', 12: `(${'long '.repeat(20_000)})` };
    const { report } = mergePdfs({
      documents: [{ bytes: page('/AcroForm<</Fields[10 0 R 11 0 R]>>', clash) }],
      outline: 'none',
      fields: 'merge',
    });
    expect(report.warnings.map(({ length }) => length)).to.deep.equal([501]);
  });

  it('leaves out tagged content whose number is far beyond what there is', async () => {
    const bytes = page('/StructTreeRoot<</K[10 0 R]>>', { 10: '<</S/P/Pg 4 0 R/K[2000000000]>>' });
    expect((await twice(bytes)).report.dropped).to.deep.include({
      document: 1,
      what: 'tagged content',
      count: 1,
      reason: 'its number is far beyond what there is of it',
    });
  });

  it('counts what is read of an object that is no structure element, each time that an element has it', async () => {
    const objects = {
      1: '<</Type/Catalog/Pages 3 0 R/StructTreeRoot 9 0 R>>',
      3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>',
      9: '<</Type/StructTreeRoot/K 10 0 R>>',
      10: `<</Type/StructElem/S/Document/P 9 0 R/Pg 4 0 R/K[${'20 0 R '.repeat(200)}]>>`,
      20: `<</K[${'0 '.repeat(500_000)}]/Type/MCR>>`,
    };
    const refused = splitPdf({ bytes: packed(objects), by: { every: 1 } });
    expect(await refused.catch((error: unknown) => (error as { slug?: string }).slug)).to.equal('limit-exceeded');
  });

  it('reads an array of kids after a comment like any other', async () => {
    const kids = { 20: '[12 0 R]', 21: '[13 0 R]' };
    const treeOf = (between: string) => ({
      1: '<</Type/Catalog/Pages 3 0 R/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R>>',
      3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]/StructParents 0>>',
      9: '<</Type/StructTreeRoot/K 10 0 R>>',
      10: '<</Type/StructElem/S/Document/P 9 0 R/K 11 0 R>>',
      11: `<</Type/StructElem/S/P/P 10 0 R/Pg 4 0 R/K${between}[12 0 R 20 0 R 21 0 R 1]>>`,
      12: '<</Type/StructElem/S/Span/P 11 0 R/Pg 4 0 R/K 2>>',
      13: '<</Type/StructElem/S/Span/P 11 0 R/Pg 4 0 R/K 3>>',
      ...kids,
    });
    const [plain, commented] = await Promise.all(
      ['', '% a comment\n'].map(async (between) => (await twice(packed(treeOf(between)))).pdf),
    );
    expect(Buffer.compare(plain!, commented!)).to.equal(0);
  });

  it('leaves out content with an invalid identifier, without a word and without a place in the parent tree', async () => {
    const bytes = page('/StructTreeRoot<</K[10 0 R 11 0 R]>>', {
      10: '<</S/P/Pg 4 0 R/K[-1 1.5]>>',
      11: '<</S/P/Pg 4 0 R/K[<</Type/MCR/MCID -1>>]>>',
    });
    const { pdf, report } = await twice(bytes);
    expect(report.dropped).to.deep.equal([]);
    expect(await said(pdf, 'qpdf', '--qdf', '--object-streams=disable', '{}', '-')).to.match(/\/Nums \[\s*\]/);
  });

  it('does not take the whole document along where a page refers to its catalog or to other pages', async () => {
    const bytes = handmade({
      1: '<</Type/Catalog/Pages 3 0 R>>',
      3: '<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2>>',
      4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]/X[1 0 R 3 0 R 5 0 R]>>',
      5: `<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]/Contents 6 0 R>>`,
      6: stream('%'.repeat(50_000)),
    });
    const [first, second] = (await splitPdf({ bytes, by: { every: 1 } })).parts;
    expect(first!.pdf.length).to.be.below(5000);
    expect(second!.pdf.length).to.be.above(50_000);
  });

  it('refuses a result of too many pages, and parts that are too large together', async () => {
    const bytes = page('');
    const often = () => new Array<number>(30).fill(1);
    expect(() =>
      mergePdfs({ documents: [{ bytes, pages: often }], outline: 'keep', fields: 'merge', limits: { pages: 20 } }),
    )
      .to.throw()
      .with.property('slug', 'too-many-pages');
    const refused = splitPdf({ bytes, by: { ranges: new Array(30).fill(often) }, limits: { documentBytes: 20_000 } });
    expect(await refused.catch((error: unknown) => (error as { slug?: string }).slug)).to.equal('limit-exceeded');
  });
});
