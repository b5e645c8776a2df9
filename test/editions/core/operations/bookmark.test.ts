import { expect } from 'chai';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { inspect } from '../../../support/inspect.ts';
import { checkSyntax } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const text = (words: string) => ({ op: 'add_text', text: words });
const bookmark = (title: string, level = 1) => ({ op: 'add_bookmark', title, level });
const annex = { op: 'add_pdf', data: examplePdf('Annex one', 'Annex two') };
const web = { op: 'add_html', html: '<!doctype html><title>Web</title><p>A page of its own</p>' };
const pageBreak = { op: 'add_page_break' };

describe('A bookmark', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  /** The outline with the numbers of its pages, and how many pages there are. */
  async function outlineOf(operations: readonly object[], output: object = {}) {
    const pdf = pdfOf(await service.render({ operations, output }));
    await checkSyntax(pdf);
    const { outline, pages } = await inspect(pdf);
    return { pages: pages.length, outline: outline.map(({ title, page }) => `${title}: ${page + 1}`) };
  }

  it('leads to the pages that are added after it, and adds none', async () => {
    for (const [operations, pages, outline] of [
      [[text('A'), bookmark('Annex'), annex], 3, ['Annex: 2']],
      [[text('A'), pageBreak, bookmark('Annex'), annex, text('B')], 4, ['Annex: 2']],
      [[annex, bookmark('Again'), bookmark('Below', 2), annex], 4, ['Again: 3', 'Below: 3']],
      [[text('A'), bookmark('Web'), web, bookmark('B'), text('B')], 3, ['Web: 2', 'B: 3']],
      [[text('A'), bookmark('A place'), text('B'), bookmark('Annex'), annex], 3, ['A place: 1', 'Annex: 2']],
    ] as const)
      expect(await outlineOf(operations), JSON.stringify(operations).slice(0, 200)).to.deep.equal({ pages, outline });
  });

  it('leads to them where pages are chosen, and is left out with their first page', async () => {
    const operations = [text('A'), bookmark('Annex'), annex, bookmark('End'), text('B')];
    expect((await outlineOf(operations, { pages: '4,2' })).outline).to.have.members(['Annex: 2', 'End: 1']);
    expect((await outlineOf(operations, { pages: '1,4' })).outline).to.deep.equal(['End: 2']);
  });
});
