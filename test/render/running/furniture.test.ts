import { expect } from 'chai';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { pageContent } from '../../../src/pdf/content/run-page.ts';
import { markedContentOf } from '../../support/artifacts.ts';
import { checkSyntax } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { openSession, problemIn } from '../../support/sessions.ts';
import { sharedService } from '../../support/shared.ts';
import { shownPagesOf, type ShownPage } from '../../support/shown-texts.ts';
import { contractPdf, signed } from '../../support/signed-files.ts';
import { numberedPdf, unusualPages } from '../../support/unusual-pages.ts';

const text = { op: 'add_text', text: 'Body' };
const added = (pdf: Uint8Array, more: object = {}) => ({
  op: 'add_pdf',
  data: Buffer.from(pdf).toString('base64'),
  furniture: true,
  ...more,
});
const header = (words: string, more: object = {}) => ({ op: 'set_header', text: words, ...more });
const footer = (words: string, more: object = {}) => ({ op: 'set_footer', text: words, ...more });

describe('Headers, footers and watermarks over pages of PDFs', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  const printed = async (operations: object[], more: { document?: object; output?: object } = {}) =>
    pdfOf(await service.render({ operations, ...more }));
  /** The texts of each page, top to bottom, without those of its own content. */
  const furnitureOf = async (pdf: Uint8Array) =>
    (await shownPagesOf(pdf)).map(({ texts }) =>
      [...texts]
        .sort((one, other) => one.y - other.y || one.x - other.x)
        .map((each) => each.text)
        .filter((words) => !/^(Own \d+|Body|Inside)$/.test(words))
        .join(' | '),
    );
  const find = ({ texts }: ShownPage, words: string) => {
    const found = texts.find((each) => each.text === words);
    if (found === undefined) expect.fail(`no '${words}' among ${texts.map((each) => each.text).join(', ')}`);
    return found;
  };

  describe('stand upright in the margins of a page as it is shown', () => {
    let pages: ShownPage[];
    let pdf: Buffer;
    before(async () => {
      pdf = await printed([
        header('Head'),
        { op: 'set_footer', left: 'Left', right: 'Right {page}' },
        ...unusualPages.map((page) => added(page.pdf)),
      ]);
      pages = await shownPagesOf(pdf);
    });

    unusualPages.forEach(({ name, width, height }, index) => {
      it(name, () => {
        const page = pages[index]!;
        expect([page.width, page.height]).to.deep.equal([width, height]);
        const [head, left, right] = [find(page, 'Head'), find(page, 'Left'), find(page, `Right ${index + 1}`)];
        for (const { angle } of [head, left, right]) expect(angle).to.be.closeTo(0, 0.01);
        // On pages whose shorter side is less than two inches, or the longer one beyond what Chromium prints, all is
        // smaller or larger.
        const scale = Math.min(Math.max(1, 144 / Math.min(width, height)), 14_000 / Math.max(width, height));
        const side = Math.min(56.69, (width * scale) / 4) / scale;
        expect(head.size).to.be.closeTo(8 / scale, 0.02 / scale);
        expect(head.x + head.width / 2, 'the middle of the header').to.be.closeTo(width / 2, 0.6 / scale);
        expect(left.x, 'where the left part begins').to.be.closeTo(side, 0.6 / scale);
        expect(right.x + right.width, 'where the right part ends').to.be.closeTo(width - side, 0.6 / scale);
        const edge = Math.min(56.69, 0.4 * height * scale) / 2 / scale;
        expect(head.y, 'the baseline of the header').to.be.closeTo(edge + 3 / scale, 1.5 / scale);
        for (const { y } of [left, right])
          expect(y, 'the baseline of the footer').to.be.closeTo(height - edge + 3 / scale, 1.5 / scale);
      });
    });

    it('as artifacts of each page, in a file without a fault', async () => {
      const { artifacts, wrong } = markedContentOf(pdf);
      expect(wrong).to.deep.equal([]);
      for (const page of artifacts)
        expect(page).to.deep.equal([
          '<< /Type /Pagination /Subtype /Header >>',
          '<< /Type /Pagination /Subtype /Footer >>',
        ]);
      await checkSyntax(pdf);
    });
  });

  it('are absent unless they are requested: the pages stay as they are', async () => {
    const furniture = [header('Head'), footer('Foot'), { op: 'add_watermark', text: 'DRAFT' }];
    const all = unusualPages.map(({ pdf }) => added(pdf, { furniture: undefined }));
    const out = openPdf(await printed([...furniture, text, ...all]));
    unusualPages.forEach(({ pdf, name }, index) => {
      const [before, after] = [openPdf(pdf).pages()[0]!, out.pages()[index + 1]!];
      expect(pageContent(out, after).equals(pageContent(openPdf(pdf), before)), name).to.equal(true);
      expect(out.dict(after.resources.get('XObject')), name).to.equal(null);
    });
  });

  it('count and number the pages, with and without them, as labels, Bates numbers and the section do', async () => {
    const both = '{page} {pageIndex}/{pages} {bates} {section}';
    const annex = numberedPdf(3, { 1: 'Annex', 3: 'Appendix' });
    const operations = (furniture: boolean) => [
      { op: 'set_page_numbers', style: 'roman' },
      { op: 'set_bates', prefix: 'X', digits: 3 },
      footer(both),
      { op: 'add_heading', text: 'Preface' },
      added(numberedPdf(1), { furniture }),
      { op: 'set_page_numbers', style: 'decimal', prefix: 'R-' },
      added(annex, { furniture, pages: '1,2,3,1' }),
      { op: 'add_heading', text: 'End' },
    ];
    const all = [
      'i 1/7 X001 Preface',
      'ii 2/7 X002 Preface',
      'R-1 3/7 X003 Annex',
      'R-2 4/7 X004 Annex',
      'R-3 5/7 X005 Appendix',
      'R-4 6/7 X006 Appendix',
      'R-5 7/7 X007 End',
    ];
    const pdf = await printed(operations(true));
    const footers = (pages: string[]) => pages.map((words) => words.split(' | ').at(-1));
    expect(footers(await furnitureOf(pdf))).to.deep.equal(all);
    expect((await shownPagesOf(pdf)).map(({ label }) => label)).to.deep.equal(all.map((line) => line.split(' ')[0]));
    expect(footers(await furnitureOf(await printed(operations(false))))).to.deep.equal(
      all.map((line, index) => ([0, 6].includes(index) ? line : '')),
    );
  });

  it('differ on the first page, on odd and even ones, and after add_page, as on other pages', async () => {
    const three = added(numberedPdf(3));
    const pdf = await printed([
      header('First', { on: 'first' }),
      header('Odd', { on: 'odd' }),
      header('Even', { on: 'even' }),
      three,
      { op: 'add_page' },
      { op: 'set_header', html: '<b>Chapter</b> {page}' },
      text,
      three,
      { op: 'add_page' },
      header(''),
      text,
      three,
    ]);
    expect((await furnitureOf(pdf)).map((words) => words.replaceAll(' | ', ' ').replace(/ +/g, ' '))).to.deep.equal([
      ...['First', 'Even', 'Odd'],
      ...['Chapter 4', 'Chapter 5', 'Chapter 6', 'Chapter 7'],
      ...['', '', '', ''],
    ]);
  });

  it('stand on the chosen pages of output.pages, wherever these come', async () => {
    const operations = [footer('{pageIndex} of {pages}'), text, added(numberedPdf(3)), text];
    const pdf = await printed(operations, { output: { pages: '4,2,5,2' } });
    expect(await furnitureOf(pdf)).to.deep.equal(['4 of 5', '2 of 5', '5 of 5', '2 of 5']);
    expect(
      await furnitureOf(await printed([footer('{page}'), added(numberedPdf(4))], { output: { pages: '3' } })),
    ).to.deep.equal(['3']);
  });

  it('come by the name of an asset, also of a session', async () => {
    const annex = numberedPdf(2);
    const operations = [footer('{page} of {pages}'), text, { op: 'add_pdf', asset: 'annex', furniture: true }];
    const pdf = await printed(operations, { document: { assets: { annex: annex.toString('base64') } } });
    expect(await furnitureOf(pdf)).to.deep.equal(['1 of 3', '2 of 3', '3 of 3']);
    const session = await openSession(service);
    const stored = await service.request('PUT', `${session.path}/assets/annex`, { body: new Uint8Array(annex) });
    expect(stored.status).to.equal(201);
    expect((await session.post('operations', { operations })).status).to.equal(201);
    expect(await furnitureOf(pdfOf(await session.post('render')))).to.deep.equal(['1 of 3', '2 of 3', '3 of 3']);
  });

  it('are refused over the pages of a signed PDF, which is added without them', async () => {
    const contract = await signed(contractPdf());
    const steps = (furniture: boolean) => ({ operations: [header('Head'), text, added(contract, { furniture })] });
    expect(problemIn(await service.render(steps(true)))).to.deep.equal([
      422,
      'signature-would-break',
      '/operations/2/furniture',
    ]);
    expect(await shownPagesOf(pdfOf(await service.render(steps(false))))).to.have.length(3);
  });

  it('refuse what is neither true nor false', async () => {
    for (const furniture of ['yes', 1, null, {}])
      expect(problemIn(await service.render({ operations: [added(numberedPdf(1), { furniture })] }))).to.deep.equal([
        400,
        'invalid-request',
        '/operations/0/furniture',
      ]);
  });

  it('are the same each time, and grow with the pages, not with their square', async () => {
    const output = { deterministic: true };
    const of = (count: number) => printed([footer('Foot'), header('Head'), added(numberedPdf(count))], { output });
    const once = await of(40);
    expect((await of(40)).equals(once)).to.equal(true);
    expect((await of(400)).length).to.be.lessThan(once.length * 12);
  });
});
