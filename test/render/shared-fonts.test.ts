import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { GlyphUnion, glyphSubset } from '../../src/pdf/fonts/glyph-union.ts';
import { inOneGo } from '../support/in-one-go.ts';
import { checkSyntax, fontsOf, textOf } from '../support/pdf.ts';
import { pdfiumRaster, popplerRaster } from '../support/raster.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const complete = (body: string): object => ({
  op: 'add_html',
  html:
    '<!DOCTYPE html><html lang="en"><head><title>Own</title><style>body { font-family: Inter ' +
    `}</style></head><body>${body}</body></html>`,
});

/** Names of fonts without the prefixes of their subsets. */
const namesOf = async (pdf: Uint8Array): Promise<string[]> =>
  (await fontsOf(pdf)).map((font) => /^(?:[A-Z]{6}\+)?(\S+)/.exec(font)?.[1] ?? '').sort();

describe('Fonts of a document that is printed in several parts', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));

  it('are embedded once each, with the glyphs of all parts, which look and read as they do alone', async () => {
    const bodies = [
      '<h1>Rechnung</h1><p>Waffles, office &amp; <b>bold</b> <i>italic</i></p>',
      '<p>XYZ 1234567890 €</p>',
      '<p>ÄÖÜ éñ <b>0987</b> Ω</p>',
    ];
    const operations = [
      complete(bodies[0] ?? ''),
      { op: 'add_text', text: 'Words that flow between: quick brown fox' },
      complete(bodies[1] ?? ''),
      complete(bodies[2] ?? ''),
    ];
    const pdf = pdfOf(await service.render({ operations, output: { deterministic: true } }));
    await checkSyntax(pdf);
    const names = await namesOf(pdf);
    expect(names)
      .to.deep.equal([...new Set(names)])
      .and.to.include('Inter-Regular')
      .and.to.include('Inter-Bold');
    for (const [index, page] of [
      [0, 1],
      [1, 3],
      [2, 4],
    ] as const) {
      const alone = pdfOf(
        await service.render({ operations: [complete(bodies[index] ?? '')], output: { deterministic: true } }),
      );
      expect(await textOf(pdf, page)).to.equal(await textOf(alone, 1));
      const chosen = pdfOf(await service.render({ operations, output: { deterministic: true, pages: String(page) } }));
      for (const raster of [popplerRaster, pdfiumRaster])
        expect((await raster(chosen, 60)).gray).to.deep.equal((await raster(alone, 60)).gray);
    }
  });

  it('of pages from elsewhere stay as they are', async () => {
    const render = async (operations: object[]) =>
      pdfOf(await service.render({ operations, output: { deterministic: true } }));
    const elsewhere = await render([complete('<p>zebra quartz nñ</p>'), complete('<p>Fjord vex bulk</p>')]);
    const pdf = await render([
      complete('<p>MNOP 0123</p>'),
      { op: 'add_pdf', data: elsewhere.toString('base64') },
      complete('<p>ghi jkl</p>'),
    ]);
    await checkSyntax(pdf);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => textOf(pdf, page)));
    expect(pages.map((text) => text.trim())).to.deep.equal([
      'MNOP 0123',
      'zebra quartz nñ',
      'Fjord vex bulk',
      'ghi jkl',
    ]);
    expect((await namesOf(pdf)).filter((name) => name === 'Inter-Regular')).to.have.length(2);
  });

  it('have the widths and the texts of marks that take no room', async () => {
    const bodies = ['<p>e\u0301 x\u0323\u0302 q\u0303 A</p>', '<p>y\u0301\u0323 B</p>'];
    const pdf = pdfOf(await service.render({ operations: bodies.map(complete), output: { deterministic: true } }));
    for (const [index, body] of bodies.entries()) {
      const alone = pdfOf(await service.render({ operations: [complete(body)], output: { deterministic: true } }));
      expect(await textOf(pdf, index + 1)).to.equal(await textOf(alone, 1));
    }
  });

  for (const conformance of [['PDF/A-1b'], ['PDF/A-2u', 'PDF/UA-1']]) {
    it(`are embedded once in a long document, also as ${conformance.join(' and ')}`, async () => {
      const paragraphs = Array.from(
        { length: 120 },
        (_, index) =>
          `<p>Paragraph ${index} ${String.fromCodePoint(0xc0 + (index % 60), 0x410 + (index % 60))} ` +
          `${index % 3 === 0 ? '<b>bold</b>' : ''} and what fills a line or two of it.</p>`,
      ).join('');
      const request = (document: object) => ({
        operations: [{ op: 'add_html', html: paragraphs }],
        document: { title: 'Long', lang: 'en', ...document },
        output: { deterministic: true, conformance },
      });
      const [pdf, whole] = [pdfOf(await service.render(request({}))), pdfOf(await service.render(request(inOneGo)))];
      await checkSyntax(pdf);
      expect(await namesOf(pdf)).to.deep.equal(await namesOf(whole));
      expect(await textOf(pdf)).to.equal(await textOf(whole));
      expect((await popplerRaster(pdf, 40)).gray).to.deep.equal((await popplerRaster(whole, 40)).gray);
    });
  }
});

describe('The glyphs of subsets of one font', () => {
  const program = (name: string) => readFileSync(`fonts/tinos/Tinos-${name}.ttf`);
  const subset = (name: string, ...glyphs: number[]) =>
    glyphSubset(program(name), { listed: new Map(), standard: -1, texts: new Set(glyphs) });

  it('are not mixed with those of another', () => {
    const [regular, bold] = [subset('Regular', 36, 37), subset('Bold', 36, 38)];
    if (regular === null || bold === null) throw new Error('The fonts of the project can not be read.');
    const union = new GlyphUnion(regular);
    const before = union.program();
    expect(union.take(bold)).to.equal(false);
    expect(union.program().equals(before)).to.equal(true);
  });

  it('are none where the program is cut off anywhere', () => {
    const whole = program('Regular');
    for (const length of [0, 4, 12, 100, 300, 5000])
      expect(
        glyphSubset(whole.subarray(0, length), { listed: new Map(), standard: 0, texts: new Set([36]) }),
        `${length} bytes`,
      ).to.equal(null);
  });
});
