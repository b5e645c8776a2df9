import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { extractText } from '../../../../src/editions/core/tools/extract-text.ts';
import { smallPdf, textAt } from '../../../pdf/text/small-pdf.ts';
import { problemOf } from '../../../support/http.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const stream = (entries: string, content: string): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const form = (content: string, resources: string): string =>
  stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << /Font << /F1 3 0 R >> ${resources} >>`,
    content,
  );

interface Made {
  readonly resources?: string;
  readonly entries?: string;
  readonly objects?: readonly string[];
  readonly catalog?: string;
}

const page = (content: string, { catalog = '', objects = [], ...own }: Made = {}): Uint8Array =>
  smallPdf({ pages: [{ content, ...own }], objects, catalog });

/** A page whose content, object 100, is compressed. */
function packed(content: string | Buffer, { entries = '', objects = [], ...own }: Made = {}): Uint8Array {
  const bytes = deflateSync(content).toString('latin1');
  return page('', {
    ...own,
    entries: `/Contents 100 0 R ${entries}`,
    objects: [stream('/Filter /FlateDecode', bytes), ...objects],
  });
}

/** A tagged page with one marked content, and the tags: the structure tree root is object 100. */
const tagged = (...objects: string[]): Uint8Array =>
  page(`/P << /MCID 0 >> BDC ${textAt(50, 200, 'Tag')} EMC`, {
    entries: '/StructParents 0',
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R',
    objects,
  });

/** A font (object 100) whose codes stand for the text given as UTF-16 in hex. */
const mapped = (...targets: string[]): Made => ({
  resources: '/Font << /U 100 0 R >>',
  objects: [
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font ' +
      '/Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement ' +
      '0 >> /DW 600 >>] /ToUnicode 101 0 R >>',
    stream(
      '',
      `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${targets.length} beginbfchar ` +
        `${targets.map((target, index) => `<${(index + 1).toString(16).padStart(4, '0')}> <${target}>`).join(' ')} ` +
        'endbfchar endcmap',
    ),
  ],
});

describe('extract-text of a hostile document', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(extractText);
  });
  after(() => service.stop());

  const extract = (pdf: Uint8Array): Promise<Response> =>
    service.send('extract-text', [pdf], { granularity: 'word', structure: true });

  async function pagesOf(pdf: Uint8Array): Promise<{ text: string; width: number; height: number }[]> {
    const response = await extract(pdf);
    expect(response.status, response.status === 200 ? '' : await response.clone().text()).to.equal(200);
    return ((await response.json()) as { pages: { text: string; width: number; height: number }[] }).pages;
  }

  const textOf = async (pdf: Uint8Array): Promise<string | undefined> => (await pagesOf(pdf))[0]?.text;

  async function refusal(pdf: Uint8Array): Promise<string> {
    const { status, slug } = await problemOf(await extract(pdf));
    expect(status).to.equal(422);
    return slug;
  }

  afterEach(async () => {
    expect(await textOf(page(textAt(50, 200, 'Sound')))).to.equal('Sound');
  });

  it('reads forms within forms, in circles too', async () => {
    expect(
      await textOf(
        page('/X Do', {
          resources: '/XObject << /X 100 0 R >>',
          objects: Array.from({ length: 20 }, (_, index) =>
            form(index === 19 ? textAt(50, 200, 'Deep') : '/X Do', `/XObject << /X ${101 + index} 0 R >>`),
          ),
        }),
      ),
    ).to.equal('Deep');
    await pagesOf(
      page('/X Do', {
        resources: '/XObject << /X 100 0 R >>',
        objects: Array.from({ length: 2000 }, (_, index) => form('/X Do', `/XObject << /X ${101 + index} 0 R >>`)),
      }),
    );
    expect(
      await textOf(
        page(`${textAt(50, 300, 'Out')} /X Do`, {
          resources: '/XObject << /X 100 0 R >>',
          objects: [form(`${textAt(50, 200, 'In')} /X Do`, '/XObject << /X 100 0 R >>')],
        }),
      ),
    ).to.match(/^Out/);
  });

  it('refuses what multiplies without end: forms, inflated content, letters', async () => {
    const doubling = Array.from({ length: 12 }, (_, index) =>
      form('/X Do '.repeat(8), `/XObject << /X ${101 + index} 0 R >>`),
    );
    expect(await refusal(page('/X Do', { resources: '/XObject << /X 100 0 R >>', objects: doubling }))).to.equal(
      'limit-exceeded',
    );
    expect(
      await refusal(packed(`BT /F1 1 Tf 1 TL 0 400 Td ${`(${'a'.repeat(99)}) Tj T*\n`.repeat(10_200)} ET`)),
    ).to.equal('limit-exceeded');
  });

  it('refuses or reads a word of a hundred million letters', async () => {
    const word = Buffer.concat([
      Buffer.from('BT /F1 1 Tf 0 200 Td ('),
      Buffer.alloc(100_000_000, 'a'),
      Buffer.from(') Tj ET'),
    ]);
    expect(await textOf(packed(word))).to.match(/^a{1000}/);
  });

  it('counts text that tags and marks put in the place of letters', async () => {
    const shared = {
      resources: '/Properties << /P 100 0 R >>',
      objects: [`<< /ActualText (${'long '.repeat(40_000)}) >>`],
    };
    expect(await refusal(page(`/Span /P BDC ${textAt(50, 200, 'x')} EMC\n`.repeat(1000), shared))).to.equal(
      'limit-exceeded',
    );
    expect(
      await refusal(
        tagged(
          '<< /Type /StructTreeRoot /K 101 0 R /ParentTree << /Nums [0 [101 0 R]] >> >>',
          `<< /Type /StructElem /S /P /P 100 0 R /ActualText (${'w '.repeat(6_000_000)}) /K 0 /Pg 10 0 R >>`,
        ),
      ),
    ).to.equal('limit-exceeded');
  });

  it('reads marked content that is nested thousands deep', async () => {
    expect(
      await textOf(
        page(`${'/Span BMC '.repeat(3000)}${`${textAt(50, 200, 'Deep')}\n`.repeat(2000)}${'EMC '.repeat(3000)}`),
      ),
    ).to.equal('Deep');
  });

  it('reads tags that go round in circles, multiply, or lie', async () => {
    expect(
      await textOf(
        tagged(
          '<< /Type /StructTreeRoot /K 101 0 R /ParentTree << /Nums [0 [101 0 R]] >> >>',
          '<< /Type /StructElem /S /P /P 102 0 R /K [0 102 0 R 101 0 R] /Pg 10 0 R >>',
          '<< /Type /StructElem /S /Sect /P 101 0 R /K [101 0 R 102 0 R] >>',
        ),
      ),
    ).to.equal('Tag');
    const eightfold = Array.from(
      { length: 30 },
      (_, index) =>
        `<< /Type /StructElem /S /Sect /P ${100 + index} 0 R /Pg 10 0 R /K ` +
        `${index === 29 ? '0' : `[${`${102 + index} 0 R `.repeat(8)}]`} >>`,
    );
    expect(
      await textOf(
        tagged('<< /Type /StructTreeRoot /K 101 0 R /ParentTree << /Nums [0 [130 0 R]] >> >>', ...eightfold),
      ),
    ).to.equal('Tag');
    expect(
      await textOf(
        tagged(
          '<< /Type /StructTreeRoot /K 101 0 R /ParentTree << /Nums [0 [10 0 R 3 0 R null (x)] 7 5] >> >>',
          '<< /Type /StructElem /S /P /P 100 0 R /K [0 5 99999999999 -1 << /Type /MCR /MCID 0 /Pg 3 0 R >> 10 ' +
            '0 R] /Pg 10 0 R >>',
        ),
      ),
    ).to.equal('Tag');
  });

  it('reads a page with any boxes, rotation and unit', async () => {
    for (const box of ['[-1e30 -1e30 1e30 1e30]', '[nan inf (a) null]', '[0 0 0 0]', '10 0 R', '[400 400 0 0]'])
      expect(await textOf(page(textAt(50, 200, 'Box'), { entries: `/MediaBox ${box}` })), box).to.equal('Box');
    for (const unit of ['-1e30', '0', '2', '(x)'])
      expect(await textOf(page(textAt(50, 200, 'Unit'), { entries: `/UserUnit ${unit}` })), unit).to.equal('Unit');
    const turned = await pagesOf(
      smallPdf({
        pages: [0, 90, 180, 270, -90, 45].map((angle) => ({
          content: textAt(100, 300, 'Word'),
          entries: `/Rotate ${angle} /CropBox [50 100 350 350]`,
        })),
      }),
    );
    expect(turned.map(({ text }) => text)).to.deep.equal(turned.map(() => 'Word'));
    expect(turned.slice(0, 5).map(({ width, height }) => [width, height])).to.deep.equal([
      [300, 250],
      [250, 300],
      [300, 250],
      [250, 300],
      [250, 300],
    ]);
  });

  it('reads what numbers without measure leave of a page', async () => {
    for (const matrix of [
      '1e38 0 0 1e38 0 0 cm 1e38 0 0 1e38 0 0 cm',
      `${'9'.repeat(60)} 0 0 1 0 0 cm`,
      '0 0 0 0 0 0 cm',
      'nan 0 0 nan 0 0 cm',
    ]) {
      expect(
        await textOf(page(`${textAt(50, 300, 'Sane')} ${matrix} ${textAt(50, 200, 'Mad')} 0 g 0 0 1e38 1e38 re f`)),
        matrix,
      ).to.match(/^Sane/);
    }
  });

  it('reads a Type 3 font that draws itself', async () => {
    const fonts = '/Font << /T 100 0 R >>';
    const type3 =
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 101 0 R >> ' +
      `/Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << ${fonts} ` +
      '/XObject << /X 102 0 R >> >> >>';
    expect(
      await textOf(
        page('BT /T 12 Tf 50 200 Td (aaaa) Tj ET', {
          resources: fonts,
          objects: [type3, stream('', '1 0 d0 BT /T 1 Tf (a) Tj ET /X Do'), form('BT /T 1 Tf (a) Tj ET', fonts)],
        }),
      ),
    ).to.equal('aaaa');
  });

  it('answers well-formed text whatever the fonts say, and keeps what is outside of the first plane', async () => {
    const text = await textOf(
      page(
        'BT /U 12 Tf 50 200 Td <000100020003000400050006> Tj ET',
        mapped('D800', '0041', '0000', 'FFFF', '0041D83D', 'D83DDE00'),
      ),
    );
    expect(text?.isWellFormed()).to.equal(true);
    expect(text).to.contain('A').and.to.contain('\u{1F600}');
  });

  it('reads text under more covers and clips than a page can have', async () => {
    await pagesOf(packed(`${textAt(50, 200, 'Under')} ${'0 g 0 0 400 400 re f '.repeat(100_000)}`));
    await pagesOf(
      packed(
        'q ' +
          `${Array.from({ length: 400 }, (_, index) => `0 0 ${400 + index} 400 re ${index} 3 2 2 re W n`).join(' ')} ` +
          `${textAt(50, 200, 'Clip').repeat(1000)} Q`,
      ),
    );
    const picture = stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 102 0 R',
      'X',
    );
    const mask = stream(
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      ' ',
    );
    expect(
      await textOf(
        packed(`${textAt(50, 200, 'Under')} ${'q 3900 0 0 3900 -40 -190 cm /I Do Q\n'.repeat(500)}`, {
          resources: '/XObject << /I 101 0 R >>',
          objects: [picture, mask],
        }),
      ),
    ).to.equal('Under');
  });

  it(
    'refuses a page whose pieces of text can not all be set beside each other, and reads one ' + 'with many lines',
    async () => {
      expect(
        await refusal(
          packed(
            Array.from({ length: 60_000 }, (_, index) => textAt((index * 37) % 400, (index * 91) % 397, 'w')).join(
              '\n',
            ),
          ),
        ),
      ).to.equal('limit-exceeded');
      expect(
        await textOf(
          packed(`BT /F1 10 Tf 11 TL 50 300 Td ${'(abc-) Tj T*\n'.repeat(6000)}ET`, {
            entries: '/MediaBox [0 -90000 600 400]',
          }),
        ),
      ).to.match(/^abcabc/);
    },
  );

  it('shows what is in layers whose conditions are too many to follow', async () => {
    const objects = [
      '<< /Type /OCG /Name (A) >>',
      '<< /Type /OCMD /OCGs 102 0 R >>',
      `[${'103 0 R '.repeat(50_000)}]`,
      '<< /Type /OCG /Name (B) >>',
      ...Array.from({ length: 3000 }, () => '<< /Type /OCMD /OCGs 102 0 R >>'),
    ];
    expect(
      await textOf(
        page(`/OC /M BDC ${textAt(50, 200, 'Layer')} EMC`, {
          resources: '/Properties << /M 101 0 R >>',
          catalog: '/OCProperties << /OCGs [100 0 R] /D << /OFF [100 0 R] >> >>',
          objects,
        }),
      ),
    ).to.equal('Layer');
  });

  it('refuses a document without pages', async () => {
    expect(await refusal(smallPdf({ pages: [] }))).to.equal('invalid-pdf');
  });

  it('reads what PDFium alone would refuse', async () => {
    const whole = Buffer.from(page(textAt(50, 200, 'Mended')));
    const without = (cut: RegExp) => Buffer.from(whole.toString('latin1').replace(cut, ''), 'latin1');
    for (const part of [/trailer[^]*$/, /\/Root 1 0 R/, /2 0 obj[^]*?endobj/])
      expect(await textOf(without(part)), part.source).to.equal('Mended');
    expect(
      await textOf(
        Buffer.from(
          without(/trailer[^]*$/)
            .toString('latin1')
            .replace('5 0 obj', '2147483647 0 obj'),
          'latin1',
        ),
      ),
    ).to.equal('Mended');
  });
});
