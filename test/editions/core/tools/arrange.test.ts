import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { arrange } from '../../../../src/editions/core/tools/arrange.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import {
  destinationsOf,
  handmade,
  kitchenSink,
  outlineIn,
  seenByQpdf,
  stream,
  tagsOf,
} from '../../../pdf/copy-inputs.ts';
import { conforming } from '../../../support/conforming.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { attachmentsOf, checkSyntax, infoOf, metadataOf, pixelsOf, textOf } from '../../../support/pdf.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const example = (...texts: string[]): Buffer => Buffer.from(examplePdf(...texts), 'base64');
const [abc, de] = [example('A', 'B', 'C'), example('D', 'E')];
const base64 = (pdf: Uint8Array): string => Buffer.from(pdf).toString('base64');

interface Json {
  readonly document: { readonly data: string; readonly pages: number };
  readonly report: {
    readonly warnings: readonly { message: string }[];
    readonly dropped: readonly unknown[];
    readonly signed: readonly number[];
  };
}

describe('arrange', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(arrange);
  });
  after(() => service.stop());

  const arranged = async (
    documents: readonly Uint8Array[],
    steps: readonly object[],
    options?: object,
  ): Promise<Buffer> => {
    const response = await service.send('arrange', documents, { ...options, steps });
    if (response.status !== 200) throw new Error(await response.text());
    const pdf = Buffer.from(await response.arrayBuffer());
    return pdf;
  };
  const reported = async (documents: readonly Uint8Array[], steps: readonly object[]): Promise<Json> =>
    (await (await service.send('arrange', documents, { steps }, { accept: 'application/json' })).json()) as Json;
  const problem = async (documents: readonly Uint8Array[], steps: unknown) =>
    problemOf(await service.send('arrange', documents, { steps }));
  const pagesOf = async (pdf: Uint8Array): Promise<string> =>
    (await textOf(pdf))
      .replaceAll('\f', '|')
      .replaceAll(/[^A-Z|]/g, '')
      .replace(/\|$/, '');
  const sizeOf = async (pdf: Uint8Array, page: number): Promise<string> => {
    const info = await infoOf(pdf, '-f', String(page), '-l', String(page));
    return `${info[`Page    ${page} size`] ?? ''} ${info[`Page    ${page} rot`] ?? ''}`;
  };

  it('concatenates its documents, and selects their pages in any order, with repeats', async () => {
    const response = await service.send('arrange', [abc, de], { steps: [{ do: 'select', pages: '4,1,5,1' }] });
    expect(response.headers.get('document-pages')).to.equal('4');
    expect(response.headers.get('content-disposition')).to.equal('attachment; filename="arranged.pdf"');
    const pdf = Buffer.from(await response.arrayBuffer());
    await checkSyntax(pdf);
    expect(await pagesOf(pdf)).to.equal('D|A|E|A');
  });

  it('applies its steps in order: page numbers are those of the document as the steps before leave it', async () => {
    const pdf = await arranged(
      [abc, de],
      [
        { do: 'reverse' },
        { do: 'select', pages: '1-2' },
        { do: 'blank', at: 2 },
        { do: 'insert', document: { data: base64(example('X', 'Y')) }, at: 1, pages: 'last' },
        { do: 'rotate', pages: '1', by: -90 },
      ],
    );
    await checkSyntax(pdf);
    expect(await pagesOf(pdf)).to.equal('Y|E||D');
    expect(await sizeOf(pdf, 1)).to.equal('300 x 200 pts 270');
    expect(await sizeOf(pdf, 2)).to.equal('300 x 200 pts 0');
    expect(await sizeOf(pdf, 3)).to.equal('300 x 200 pts 0');
  });

  it('adds each rotation to that of the page, and turns one of two repeats alone', async () => {
    const pdf = await arranged(
      [abc],
      [
        { do: 'select', pages: '1,1' },
        { do: 'rotate', by: 90 },
        { do: 'rotate', pages: '2', by: 270 },
      ],
    );
    expect([await sizeOf(pdf, 1), await sizeOf(pdf, 2)]).to.deep.equal(['300 x 200 pts 90', '300 x 200 pts 0']);
  });

  it('adds empty pages of the size that is stated, else of the page before', async () => {
    const pdf = await arranged(
      [abc],
      [{ do: 'blank', size: 'A4' }, { do: 'blank', at: 1, size: { width: '100mm', height: 50 } }, { do: 'blank' }],
    );
    expect(await pagesOf(pdf)).to.equal('|A|B|C||');
    expect(await sizeOf(pdf, 1)).to.match(/^283.46\d* x 50 pts/);
    expect([await sizeOf(pdf, 5), await sizeOf(pdf, 6)].join()).to.match(/^595\.276 x 841\.89 pts \(A4\) 0,595/);
  });

  it('crops pages as they are shown', async () => {
    const page = handmade({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Rotate 90/Contents 4 0 R>>',
      4: stream('0 g 0 0 50 50 re f'),
    });
    // turned by 90 degrees, the page is 200 by 300, and its lower left corner is at the top left
    const boxed = await arranged([page], [{ do: 'crop', box: { x: 0, y: 0, width: 50, height: 50 } }]);
    const dark = await pixelsOf(boxed, 1, '-cropbox');
    expect([dark.width, dark.height, dark.at(3, 3), dark.at(46, 46)]).to.deep.equal([50, 50, 0, 0]);
    const cut = await arranged([page], [{ do: 'crop', margins: { top: 40, left: '20pt' } }]);
    const rest = await pixelsOf(cut, 1, '-cropbox');
    expect([rest.width, rest.height, rest.at(28, 8), rest.at(32, 8), rest.at(28, 12)]).to.deep.equal([
      180, 260, 0, 255, 255,
    ]);
    const { report } = await reported([page], [{ do: 'crop', margins: 150 }]);
    expect(report.warnings[0]?.message).to.match(/^Page 1 was not cropped/);
  });

  it('gives pages another size, and their content fills it', async () => {
    const page = handmade({
      1: '<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(mark) [3 0 R/XYZ 10 90 0]]>>>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</Pattern<</P 5 0 R>>>>
        /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/Border[0 0 0]/A<</S/URI/URI(https://a.example)>>>>]>>`,
      // a pattern that paints the left half of the page, an open state, and a black square outside
      4: stream('q /Pattern cs /P scn 0 0 100 100 re f 0 g 100 0 50 50 re f'),
      5: stream(
        '0 g 0 0 50 100 re f',
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 100 100]/XStep 100/YStep 100/Resources<<>>',
      ),
    });
    const row = async (fit: string | undefined, size: object) => {
      const pdf = await arranged([page], [{ do: 'resize', size, ...(fit !== undefined && { fit }) }]);
      await checkSyntax(pdf);
      const pixels = await pixelsOf(pdf, 1);
      const middle = pixels.height / 2;
      return [5, 55, 95, 105, 145, 195].map((x) => (pixels.at(x, middle) < 128 ? '#' : '.')).join('');
    };
    expect(await row(undefined, { width: 200, height: 100 })).to.equal('.##...');
    expect(await row('none', { width: 200, height: 200 })).to.equal('.##...');
    expect(await row('stretch', { width: 200, height: 100 })).to.equal('###...');
    expect(await row('cover', { width: 200, height: 100 })).to.equal('###...');
    const pdf = await arranged([page], [{ do: 'resize', size: { width: 200, height: 200 } }]);
    expect(pdf.byteLength).to.be.greaterThan(0);
    const document = await PDFDocument.load(pdf);
    expect(String(document.getPage(0).node.Annots()?.lookup(0))).to.contain('/Rect [ 0 0 100 100 ]');
    expect(
      document.context
        .enumerateIndirectObjects()
        .map(([, object]) => String(object))
        .join(),
    ).to.contain('/XYZ 20 180');
  });

  it('preserves what belongs to the remaining pages', async () => {
    const pdf = await arranged(
      [kitchenSink(), abc],
      [
        { do: 'select', pages: '3,2,1' },
        { do: 'blank', at: 2 },
      ],
    );
    await checkSyntax(pdf);
    const json = await seenByQpdf(pdf);
    expect(outlineIn(json)).to.deep.equal(['One 4', '  One one 4', 'Two 3']);
    expect(await destinationsOf(pdf)).to.deep.equal(['chapter 3', 'old 4']);
    expect(Object.keys(await attachmentsOf(pdf))).to.deep.equal(['data.csv']);
    expect(json.acroform.fields.map((field: { fullname: string }) => field.fullname)).to.include.members([
      'name',
      'group.agree',
    ]);
    const labels = (await PDFDocument.load(pdf)).catalog.toString();
    expect(labels).to.contain('/PageLabels').and.to.contain('/OCProperties').and.to.contain('/OutputIntents');
  });

  it('preserves tags, and claims of conformance unless a step breaks them', async () => {
    const claimed = conforming(['PDF/A-2a', 'PDF/UA-1']);
    const turned = await arranged([claimed], [{ do: 'rotate', by: 90 }, { do: 'blank' }]);
    expect(await tagsOf(turned)).to.equal(await tagsOf(claimed));
    expect(await metadataOf(turned))
      .to.contain('pdfaid')
      .and.to.contain('pdfuaid');
    for (const step of [
      { do: 'encrypt', ownerPassword: 'x' },
      { do: 'attach', name: 'a.txt', data: 'YQ==' },
    ])
      expect(await metadataOf(await arranged([claimed], [step])), step.do)
        .to.contain('pdfuaid')
        .and.not.to.match(/pdfaid:part/);
  });

  it('takes out a claim of PDF/A-1, which forbids transparency, with a mark that is transparent', async () => {
    const stamp = { do: 'stamp', text: 'Copy', at: 'center' };
    const claimed = conforming(['PDF/A-1b']);
    expect(await metadataOf(await arranged([claimed], [stamp]))).to.match(/pdfaid:part/);
    expect(await metadataOf(await arranged([claimed], [{ ...stamp, opacity: 0.5 }]))).not.to.match(/pdfaid:part/);
    const later = conforming(['PDF/A-2b']);
    expect(await metadataOf(await arranged([later], [{ ...stamp, opacity: 0.5 }]))).to.match(/pdfaid:part/);
  });

  it('replaces the outline, whose items follow their pages through later steps', async () => {
    const pdf = await arranged(
      [kitchenSink(), abc],
      [
        {
          do: 'bookmarks',
          list: [
            { title: 'Letters', page: 3 },
            { title: 'B', page: 4, level: 2 },
            { title: 'Sink', page: 1 },
          ],
        },
        { do: 'reverse' },
        { do: 'insert', document: { data: base64(kitchenSink()) } },
      ],
    );
    expect(outlineIn(await seenByQpdf(pdf))).to.deep.equal([
      'Letters 3',
      '  B 2',
      'Sink 5',
      'One 6',
      '  One one 6',
      'Two 7',
    ]);
    const { report } = await reported(
      [abc],
      [
        { do: 'bookmarks', list: [{ title: 'Gone', page: 3 }] },
        { do: 'select', pages: '1' },
      ],
    );
    expect(report.warnings[0]?.message).to.match(/'Gone' leads to a page that is not in the result/);
  });

  it('replaces metadata, and attaches and detaches files', async () => {
    const pdf = await arranged(
      [kitchenSink()],
      [
        { do: 'metadata', title: 'One', author: 'A' },
        { do: 'metadata', title: 'Two', custom: { Case: '7' } },
        { do: 'attach', name: 'data.csv', data: 'eA==', description: 'More' },
        { do: 'attach', name: 'gone.txt', data: 'eA==' },
        { do: 'detach', names: ['gone.txt'] },
      ],
    );
    await checkSyntax(pdf);
    expect(await infoOf(pdf)).to.include({ Title: 'Two', Author: 'A' });
    expect(await attachmentsOf(pdf)).to.have.keys('data.csv', 'data.csv#2');
    const { document, report } = await reported([kitchenSink()], [{ do: 'detach', names: ['data.csv', 'none'] }]);
    expect(Object.keys(await attachmentsOf(Buffer.from(document.data, 'base64')))).to.deep.equal([]);
    expect(report.warnings[0]?.message).to.equal("The document has no attachment 'none' to detach.");
  });

  it('encrypts and decrypts', async () => {
    const locked = await arranged(
      [abc],
      [
        { do: 'encrypt', userPassword: 'user', permissions: ['print'] },
        { do: 'rotate', by: 90 },
      ],
    );
    await checkSyntax(locked, '--password=user');
    expect((await infoOf(locked, '-upw', 'user')).Encrypted).to.match(/print:yes copy:no change:no/);
    expect(await problem([locked], [{ do: 'reverse' }])).to.include({ slug: 'encrypted-pdf', status: 422 });
    const same = await arranged([locked], [{ do: 'reverse' }], { password: 'user' });
    expect((await infoOf(same, '-upw', 'user')).Encrypted).to.match(/^yes/);
    const open = await arranged([locked], [{ do: 'decrypt' }], { password: 'user' });
    expect((await infoOf(open)).Encrypted).to.equal('no');
    const inside = { do: 'insert', document: { data: base64(locked), password: 'wrong' } };
    expect(await problem([abc], [{ do: 'reverse' }, inside]))
      .to.include({ slug: 'wrong-password', status: 422 })
      .and.have.nested.property('errors[0].pointer', '/steps/1/document');
  });

  it('makes fields and annotations content of their pages', async () => {
    const marked = handmade({
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 9 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Annots[5 0 R 6 0 R 7 0 R 11 0 R]>>',
      4: stream('q'),
      5: '<</Type/Annot/Subtype/Square/Rect[10 10 40 40]/AP<</N 8 0 R>>/Popup 6 0 R>>',
      6: '<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 5 0 R>>',
      7: '<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/A<</S/URI/URI(https://a.example)>>>>',
      8: stream('0 g 0 0 30 30 re f', '/Type/XObject/Subtype/Form/BBox[0 0 30 30]/Resources<<>>'),
      9: '<</Type/Outlines/First 10 0 R/Last 10 0 R/Count 1>>',
      10: '<</Title(One)/Parent 9 0 R/Dest[3 0 R/Fit]>>',
      11: '<</Type/Annot/Subtype/Ink/Rect[0 0 50 50]/InkList[[0 0 5 5]]>>',
    });
    const steps = [{ do: 'rotate', by: 90 }, { do: 'flatten' }, { do: 'rotate', by: -90 }, { do: 'blank', at: 1 }];
    const { document, report } = await reported([marked], steps);
    const pdf = Buffer.from(document.data, 'base64');
    await checkSyntax(pdf);
    const left = (await PDFDocument.load(pdf)).getPage(1).node.Annots();
    expect([0, 1].map((index) => /Subtype .(\w+)/.exec(String(left?.lookup(index)))?.[1])).to.deep.equal([
      'Link',
      'Ink',
    ]);
    const pixels = await pixelsOf(pdf, 2);
    expect([pixels.at(25, 75), pixels.at(60, 75)]).to.deep.equal([0, 255]);
    expect(outlineIn(await seenByQpdf(pdf))).to.deep.equal(['One 2']);
    expect(report.warnings.map(({ message }) => message)).to.deep.equal([
      'Annotations without an appearance can not become content: 1 of them stay.',
    ]);
    const form = await arranged([kitchenSink()], [{ do: 'flatten', annotations: false }], { outline: 'perDocument' });
    expect((await infoOf(form)).Form).to.equal('none');
    expect(await textOf(form)).to.contain('Ada');
    expect(outlineIn(await seenByQpdf(form))[0]).to.equal('Kitchen sink 1');
    const kept = await arranged([kitchenSink()], [{ do: 'flatten', forms: false }]);
    expect((await infoOf(kept)).Form).to.equal('AcroForm');
  });

  it('leaves a flattened document encrypted as it was', async () => {
    const locked = await arranged([kitchenSink()], [{ do: 'encrypt', userPassword: 'user' }]);
    const flat = await arranged([locked], [{ do: 'flatten' }], { password: 'user' });
    await checkSyntax(flat, '--password=user');
    expect((await infoOf(flat, '-upw', 'user')).Encrypted).to.match(/^yes/);
  });

  it('inserts the file parts that steps name', async () => {
    const send = async (steps: readonly object[], parts: Readonly<Record<string, Uint8Array>>) => {
      const form = new FormData();
      form.set('request', JSON.stringify({ steps }));
      for (const [name, bytes] of Object.entries({ documents: abc, ...parts }))
        form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.pdf`);
      return service.app.fetch('/api/v1/arrange', { method: 'POST', headers: { authorization: bearer() }, body: form });
    };
    const steps = [
      { do: 'insert', document: { part: 'annex' }, at: 2 },
      { do: 'insert', document: { part: 'annex' }, pages: '1' },
    ];
    const response = await send(steps, { annex: de });
    expect(response.status).to.equal(200);
    expect(await pagesOf(Buffer.from(await response.arrayBuffer()))).to.equal('A|D|E|B|C|D');
    expect(await problemOf(await send(steps, {})))
      .to.include({ slug: 'invalid-request', status: 400 })
      .and.have.nested.property('errors[0].pointer', '/steps/0/document/part');
    expect(await problemOf(await send(steps, { annex: de, other: de }))).to.include({ slug: 'invalid-multipart' });
  });

  it('makes the same bytes of the same request', async () => {
    const steps = [
      { do: 'resize', size: 'A4' },
      { do: 'attach', name: 'a.txt', data: 'YQ==' },
    ];
    expect((await arranged([kitchenSink()], steps)).equals(await arranged([kitchenSink()], steps))).to.equal(true);
  });

  it('names the step whose pages the document does not have', async () => {
    const cases: [object[], string][] = [
      [
        [
          { do: 'select', pages: '1' },
          { do: 'rotate', pages: '2', by: 90 },
        ],
        '/steps/1/pages',
      ],
      [[{ do: 'blank', at: 5 }], '/steps/0/at'],
      [[{ do: 'insert', document: { data: base64(de) }, pages: '3' }], '/steps/0/pages'],
      [
        [
          {
            do: 'bookmarks',
            list: [
              { title: 'x', page: 1 },
              { title: 'y', page: 4 },
            ],
          },
        ],
        '/steps/0/list/1/page',
      ],
      [
        [
          { do: 'select', pages: '1' },
          { do: 'select', pages: 'even' },
        ],
        '/steps/1/pages',
      ],
    ];
    for (const [steps, pointer] of cases)
      expect(await problem([abc], steps), pointer)
        .to.include({ slug: 'page-out-of-range', status: 422 })
        .and.have.nested.property('errors[0].pointer', pointer);
    const many = Array.from({ length: 3000 }, () => '1-').join(',');
    const grown = Array.from({ length: 3 }, () => ({ do: 'select', pages: many }));
    expect(await problem([abc], grown)).to.include({ slug: 'too-many-pages', status: 422 });
  });

  it('finds all mistakes in steps at once', async () => {
    const { errors, ...other } = await problem(
      [abc],
      [
        { do: 'rotat', by: 90 },
        { do: 'rotate', by: 45 },
        { do: 'select' },
        { do: 'crop', pages: '1' },
        { do: 'crop', box: { x: 0, y: 0, width: 5, height: 5 }, margins: 3 },
        { do: 'blank', size: 'B9', extra: 1 },
        7,
      ],
    );
    expect(other).to.include({ slug: 'invalid-request', status: 400 });
    expect((errors as { pointer: string }[]).map(({ pointer }) => pointer)).to.have.members([
      '/steps/0/do',
      '/steps/1/by',
      '/steps/2/pages',
      '/steps/3',
      '/steps/4',
      '/steps/5/size',
      '/steps/5/extra',
      '/steps/6',
    ]);
    for (const steps of [undefined, [], 'x', Array.from({ length: 101 }, () => ({ do: 'reverse' }))])
      expect(await problem([abc], steps)).to.include({ slug: 'invalid-request', status: 400 });
  });

  it('runs its examples', async () => {
    for (const [name, body] of Object.entries(arrange.examples))
      expect((await service.app.post('/api/v1/arrange', body)).status, name).to.equal(200);
  });
});
