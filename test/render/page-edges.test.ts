import { expect } from 'chai';
import { pixelsOf } from '../support/pdf.ts';
import { wordBoxesOf } from '../support/figures.ts';
import { pdfOf, type Json, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>';

describe('At the edges of a page', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const document = { size: 'A6', margin: 30 };
  const first = { op: 'add_text', text: 'Harbour' };
  const image = { op: 'add_image', alt: '', data: `data:image/svg+xml;base64,${btoa(square)}`, width: 60, height: 20 };
  const wordOf = async (operations: readonly object[]) =>
    (await wordBoxesOf(pdfOf(await service.render({ document, operations })), 1)).find(
      ({ text }) => text === 'Harbour',
    );

  for (const placed of [
    { op: 'add_text', text: 'Text of some words', background: '#eee', position: { x: 150, y: 100, width: 200 } },
    { op: 'add_text', text: 'Outside', position: { x: 500, y: 100 } },
    { op: 'add_text', text: 'Donaudampfschifffahrtsgesellschaftskapitän', position: { x: 150, y: 100 } },
    { ...image, position: { x: 200, y: 100, width: 60 } },
    { op: 'add_table', columns: ['A', 'B'], rows: [['Harbour master', 'Lighthouse']], position: { x: 150, y: 100 } },
  ])
    it(`content at a position does not change the scale of its page: ${JSON.stringify(placed).slice(0, 60)}`, async () => {
      expect(await wordOf([first, placed])).to.deep.equal(await wordOf([first]));
    });

  it('content at a position is cut off at the right margin, with a warning', async () => {
    const operations = [first, { ...image, position: { x: 200, y: 100, width: 60 } }];
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const answer = await service.render({ document, operations }, { headers });
    const warnings = answer.json().report.warnings.filter(({ code }: Json) => code === 'overflow');
    expect(warnings.map(({ pointer }: Json) => pointer)).to.deep.equal(['/operations/1/position']);
    expect(warnings[0].message).to.contain('right margin').and.contain('23 pt');
    const pixels = await pixelsOf(Buffer.from(answer.json().document.data, 'base64'), 1);
    expect([pixels.at(250, 140), pixels.at(275, 140)].map((value) => value < 128)).to.deep.equal([true, false]);
    const strict = await service.render({ document, operations, output: { failOn: ['overflow'] } });
    expect([strict.status, strict.json().errors[0].pointer]).to.deep.equal([422, '/operations/1/position']);
  });

  it('inline code at the top of a page leaves nothing on the page before', async () => {
    const markdown = Array.from({ length: 40 }, (_, index) => `\`code${index}\` and words`).join('\n\n');
    const page = { size: 'A6', margin: '10mm' };
    const pdf = pdfOf(await service.render({ document: page, operations: [{ op: 'add_markdown', markdown }] }));
    const pixels = await pixelsOf(pdf, 1);
    const { width, height } = pixels;
    const margin = Array.from({ length: 29 * width }, (_, index) =>
      pixels.at(index % width, height - 1 - Math.floor(index / width)),
    );
    expect(Math.min(...margin)).to.equal(255);
  });

  it('classes of a document never meet the elements around it', async () => {
    const names = [
      'sheet',
      'placed',
      'html',
      'overlay',
      'band',
      'texts',
      'running-content',
      'font1',
      'header',
      'footer',
    ];
    const plain = [
      { op: 'set_font', family: 'Inter' },
      { op: 'set_header', left: 'Harbour', right: 'Left' },
      first,
      { op: 'add_text', text: 'Placed', position: { x: 20, y: 100 } },
    ];
    const own = names.map((name) => `<div class="${name}">${name}</div>`).join('');
    const css = `${names.map((name) => `.${name}`).join()} { color: red; margin-left: 40pt; position: static }`;
    const html = { op: 'add_html', html: `<section>${own}</section>`, css };
    const words = await wordBoxesOf(pdfOf(await service.render({ document, operations: [...plain, html] })), 1);
    const alone = await wordBoxesOf(pdfOf(await service.render({ document, operations: plain })), 1);
    for (const word of alone) expect(words, word.text).to.deep.include(word);
    const lefts = names.map((name) => words.find(({ text }) => text === name)?.left);
    expect(new Set(lefts.map((left) => Math.round(left ?? 0)))).to.deep.equal(new Set([70]));
  });
});
