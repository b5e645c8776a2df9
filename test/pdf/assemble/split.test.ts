import { expect } from 'chai';
import { splitPdf, type SplitOptions } from '../../../src/pdf/assemble/split.ts';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { checkSyntax, infoOf, textOf } from '../../support/pdf.ts';
import {
  destinationsOf,
  encrypted,
  handmade,
  kitchenSink,
  outlineIn,
  pictures,
  report,
  said,
  seenByQpdf,
  stream,
  tagsOf,
} from '../copy-inputs.ts';

const split = async (bytes: Uint8Array, by: SplitOptions['by'], options: Partial<SplitOptions> = {}) =>
  splitPdf({ bytes, by, ...options });

/** The problem with which a split rejects. */
const refusalOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => null,
    (error: unknown) => (error as { slug?: string }).slug,
  );

/** Pages by their content streams. */
function pagesOf(contents: readonly string[], catalog = ''): Buffer {
  const kids = contents.map((_, index) => `${10 + 2 * index} 0 R`);
  const pages = contents.flatMap((content, index) => [
    [10 + 2 * index, `<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 100]/Contents ${11 + 2 * index} 0 R>>`],
    [11 + 2 * index, stream(content)],
  ]);
  return handmade({
    1: `<</Type/Catalog/Pages 3 0 R${catalog}>>`,
    3: `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>`,
    ...Object.fromEntries(pages),
  });
}

describe('Splitting', () => {
  let service: Service;
  let tagged: Buffer;
  before(async () => {
    service = await sharedService();
    tagged = await report(service, 'North');
  });

  it('gives parts that are each complete and carry only what their pages use', async () => {
    const { parts } = await split(kitchenSink(), { every: 1 });
    const seen = await Promise.all(parts.map(({ pdf }) => seenByQpdf(pdf)));
    await Promise.all(parts.map(({ pdf }) => checkSyntax(pdf)));
    expect(parts.flatMap(({ pdf }) => pictures(pdf))).to.deep.equal(pictures(kitchenSink()));
    expect(seen.map(outlineIn)).to.deep.equal([['One 1', '  One one 1'], ['Two 1']]);
    expect(await Promise.all(parts.map(({ pdf }) => destinationsOf(pdf)))).to.deep.equal([['old 1'], ['chapter 1']]);
    expect(seen.map((json) => json.acroform.fields.map((field: any) => field.fullname))).to.deep.equal([
      ['name', 'group.agree'],
      ['group.agree'],
    ]);
    expect(seen.map((json) => json.pagelabels[0].label['/St'])).to.deep.equal([1, 2]);
    expect(seen.map((json) => Object.keys(json.attachments))).to.deep.equal([['data.csv'], []]);
    expect(await Promise.all(parts.map(async ({ pdf }) => (await infoOf(pdf)).Title))).to.deep.equal([
      'Kitchen sink',
      'Kitchen sink',
    ]);
  });

  it('gives each part the tags of its pages', async () => {
    const { parts } = await split(tagged, { every: 1 });
    const [first = '', second = ''] = await Promise.all(parts.map(({ pdf }) => tagsOf(pdf)));
    expect(first).to.contain('North report').and.not.to.contain('Bolt');
    expect(second).to.contain('Bolt').and.to.contain('Table').and.not.to.contain('elsewhere');
    expect(await Promise.all(parts.map(async ({ pdf }) => (await infoOf(pdf)).Tagged))).to.deep.equal(['yes', 'yes']);
    expect(parts.flatMap(({ pdf }) => pictures(pdf))).to.deep.equal(pictures(tagged));
  });

  it('takes attachments along as asked', async () => {
    const counts = async (attachments: SplitOptions['attachments']) =>
      Promise.all(
        (await split(kitchenSink(), { every: 1 }, { attachments })).parts.map(async ({ pdf }) =>
          Number.parseInt(await said(pdf, 'pdfdetach', '-list', '{}'), 10),
        ),
      );
    expect([await counts('all'), await counts('first'), await counts('none')]).to.deep.equal([
      [1, 1],
      [1, 0],
      [0, 0],
    ]);
  });

  it('claims PDF/A-4f for no part without attachments: PDF/A-4, and nothing where its pages hold files', async () => {
    const claiming =
      '<x:xmpmeta><rdf:Description pdfaid:conformance="F"><pdfaid:part>4</pdfaid:part></rdf:Description></x:xmpmeta>';
    const bytes = handmade({
      1: '<</Type/Catalog/Pages 3 0 R/Metadata 9 0 R/Names<</EmbeddedFiles<</Names[(a) 7 0 R]>>>>>>',
      3: '<</Type/Pages/Kids[4 0 R 5 0 R 6 0 R]/Count 3/MediaBox[0 0 9 9]>>',
      4: '<</Type/Page/Parent 3 0 R>>',
      5: '<</Type/Page/Parent 3 0 R>>',
      6: '<</Type/Page/Parent 3 0 R/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 7 0 R>>]>>',
      7: '<</Type/Filespec/F(a)/UF(a)/EF<</F 8 0 R>>/AFRelationship/Data>>',
      8: stream('a', '/Type/EmbeddedFile/Subtype/text#2Fplain'),
      9: stream(claiming, '/Type/Metadata/Subtype/XML'),
    });
    const { parts, report: told } = await split(bytes, { every: 1 });
    const claims = await Promise.all(
      parts.map(async ({ pdf }) =>
        (await said(pdf, 'pdfinfo', '-meta', '{}')).match(/pdfaid:(?:part|conformance)[>="]+\w/g),
      ),
    );
    expect(claims).to.deep.equal([['pdfaid:conformance="F', 'pdfaid:part>4'], ['pdfaid:part>4'], null]);
    expect(told.warnings.join()).to.contain('no PDF/A-4f');
  });

  it('splits by ranges, with pages in any order', async () => {
    const { parts } = await split(pagesOf(['1', '2', '3']), { ranges: [() => [3, 1], () => [2], () => [1, 2, 3]] });
    expect(parts.map(({ pages }) => pages)).to.deep.equal([2, 1, 3]);
    expect(await said(parts[0]!.pdf, 'qpdf', '--show-npages', '{}')).to.equal('2\n');
  });

  it('splits at bookmarks of a level and names parts by them', async () => {
    const { parts } = await split(
      kitchenSink(),
      { atBookmarks: 1 },
      { names: '{n} of {parts} {title} p{from}-{to} {label} {what}' },
    );
    expect(parts.map(({ filename }) => filename)).to.deep.equal([
      '1 of 2 One p1-1 p-i {what}.pdf',
      '2 of 2 Two p2-2 p-ii {what}.pdf',
    ]);
  });

  it('names parts by the bookmark of their first page, wherever they begin', async () => {
    const { parts } = await split(kitchenSink(), { every: 1 }, { names: '{title}' });
    expect(parts.map(({ filename }) => filename)).to.deep.equal(['One.pdf', 'Two.pdf']);
    const { parts: plainParts } = await split(pagesOf(['', '']), { every: 1 }, { names: '{title}', name: 'plain' });
    expect(plainParts.map(({ filename }) => filename)).to.deep.equal(['plain-1.pdf', 'plain-2.pdf']);
  });

  it('gives names that every file system takes, and no name twice', async () => {
    const { parts } = await split(pagesOf(['', '', '']), { every: 1 }, { names: '../{name}', name: 'a/b:c.pdf' });
    expect(parts.map(({ filename }) => filename)).to.deep.equal(['_a_b_c.pdf', '_a_b_c-2.pdf', '_a_b_c-3.pdf']);
  });

  it('splits at blank pages, which go, and takes white areas for blank but no text', async () => {
    const bytes = pagesOf([
      '0 0 9 9 re f',
      '1 g 0 0 100 100 re f',
      'BT 1 g (white) Tj ET',
      '',
      ' q Q ',
      '0 0 9 9 re S',
    ]);
    const { parts, report: told } = await split(bytes, { atBlankPages: true });
    expect(parts.map(({ pages }) => pages)).to.deep.equal([1, 1, 1]);
    expect(told.dropped).to.deep.equal([{ document: 1, what: 'blank page', count: 3, reason: 'it separates parts' }]);
  });

  it('splits at pages that hold a text', async () => {
    const texts = ['Invoice  1', 'more', 'Invoice\n2', 'Invoice'];
    const { parts } = await split(pagesOf(texts), { atText: 'Invoice 2', textOf: (page) => texts[page - 1] ?? '' });
    expect(parts.map(({ pages }) => pages)).to.deep.equal([2, 2]);
  });

  it('keeps parts within a size, and says of a page that alone is larger', async () => {
    const bytes = pagesOf(Array.from({ length: 12 }, (_, page) => `% ${'x'.repeat(2000)} ${page}`));
    const { parts, report: told } = await split(bytes, { maxBytes: 8000 });
    expect(parts.reduce((sum, { pages }) => sum + pages, 0)).to.equal(12);
    expect(parts.length).to.be.below(7);
    for (const { pdf } of parts) expect(pdf.length).to.be.at.most(8000);
    expect(told.warnings).to.deep.equal([]);
    expect((await split(bytes, { maxBytes: 100 })).report.warnings).to.have.length(12);
  });

  it('leaves an encrypted document encrypted as it was, unless asked', async () => {
    for (const bits of [128, 256] as const) {
      const bytes = encrypted(kitchenSink(), bits);
      const [locked] = (await split(bytes, { every: 1 }, { password: 'user' })).parts;
      const how = (pdf: Uint8Array) => said(pdf, 'qpdf', '--show-encryption', '--password=user', '{}');
      expect(await how(locked!.pdf)).to.equal(await how(bytes));
      expect(await said(locked!.pdf, 'pdftotext', '-upw', 'user', '{}', '-')).to.contain('First page');
      const [open] = (await split(bytes, { every: 1 }, { password: 'user', decrypt: true })).parts;
      expect(await textOf(open!.pdf)).to.contain('First page');
      expect(await refusalOf(split(bytes, { every: 1 }))).to.equal('encrypted-pdf');
    }
  });

  it('gives the same bytes for the same input', async () => {
    const once = async () => Buffer.concat((await split(tagged, { every: 1 })).parts.map(({ pdf }) => pdf));
    expect((await once()).equals(await once())).to.equal(true);
  });
});
