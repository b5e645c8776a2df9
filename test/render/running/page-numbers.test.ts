import { expect } from 'chai';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { checkSyntax, infoOf, textOf } from '../../support/pdf.ts';
import { pointersOf, composed } from '../../support/rendering.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const text = { op: 'add_text', text: 'Body' };
const next = { op: 'add_page_break' };
const numbers = (style: string, more: object = {}) => ({ op: 'set_page_numbers', style, ...more });
const footer = { op: 'set_footer', text: 'p={page}; i={pageIndex}; n={pages};' };
const heading = (words: string) => ({ op: 'add_heading', text: words });
const existing = { op: 'add_pdf', data: examplePdf('Annex one', 'Annex two') };

describe('Page numbers', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));

  const printed = async (operations: object[], more: { document?: object; output?: object } = {}) =>
    pdfOf(await service.render({ operations, ...more }));
  /** The labels that a viewer shows; `null` = the file has none. */
  async function labelsOf(pdf: Uint8Array): Promise<string[] | null> {
    const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    try {
      return await (await task.promise).getPageLabels();
    } finally {
      await task.destroy();
    }
  }
  const textsOf = async (pdf: Uint8Array) =>
    Promise.all(Array.from({ length: Number((await infoOf(pdf)).Pages) }, (_, index) => textOf(pdf, index + 1)));
  /** Number, index and count in the footer of each page; '' = it has no footer. */
  const footersOf = async (pdf: Uint8Array) =>
    (await textsOf(pdf)).map((page) => {
      const found = /p=(.*?); i=(.*?); n=(.*?);/.exec(page);
      return found === null ? '' : found.slice(1).join(' ');
    });

  it('have a style, a start and a prefix from the next page on, in footers and as labels of the file', async () => {
    const pdf = await printed([
      footer,
      numbers('roman'),
      ...[text, next, text],
      numbers('decimal'),
      ...[text, next, text],
      numbers('ALPHA', { start: 27 }),
      text,
      numbers('none', { prefix: 'Cover' }),
      text,
      numbers('ROMAN', { start: 4, prefix: 'Ä-' }),
      text,
      numbers('alpha', { start: 3 }),
      text,
    ]);
    const labels = ['i', 'ii', '1', '2', 'AA', 'Cover', 'Ä-IV', 'c'];
    expect(await labelsOf(pdf)).to.deep.equal(labels);
    expect(await footersOf(pdf)).to.deep.equal(labels.map((label, index) => `${label} ${index + 1} 8`));
    await checkSyntax(pdf);
  });

  it('count in decimals from 1 before the first of them; a page that has just begun is the next page', async () => {
    const page = { op: 'add_page' };
    const pdf = await printed([footer, text, next, text, page, numbers('decimal', { start: 7 }), text, next, text]);
    expect(await labelsOf(pdf)).to.deep.equal(['1', '2', '7', '8']);
    expect(await footersOf(pdf)).to.deep.equal(['1 1 4', '2 2 4', '7 3 4', '8 4 4']);
    const before = await printed([text, numbers('roman', { start: 3 }), next, page, text]);
    expect(await labelsOf(before), 'numbers before add_page').to.deep.equal(['1', 'iii']);
  });

  it('are absent from a document that sets none, also where an added PDF has labels', async () => {
    const labelled = await printed([numbers('roman', { start: 9 }), text]);
    expect(await labelsOf(labelled)).to.deep.equal(['ix']);
    const added = { op: 'add_pdf', data: Buffer.from(labelled).toString('base64') };
    expect(await labelsOf(await printed([text, added]))).to.equal(null);
    expect(await labelsOf(await printed([added]))).to.equal(null);
    expect(await labelsOf(await printed([text]))).to.equal(null);
    expect(await labelsOf(await printed([text, added, numbers('alpha'), text]))).to.deep.equal(['1', '2', 'a']);
  });

  it('go on over pages of PDFs, and begin with one', async () => {
    const pdf = await printed([footer, numbers('roman'), text, existing, text, numbers('decimal'), existing, text]);
    expect(await labelsOf(pdf)).to.deep.equal(['i', 'ii', 'iii', 'iv', '1', '2', '3']);
    expect(await footersOf(pdf)).to.deep.equal(['i 1 7', '', '', 'iv 4 7', '', '', '3 7 7']);
  });

  it('are those of a table of contents, whatever is between the chapters', async () => {
    const pdf = await printed([
      numbers('roman'),
      { op: 'add_toc', title: 'Contents' },
      heading('Preface'),
      numbers('decimal', { prefix: 'R-' }),
      heading('Report'),
      existing,
      heading('Findings'),
    ]);
    const [contents = ''] = await textsOf(pdf);
    const entries = [...contents.matchAll(/(Preface|Report|Findings)\s+(\S+)$/gm)].map(([, name, page]) => [
      name,
      page,
    ]);
    expect(entries).to.deep.equal([
      ['Preface', 'i'],
      ['Report', 'R-1'],
      ['Findings', 'R-4'],
    ]);
  });

  it('remain with the pages that output.pages chooses, in its order', async () => {
    const steps = [footer, numbers('roman'), text, next, text, numbers('decimal'), text, next, text];
    const some = await printed(steps, { output: { pages: '2-3' } });
    expect(await labelsOf(some)).to.deep.equal(['ii', '1']);
    expect(await footersOf(some)).to.deep.equal(['ii 2 4', '1 3 4']);
    const turned = await printed([...steps, existing], { output: { pages: '5,2,1' } });
    expect(await labelsOf(turned)).to.deep.equal(['3', 'ii', 'i']);
  });

  it('continue through a document that is printed in parts', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => [index + 1, `Article ${index}`]);
    const table = { op: 'add_table', columns: ['#', 'Article'], rows };
    const pdf = await printed([footer, numbers('roman'), text, numbers('decimal'), table, numbers('ALPHA'), table]);
    const labels = (await labelsOf(pdf)) ?? [];
    const footers = await footersOf(pdf);
    expect(footers).to.deep.equal(labels.map((label, index) => `${label} ${index + 1} ${labels.length}`));
    const last = labels.indexOf('A');
    expect(last).to.be.greaterThan(10);
    expect(labels.slice(0, last)).to.deep.equal([
      'i',
      ...Array.from({ length: last - 1 }, (_, index) => `${index + 1}`),
    ]);
    expect((await textOf(pdf, last + 1)).trim()).to.match(/^#\s+Article\s+1\s+Article 0\b/);
    await checkSyntax(pdf);
  });

  it('are in documents that conform to PDF/A and PDF/UA', async () => {
    const output = { conformance: ['PDF/A-2a', 'PDF/UA-1'] };
    const pdf = await printed([footer, numbers('roman'), heading('One'), numbers('decimal'), text], {
      output,
      document: { title: 'Numbers', lang: 'en' },
    });
    expect(await labelsOf(pdf)).to.deep.equal(['i', '1']);
    expect(await footersOf(pdf)).to.deep.equal(['i 1 2', '1 2 2']);
  });

  it('without a page after them have a warning; unknown styles and starts are refused with their places', () => {
    const { warnings } = composed([text, numbers('roman')]);
    expect(warnings.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['numbering-ignored', '/operations/1'],
    ]);
    expect(
      pointersOf({
        operations: [
          { op: 'set_page_numbers' },
          numbers('Roman'),
          numbers('roman', { start: 0 }),
          numbers('alpha', { from: 2 }),
        ],
      }),
    ).to.deep.equal(['/operations/0/style', '/operations/1/style', '/operations/2/start', '/operations/3/from']);
  });

  it('of Bates count every page, those of PDFs included, whatever other numbers the pages have', async () => {
    const bates = (more: object = {}) => ({ op: 'set_bates', ...more });
    const both = { op: 'set_footer', text: '{bates} p={page};' };
    const of = async (operations: object[], more: object = {}) =>
      (await textsOf(await printed(operations, more))).map((page) =>
        /(\S+ ?\S*) p=(.*?);/.exec(page)?.slice(1).join(' '),
      );
    const pages = [text, next, text];
    expect(await of([bates(), both, ...pages])).to.deep.equal(['000001 1', '000002 2']);
    const fields = { prefix: 'ACME ', digits: 2, start: 99, suffix: '-B' };
    const dossier = [both, numbers('roman'), text, existing, text, bates(fields)];
    expect(await of(dossier)).to.deep.equal(['ACME 99-B i', undefined, undefined, 'ACME 102-B iv']);
    expect(await of([...dossier, next, text], { output: { pages: '4-' } })).to.deep.equal([
      'ACME 102-B iv',
      'ACME 103-B v',
    ]);
    expect(
      await of([{ ...both, text: undefined, html: '<i>{bates}</i> p={page};' }, bates({ start: 0 }), text]),
    ).to.deep.equal(['000000 1']);
  });

  it('of Bates are placeholders after set_bates alone, and refuse wrong fields with their places', async () => {
    const steps = [{ op: 'set_footer', text: 'No. {bates}' }, text];
    expect(await textOf(await printed(steps), 1)).to.contain('No. {bates}');
    expect(composed(steps).warnings.map(({ code }) => code)).to.deep.equal(['placeholder-unknown']);
    expect(composed([...steps, { op: 'set_bates' }]).warnings).to.deep.equal([]);
    const wrong = [{ digits: 0 }, { digits: 21 }, { start: -1 }, { prefix: 1 }, { from: 1 }];
    expect(pointersOf({ operations: wrong.map((fields) => ({ op: 'set_bates', ...fields })) })).to.deep.equal(
      wrong.map((fields, index) => `/operations/${index}/${Object.keys(fields)[0]}`),
    );
  });
});
