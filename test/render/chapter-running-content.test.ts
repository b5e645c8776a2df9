import { expect } from 'chai';
import { needsOverlay } from '../../src/render/running/running-content.ts';
import { wordBoxesOf } from '../support/figures.ts';
import { infoOf, textOf } from '../support/pdf.ts';
import { composed, pageOf } from '../support/rendering.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const text = { op: 'add_text', text: 'Body' };
const page = { op: 'add_page' };
const next = { op: 'add_page_break' };
const header = (words: string, more: object = {}) => ({ op: 'set_header', text: words, ...more });
const html = (words: string, more: object = {}) => ({ op: 'set_header', html: `<span>${words}</span>`, ...more });

describe('Headers and footers of a chapter', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const printed = async (
    operations: object[],
    { document = {}, output = {} }: { document?: object; output?: object } = {},
  ) => pdfOf(await service.render({ operations, document, output }));
  /** The words on each page that are no body. */
  async function runningOf(pdf: Uint8Array): Promise<string[]> {
    const pages = Array.from({ length: Number((await infoOf(pdf)).Pages) }, (_, index) => index + 1);
    return Promise.all(
      pages.map(async (number) =>
        (await textOf(pdf, number))
          .split(/\s+/)
          .filter((word) => word !== '' && word !== 'Body')
          .join(' '),
      ),
    );
  }

  it('hold from the page that add_page begins until the next change; set before, for the whole document', async () => {
    const steps = (of: (words: string) => object) => [
      text,
      of('A'),
      next,
      text,
      page,
      of('B'),
      text,
      next,
      text,
      page,
      text,
      page,
      of('C'),
      { op: 'set_footer', text: 'foot' },
      text,
    ];
    const plain = await printed(steps(header));
    expect(await runningOf(plain)).to.deep.equal(['A', 'A', 'B', 'B', 'B', 'C foot']);
    expect(await runningOf(await printed(steps(html)))).to.deep.equal(['A', 'A', 'B', 'B', 'B', 'C foot']);
    expect(needsOverlay(composed(steps(header)))).to.equal(false);
  });

  it('end where an empty one is set', async () => {
    for (const none of [{ text: '' }, { html: ' ' }, { left: '', right: '' }]) {
      expect(
        await runningOf(
          await printed([header('A'), text, page, { op: 'set_header', ...none }, text, page, header('B'), text]),
        ),
        JSON.stringify(none),
      ).to.deep.equal(['A', '', 'B']);
    }
    expect(await runningOf(await printed([html('A'), text, page, { op: 'set_header', html: '' }, text]))).to.deep.equal(
      ['A', ''],
    );
  });

  it('have a first page of their own, and odd and even ones as the document counts', async () => {
    const steps = [
      header('A'),
      text,
      page,
      header('First', { on: 'first' }),
      header('Odd', { on: 'odd' }),
      header('Even', { on: 'even' }),
      text,
      next,
      text,
      next,
      text,
      page,
      header('Title', { on: 'first' }),
      text,
      next,
      text,
    ];
    expect(await runningOf(await printed(steps))).to.deep.equal(['A', 'First', 'Odd', 'Even', 'Title', 'Even']);
  });

  it('win over whatever the pages before them say, and take back only their own edge', async () => {
    const steps = [
      header('Odd', { on: 'odd' }),
      header('Even', { on: 'even' }),
      { op: 'set_footer', text: 'F' },
      text,
      page,
      header('All'),
      text,
      next,
      text,
    ];
    expect(await runningOf(await printed(steps))).to.deep.equal(['Odd F', 'All F', 'All F']);
  });

  it('have the room that they need on their own pages alone', async () => {
    const tall = `<div style="height:150pt">Tall</div>`;
    for (const steps of [
      [html('A'), text, page, { op: 'set_header', html: tall }, text, page, html('B'), text],
      [header('A'), text, page, header('Tall', { height: '180pt' }), text, page, header('B'), text],
    ]) {
      const pdf = await printed(steps);
      const tops = await Promise.all(
        [1, 2, 3].map(async (number) => (await wordBoxesOf(pdf, number)).find((box) => box.text === 'Body')?.top ?? 0),
      );
      expect(tops[0]).to.be.lessThan(70);
      expect(tops[1]).to.be.greaterThan(170);
      expect(tops[2]).to.be.closeTo(tops[0] ?? 0, 0.1);
    }
  });

  it('go with pages of other sizes, with remote parts of the order and with chosen pages', async () => {
    const existing = (await printed([{ op: 'add_text', text: 'Existing' }])).toString('base64');
    const steps = [
      html('A'),
      text,
      { op: 'add_page', size: 'A5', orientation: 'landscape' },
      html('B-{page}'),
      text,
      { op: 'add_pdf', data: existing },
      text,
      page,
      html('C {section}'),
      { op: 'add_heading', text: 'Third' },
      text,
      next,
      text,
    ];
    expect(await runningOf(await printed(steps))).to.deep.equal([
      'A',
      'B-2',
      'Existing',
      'B-4',
      'C Third Third',
      'C Third',
    ]);
    const chosen = [html('A'), text, page, html('B {section}'), { op: 'add_heading', text: 'Third' }, text, next, text];
    expect(await runningOf(await printed(chosen, { output: { pages: '3' } }))).to.deep.equal(['B Third']);
    expect(await runningOf(await printed(chosen, { output: { pages: '3,1' } }))).to.deep.equal(['B Third', 'A']);
  });

  it('leave the request’s own rules for pages to it', async () => {
    const pdf = await printed([header('A'), text, page, header('B'), text], {
      document: { css: '@page{margin-left:200pt}' },
    });
    for (const number of [1, 2])
      expect((await wordBoxesOf(pdf, number)).find((box) => box.text === 'Body')?.left).to.be.closeTo(200, 1);
  });

  it('are of the whole document where that is one page', async () => {
    expect(
      await runningOf(await printed([text, page, header('A'), text], { document: { singlePage: true } })),
    ).to.deep.equal(['A']);
  });

  it('cost a document without them nothing', () => {
    expect(pageOf(composed([header('A'), text, page, text]))).not.to.contain('chapter');
  });
});
