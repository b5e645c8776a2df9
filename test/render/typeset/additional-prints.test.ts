import { expect } from 'chai';
import type { Egress } from '../../../src/browser/network/egress.ts';
import { textOf } from '../../support/pdf.ts';
import { pdfOf, startService, type OwnService } from '../../support/service.ts';

const words = 'Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore'.split(
  ' ',
);
/** Text of so many words, the same each time. */
const prose = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => words[(from + index * 7 + (index >> 3)) % words.length]).join(' ');

describe('Prints in addition to those of a plain document', () => {
  let service: OwnService;
  let prints = 0;
  before(async () => {
    const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
    const headers = Object.entries({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
    const egress: Egress = {
      allows: () => true,
      fetch: () => {
        prints += 1;
        return Promise.resolve({ status: 200, headers: headers.map(([name, value]) => ({ name, value })), body });
      },
    };
    service = await startService({ SERVICE_WORKER_COUNT: '1', SERVICE_NETWORK_ALLOW: 'count.test' }, { egress });
  });
  after(() => service.stop());

  /** A picture that is loaded in each print of the document, but not in those of its headers. */
  const counter = '<img alt="" width="8" height="8" src="https://count.test/dot.svg">';
  /** The pages of a document, and the number of its prints. */
  const printed = async (operations: readonly object[], document: object = {}) => {
    prints = 0;
    const body = {
      document: { size: 'A5', ...document },
      operations,
      output: { failOn: ['resource-blocked', 'resource-failed'] },
    };
    const pages = (await textOf(pdfOf(await service.render(body)))).split('\f').slice(0, -1);
    return { pages: pages.map((text) => text.replaceAll(/\s+/g, ' ')), prints };
  };
  const html = (body: string, css = '') => ({ op: 'add_html', html: body + counter, css });
  const note = (number: number) => `C${number}x<span class="fn">N${number}x ${prose(12, number)}</span>`;
  const noted = '.fn { float: footnote }';
  /** `vw` is another length in the print than before it, so pages end elsewhere, and notes of the table miss theirs. */
  const wrongNotes = html(
    `<p>${prose(200)}</p><div style="aspect-ratio:2;width:50vw"></div><table>` +
      Array.from({ length: 10 }, (_, row) => `<tr><td>${prose(3)}<td>${note(row + 1)}`).join('') +
      '</table>',
    noted,
  );
  /** Expects each note `N<i>x` on the page of its call `C<i>x`. */
  const expectNotesOnPages = (pages: readonly string[]): void => {
    const pageOf = (word: string) => pages.findIndex((text) => text.includes(word));
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
    expect(numbers.map((number) => pageOf(`N${number}x`))).to.deep.equal(
      numbers.map((number) => pageOf(`C${number}x`)),
    );
  };
  /** Named strings and headings that make the header some lines higher than without them. */
  const tallHeader = { op: 'set_header', text: '{heading:2} {heading:3}' };
  const headings = [
    { op: 'add_heading', text: 'First', level: 1 },
    { op: 'add_heading', text: `Alpha ${prose(30)}`, level: 2 },
    { op: 'add_heading', text: `Beta ${prose(30)}`, level: 3 },
  ];
  const last = [
    { op: 'add_page_break' },
    { op: 'add_heading', text: 'Last', id: 'last', level: 1 },
    { op: 'add_text', text: 'The last page.' },
  ];
  const pageOfLast = (pages: readonly string[]) =>
    String(pages.findIndex((text) => text.includes('The last page.')) + 1);
  const entryOf = (pages: readonly string[]) => /\bLast[ .]+(\d+)/.exec(pages.join(' '))?.[1];

  it('are none where nothing depends on pages, or is on the page that was laid out', async () => {
    expect((await printed([html('<p>Text.</p>')])).prints).to.equal(1);
    expect((await printed([html(`<p>${note(1)}</p>`, noted)])).prints).to.equal(1);
  });

  it('are one for contents and references together, and one for notes that missed their pages', async () => {
    const contents = await printed([
      { op: 'add_toc' },
      { op: 'add_text', text: 'See page {ref: last, page}.' },
      html('<p>Text.</p>'),
      ...last,
    ]);
    expect([contents.prints, entryOf(contents.pages)]).to.deep.equal([2, pageOfLast(contents.pages)]);
    expect(contents.pages.join(' ')).to.include(`See page ${pageOfLast(contents.pages)}.`);
    const notes = await printed([wrongNotes]);
    expect(notes.prints).to.equal(2);
    expectNotesOnPages(notes.pages);
  });

  it('are two for contents, references, wrong notes and higher headers together', async () => {
    const { pages, prints } = await printed([
      tallHeader,
      { op: 'add_toc', levels: 1 },
      ...headings,
      { op: 'add_text', text: 'See page {ref: last, page}.' },
      wrongNotes,
      ...last,
    ]);
    expect(prints).to.be.at.most(3);
    expectNotesOnPages(pages);
    expect(entryOf(pages)).to.equal(pageOfLast(pages));
    expect(pages.join(' ')).to.include(`See page ${pageOfLast(pages)}.`);
    expect(pages.at(-1)).to.include('Alpha').and.to.include('Beta').and.to.include('The last page.');
  });

  it('are two more than those of positioned content, whose page is found by a print', async () => {
    const placed = { op: 'add_text', text: 'Placed.', position: { x: 20, y: 100 } };
    const plain = await printed([html('<p>Text.</p>'), placed]);
    expect(plain.prints).to.equal(2);
    const all = [tallHeader, { op: 'add_toc', levels: 1 }, ...headings, wrongNotes, placed, ...last];
    const { pages, prints } = await printed(all);
    expect(prints).to.be.at.most(4);
    expectNotesOnPages(pages);
    expect(entryOf(pages)).to.equal(pageOfLast(pages));
    expect(pages.findIndex((text) => text.includes('Placed.'))).to.equal(pages.length - 2);
  });
});
