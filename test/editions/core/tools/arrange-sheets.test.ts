import { expect } from 'chai';
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { arrange } from '../../../../src/editions/core/tools/arrange.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { handmade, kitchenSink, outlineIn, seenByQpdf, stream } from '../../../pdf/copy-inputs.ts';
import { problemOf } from '../../../support/http.ts';
import { checkSyntax, infoOf, metadataOf, pixelsOf, textOf, wordsOf } from '../../../support/pdf.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const example = (...texts: string[]): Buffer => Buffer.from(examplePdf(...texts), 'base64');

interface Json {
  readonly document: { readonly data: string; readonly pages: number };
  readonly report: { readonly dropped: readonly { what: string; count: number; reason: string; document: number }[] };
}

describe('arrange: several pages on a sheet', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(arrange);
  });
  after(() => service.stop());

  const reported = async (documents: readonly Uint8Array[], steps: readonly object[]) => {
    const response = await service.send('arrange', documents, { steps }, { accept: 'application/json' });
    if (response.status !== 200) throw new Error(await response.text());
    const { document, report } = (await response.json()) as Json;
    const pdf = Buffer.from(document.data, 'base64');
    await checkSyntax(pdf);
    return { pdf, report, pages: document.pages };
  };
  const arranged = async (documents: readonly Uint8Array[], steps: readonly object[]): Promise<Buffer> =>
    (await reported(documents, steps)).pdf;

  it('puts pages on sheets from left to right, then downwards', async () => {
    const { pdf, pages } = await reported(
      [example('A', 'B', 'C', 'D', 'E')],
      [{ do: 'nUp', columns: 2, rows: 2, size: { width: 400, height: 400 }, gap: 20 }],
    );
    expect(pages).to.equal(2);
    expect((await infoOf(pdf))['Page size']).to.contain('400 x 400 pts');
    const words = await wordsOf(pdf, 1);
    expect(words.map(({ text, x, y }) => [text, x > 200, y > 200])).to.deep.equal([
      ['A', false, false],
      ['B', true, false],
      ['C', false, true],
      ['D', true, true],
    ]);
    expect((await wordsOf(pdf, 2)).map(({ text }) => text)).to.deep.equal(['E']);
  });

  it('turns a sheet of a named size where pages become larger', async () => {
    const upright = handmade({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    });
    for (const [columns, rows, size] of [
      [2, 1, '841.89 x 595.276'],
      [2, 2, '595.276 x 841.89'],
    ] as const) {
      const pdf = await arranged([upright], [{ do: 'nUp', columns, rows, size: 'A4' }]);
      expect((await infoOf(pdf))['Page size']).to.contain(size);
    }
  });

  it('orders a booklet for folding, with empty pages up to a multiple of four', async () => {
    const pdf = await arranged([example('A', 'B', 'C', 'D', 'E')], [{ do: 'booklet', size: 'A4' }]);
    const sides = await Promise.all(
      [1, 2, 3, 4].map(async (side) =>
        (await wordsOf(pdf, side)).map(({ text, x }) => `${text} ${x > 421 ? 'right' : 'left'}`),
      ),
    );
    expect(sides).to.deep.equal([['A right'], ['B left'], ['C right'], ['D left', 'E right']]);
  });

  it('shows rotated and cropped pages as they are shown, whatever state their content leaves', async () => {
    const page = handmade({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/CropBox[100 100 300 200]/Rotate 90/Contents 4 0 R>>',
      4: stream('Q q 100 100 50 50 re f 0 0 90 90 re f 5 0 0 5 0 0 cm BT'),
    });
    const pdf = await arranged([page], [{ do: 'nUp', columns: 2, rows: 1, size: { width: 200, height: 200 } }]);
    const pixels = await pixelsOf(pdf, 1);
    const isDark = ([x, y]: readonly [number, number]): boolean => pixels.at(x, y) < 60;
    const [corner, beside, below] = [[3, 3] as const, [60, 3] as const, [3, 60] as const];
    expect([corner, beside, below].map(isDark)).to.deep.equal([true, false, false]);
    expect(isDark([103, 3])).to.equal(true);
  });

  it('moves links and leads destinations to the sheets', async () => {
    const linked = handmade({
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 7 0 R/OpenAction[4 0 R/Fit]>>',
      2: '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3/MediaBox[0 0 200 200]>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[6 0 R]>>',
      4: '<</Type/Page/Parent 2 0 R>>',
      5: '<</Type/Page/Parent 2 0 R>>',
      6: '<</Type/Annot/Subtype/Link/Rect[20 40 60 80]/A<</S/GoTo/D[5 0 R/XYZ 10 100 null]>>>>',
      7: '<</Type/Outlines/First 8 0 R/Last 8 0 R/Count 1>>',
      8: '<</Title(Third)/Parent 7 0 R/Dest[5 0 R/FitH 50]>>',
    });
    const pdf = await arranged([linked], [{ do: 'nUp', columns: 2, rows: 1, size: { width: 200, height: 100 } }]);
    expect(outlineIn(await seenByQpdf(pdf))).to.deep.equal(['Third 2']);
    const [sheet] = (await PDFDocument.load(pdf)).getPages();
    const link = sheet?.node.Annots()?.lookup(0, PDFDict);
    expect(link?.lookup(PDFName.of('Rect'), PDFArray).asRectangle()).to.deep.equal({
      x: 10,
      y: 20,
      width: 20,
      height: 20,
    });
    const second = (await PDFDocument.load(pdf)).getPage(1);
    const action = link?.lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('D'), PDFArray);
    expect(String(action)).to.equal(`[ ${String(second.ref)} /XYZ 5 50 null ]`);
  });

  it('lists what sheets can not have', async () => {
    const { pdf, report } = await reported([kitchenSink()], [{ do: 'nUp', columns: 2, rows: 1 }]);
    expect(report.dropped).to.deep.include({
      document: 1,
      what: 'form field',
      count: 6,
      reason: 'it became content of its page',
    });
    expect(report.dropped.map(({ what }) => what)).to.include('page labels');
    expect(await textOf(pdf)).to.contain('Ada');
    expect((await infoOf(pdf)).Form).to.equal('none');
  });

  it('drops tags, and the claims that need them', async () => {
    const tagged = handmade({
      1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>/Metadata 5 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
      4: '<</Type/StructTreeRoot>>',
      5: stream(
        '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ' +
          'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
          'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>' +
          '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
        '/Type/Metadata/Subtype/XML',
      ),
    });
    const { pdf, report } = await reported([tagged], [{ do: 'booklet' }]);
    expect(report.dropped.map(({ what }) => what)).to.include('tags');
    expect((await infoOf(pdf)).Tagged).to.equal('no');
    expect(await metadataOf(pdf)).not.to.contain('pdfuaid:part');
  });

  it('names the mistakes of a step', async () => {
    for (const [step, pointer] of [
      [{ do: 'nUp', columns: 2 }, '/steps/0/rows'],
      [{ do: 'nUp', columns: 0, rows: 1 }, '/steps/0/columns'],
      [{ do: 'nUp', columns: 2, rows: 1, gap: -1 }, '/steps/0/gap'],
      [{ do: 'booklet', columns: 2 }, '/steps/0/columns'],
    ] as const) {
      const answer = await problemOf(await service.send('arrange', [example('A')], { steps: [step] }));
      expect([answer.status, answer.errors?.[0]?.pointer]).to.deep.equal([400, pointer]);
    }
  });
});
