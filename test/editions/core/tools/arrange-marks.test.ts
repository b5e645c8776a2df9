import { expect } from 'chai';
import { degrees, PDFDocument, PDFName } from 'pdf-lib';
import { arrange } from '../../../../src/editions/core/tools/arrange.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { handmade, kitchenSink } from '../../../pdf/copy-inputs.ts';
import { problemOf } from '../../../support/http.ts';
import { checkSyntax, structureOf, textOf } from '../../../support/pdf.ts';
import { shownPage } from '../../../support/shown-page.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const example = (...texts: string[]): Buffer => Buffer.from(examplePdf(...texts), 'base64');
const bar =
  'data:image/svg+xml;base64,' +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="100" height="50" fill="black"/></svg>',
  ).toString('base64');

describe('arrange: marks on pages', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(arrange);
  });
  after(() => service.stop());

  const arranged = async (documents: readonly Uint8Array[], steps: readonly object[]): Promise<Buffer> => {
    const response = await service.send('arrange', documents, { steps });
    if (response.status !== 200) throw new Error(await response.text());
    const pdf = Buffer.from(await response.arrayBuffer());
    await checkSyntax(pdf);
    return pdf;
  };
  const problem = async (documents: readonly Uint8Array[], steps: unknown) =>
    problemOf(await service.send('arrange', documents, { steps }));
  const linesOf = async (pdf: Uint8Array): Promise<string[][]> =>
    (await textOf(pdf))
      .split('\f')
      .slice(0, -1)
      .map((page) =>
        page
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      );

  it('numbers the pages as they are at this step', async () => {
    const pdf = await arranged([example('A', 'B', 'C')], [{ do: 'reverse' }, { do: 'number' }]);
    expect(await linesOf(pdf)).to.deep.equal([
      ['C', 'Page 1 of 3'],
      ['B', 'Page 2 of 3'],
      ['A', 'Page 3 of 3'],
    ]);
  });

  it('numbers some pages from another start, in another format and script', async () => {
    const pdf = await arranged(
      [example('A', 'B', 'C')],
      [{ do: 'number', pages: '2-', start: 1, format: 'Σελίδα {page}', at: 'top-right', size: '10pt', color: 'navy' }],
    );
    expect(await linesOf(pdf)).to.deep.equal([['A'], ['Σελίδα 1', 'B'], ['Σελίδα 2', 'C']]);
  });

  it('writes Bates numbers, which grow beyond their digits', async () => {
    const steps = [{ do: 'bates', prefix: 'ACME-', digits: 2, start: 99, suffix: 'x' }];
    expect(await linesOf(await arranged([example('A', 'B')], steps))).to.deep.equal([
      ['A', 'ACME-99x'],
      ['B', 'ACME-100x'],
    ]);
  });

  it('places marks on the page as it is shown, whatever its boxes, rotation and graphics state', async () => {
    const document = await PDFDocument.create();
    for (const angle of [0, 90, 180, 270]) {
      const page = document.addPage([400, 500]);
      page.setRotation(degrees(angle));
      page.setCropBox(50, 60, 200, 300);
      page.node.set(
        PDFName.of('Contents'),
        document.context.register(document.context.stream('Q Q q 3 0 0 3 9 9 cm BT')),
      );
    }
    const pdf = await arranged(
      [await document.save()],
      [
        { do: 'stamp', image: bar, at: 'top-left', margin: 20, width: 60 },
        { do: 'stamp', image: bar, at: { x: 100, y: 100 }, width: 20, rotation: 90 },
      ],
    );
    for (const number of [1, 2, 3, 4]) {
      const { at } = await shownPage(pdf, number);
      expect(at(21, 21), `page ${number}`).to.equal('black');
      expect(at(79, 49)).to.equal('black');
      expect(at(18, 21)).to.equal('white');
      expect(at(81, 49)).to.equal('white');
      expect(at(79, 52)).to.equal('white');
      expect(at(101, 119)).to.equal('black');
      expect(at(109, 101)).to.equal('black');
      expect(at(112, 110)).to.equal('white');
    }
  });

  it('moves marks with their pages through later steps', async () => {
    const pdf = await arranged(
      [example('A')],
      [
        { do: 'resize', size: { width: 200, height: 200 }, fit: 'stretch' },
        { do: 'stamp', image: bar, at: 'top-left', margin: 0, width: 100 },
        { do: 'resize', size: { width: 400, height: 400 } },
        { do: 'rotate', by: 90 },
        { do: 'stamp', image: bar, at: 'bottom-left', margin: 0, width: 40 },
      ],
    );
    const { at } = await shownPage(pdf, 1);
    expect([at(301, 1), at(399, 199), at(298, 100)]).to.deep.equal(['black', 'black', 'white']);
    expect([at(1, 399), at(39, 381), at(42, 399)]).to.deep.equal(['black', 'black', 'white']);
  });

  it('draws a stamp under the content, transparent, and on empty pages', async () => {
    const pdf = await arranged(
      [example('A')],
      [
        { do: 'blank', size: { width: 100, height: 100 } },
        { do: 'stamp', image: bar, at: 'top-left', margin: 0, width: 50, opacity: 0.5, layer: 'under' },
      ],
    );
    expect((await shownPage(pdf, 2)).at(10, 10)).to.equal('grey');
  });

  it('tags marks as artifacts, on tagged pages too', async () => {
    const pdf = await arranged([kitchenSink()], [{ do: 'stamp', text: 'APPROVED', width: '8cm' }]);
    expect(await structureOf(pdf)).not.to.contain('APPROVED');
    expect(await textOf(pdf)).to.contain('APPROVED');
  });

  it('refuses marks on pages of a signed document, and leaves its other pages alone', async () => {
    const refused = await problem([example('A'), signed], [{ do: 'number' }]);
    expect(refused).to.deep.include({ status: 422, slug: 'signature-would-break' });
    expect(refused.errors).to.deep.equal([{ pointer: '/steps/0', message: 'page 2 is one of a signed document' }]);
    await arranged([example('A'), signed], [{ do: 'number', pages: '1' }]);
  });

  it('names the mistakes of a step', async () => {
    const wrong: [object, number, string][] = [
      [{ do: 'stamp' }, 400, '/steps/0'],
      [{ do: 'stamp', text: 'A', image: bar }, 400, '/steps/0'],
      [{ do: 'stamp', text: 'A', at: 'middle' }, 400, '/steps/0/at'],
      [{ do: 'stamp', text: 'A', at: { x: 1 } }, 400, '/steps/0/at/y'],
      [{ do: 'stamp', text: 'A', opacity: 2 }, 400, '/steps/0/opacity'],
      [{ do: 'stamp', text: 'A', colour: 'red' }, 400, '/steps/0/colour'],
      [{ do: 'stamp', image: 'QUJD' }, 422, '/steps/0/image'],
      [{ do: 'number', format: '{seite}' }, 400, '/steps/0/format'],
      [{ do: 'bates', digits: 21 }, 400, '/steps/0/digits'],
      [{ do: 'bates', start: -1 }, 400, '/steps/0/start'],
      [{ do: 'number', pages: '9' }, 422, '/steps/0/pages'],
    ];
    for (const [step, status, pointer] of wrong) {
      const answer = await problem([example('A')], [step]);
      expect([answer.status, answer.errors?.[0]?.pointer], JSON.stringify(step)).to.deep.equal([status, pointer]);
    }
  });
});

/** A document that claims to be signed. */
const signed = handmade({
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/SigFlags 3>>>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[4 0 R]>>',
  4: `<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/P 3 0 R
    /V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>>>`,
});
