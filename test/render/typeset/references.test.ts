import { expect } from 'chai';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { inspect } from '../../support/inspect.ts';
import { checkSyntax, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { openSession, problemIn } from '../../support/sessions.ts';
import { sharedService } from '../../support/shared.ts';

const text = (content: string, more: object = {}) => ({ op: 'add_text', text: content, ...more });
const heading = (content: string, level = 1, more: object = {}) => ({
  op: 'add_heading',
  text: content,
  level,
  ...more,
});
const markdown = (content: string, more: object = {}) => ({ op: 'add_markdown', markdown: content, ...more });
const next = { op: 'add_page_break' };

/** The links inside a document: the page of each, where it leads, and whether it has a text for assistive technology. */
async function leadsOf(pdf: Uint8Array): Promise<{ page: number; to: string; contents: boolean }[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const found = await Promise.all(
    numbers.map(async (page) => {
      const annotations = (await (await document.getPage(page)).getAnnotations()) as {
        dest: string;
        contentsObj?: { str: string };
      }[];
      return annotations.map(({ dest, contentsObj }) => ({
        page,
        to: dest,
        contents: (contentsObj?.str ?? '') !== '',
      }));
    }),
  );
  await task.destroy();
  return found.flat();
}

describe('References', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const render = async (operations: readonly object[], document: object = {}, output: object = {}) =>
    pdfOf(await service.render({ operations, document, output }));
  const linesOf = async (pdf: Uint8Array, page?: number) =>
    (await textOf(pdf, page))
      .split('\n')
      .map((line) => line.trim().replace(/ +/g, ' '))
      .filter((line) => line !== '');
  const lines = async (operations: readonly object[], document: object = {}) =>
    linesOf(await render(operations, document));
  const refused = async (operations: readonly object[], document: object = {}) => {
    const answer = await service.render({ operations, document });
    const { type, errors } = answer.json() as { type: string; errors: readonly { pointer: string; message: string }[] };
    return { status: answer.status, slug: type.replace(/.*\//, ''), errors };
  };

  it('show the page, the number and the text of what they lead to, forwards and backwards', async () => {
    const pdf = await render(
      [
        heading('Scope', 1, { id: 'scope' }),
        text('Costs are in {ref: costs} on page {ref: costs, page} under "{ref:costs,text}".'),
        next,
        heading('Results'),
        heading('Costs', 2, { id: 'costs' }),
        text('See {ref: scope}, "{ref: scope, text}", page {ref: scope, page}, and {ref: note}.'),
        text('A note & its end.', { id: 'note' }),
      ],
      { numbering: true },
    );
    expect(await linesOf(pdf, 1)).to.include('Costs are in 2.1 on page 2 under "Costs".');
    expect(await linesOf(pdf, 2)).to.include('See 1, "Scope", page 1, and A note & its end..');
    await checkSyntax(pdf);
  });

  it('stand in cells, headers, captions, lists and columns', async () => {
    const shown = await lines([
      heading('Costs', 1, { id: 'costs' }),
      {
        op: 'add_table',
        id: 'parts',
        caption: 'Parts of {ref: costs, text}',
        columns: ['Item', { header: 'Page {ref: end, page}', footer: 'to {ref: end, page}' }],
        rows: [
          ['Bolt', '{ref: end, page}'],
          ['Nut', { text: 'p. {ref: costs, page}', align: 'right' }],
        ],
      },
      { op: 'add_list', items: ['See {ref: costs}', { text: 'or', items: ['{ref: end, page}'] }] },
      { op: 'add_columns', columns: [[text('Left {ref: end}')], [text('Right {ref: end, page}')]] },
      next,
      text('The end: {ref: parts}.', { id: 'end' }),
    ]);
    expect(shown).to.include.members([
      'Parts of Costs',
      'Item Page 2',
      'Bolt 2',
      'Nut p. 1',
      'to 2',
      'The end: Parts of Costs.',
    ]);
    expect(shown.join(' ')).to.match(/See Costs .*or .*2 .*Left The end: Parts of Costs\. *Right 2/);
  });

  it('stand in Markdown, also behind its links', async () => {
    const shown = await lines(
      [
        markdown(
          '# Costs {#costs}\n\nSee [the *end*](#end){page}, [](#end){page}, [§](#costs){number} and [it](#costs){text}; ' +
            '**{ref: end}** `{ref: nothing}`\n\n| a | b |\n|---|---|\n| {ref: end, page} | [see](#end){page} |',
        ),
        next,
        markdown('The end of [Costs](#costs).', { id: 'end' }),
      ],
      { numbering: true },
    );
    expect(shown).to.include.members([
      '1 Costs',
      'See the end 2, 2, § 1 and it Costs; The end of Costs. {ref: nothing}',
      '2 see 2',
    ]);
  });

  it('are links to their targets, with a text for assistive technology', async () => {
    const pdf = await render(
      [
        heading('Start', 1, { id: 'start' }),
        text('Go to page {ref: end, page}.'),
        markdown('[see](#end){page}'),
        next,
        text('End of {ref: start}', { id: 'end' }),
      ],
      { title: 'Links', lang: 'en' },
      { conformance: ['PDF/UA-1'] },
    );
    expect(await leadsOf(pdf)).to.deep.equal([
      { page: 1, to: 'end', contents: true },
      { page: 1, to: 'end', contents: true },
      { page: 2, to: 'start', contents: true },
    ]);
    await checkSyntax(pdf);
  });

  it('are right where their numbers move what they lead to', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `Row ${index}: pages {ref: last, page} {ref: last, page}`);
    const pdf = await render([
      { op: 'set_page_numbers', style: 'roman', prefix: 'page-of-the-appendix-' },
      ...rows.map((row) => text(`${row} and some more words that nearly fill the line.`)),
      text('Last.', { id: 'last' }),
    ]);
    const { pages } = await inspect(pdf);
    const texts = await Promise.all(pages.map((_, at) => linesOf(pdf, at + 1)));
    const label = ['i', 'ii', 'iii', 'iv', 'v'][texts.findIndex((page) => page.includes('Last.'))] ?? '';
    expect(texts.flat().join(' ').replaceAll('- ', '-')).to.include(
      `Row 39: pages page-of-the-appendix-${label} page-of-the-appendix-${label} and`,
    );
  });

  it('are printed as in the third pass, with a warning, where they never come to rest', async () => {
    // "viii" takes two lines more than "ix", so that the last text is on page viii only while it is said to be on ix
    const answer = await service.render(
      {
        operations: [
          { op: 'set_page_numbers', style: 'roman', start: 8 },
          text('{ref: last, page} '.repeat(200)),
          { op: 'add_spacer', height: 325 },
          text('Last', { id: 'last' }),
        ],
        document: { size: 'A5' },
      },
      { headers: { accept: 'application/json' } },
    );
    const { document, report } = answer.json() as {
      document: { pages: number };
      report: { warnings: readonly { code: string; pointer: string }[] };
    };
    expect(document.pages).to.equal(2);
    expect(report.warnings).to.deep.equal([
      {
        code: 'reference-unstable',
        message: "After three passes a page number still changes, that of 'last'.",
        pointer: '/operations/1',
      },
    ]);
  });

  it('show the numbers that readers see, across PDFs and complete documents', async () => {
    const pdf = await render([
      { op: 'set_page_numbers', style: 'roman' },
      text('Body begins on {ref: body, page}, the letter on {ref: letter, page}, after {ref: here, page}.', {
        id: 'here',
      }),
      { op: 'add_pdf', data: examplePdf('Existing') },
      {
        op: 'add_html',
        html: '<!doctype html><html lang="en"><title>L</title><body><h1 id="letter">Letter</h1></body></html>',
      },
      { op: 'set_page_numbers', style: 'decimal' },
      text('Body: {ref: letter}, page {ref: letter, page}, from {ref: here, page}.', { id: 'body' }),
    ]);
    const { pages } = await inspect(pdf);
    expect(await linesOf(pdf, 1)).to.include('Body begins on 1, the letter on iii, after i.');
    expect(await linesOf(pdf, pages.length)).to.include('Body: Letter, page iii, from i.');
  });

  it('are counted in tables of contents and the outline', async () => {
    const pdf = await render([
      { op: 'add_toc' },
      next,
      heading('More than {ref: other, text} on {ref: other, page}', 1),
      next,
      heading('Costs', 1, { id: 'other' }),
    ]);
    expect((await inspect(pdf)).outline.map(({ title }) => title)).to.deep.equal(['More than Costs on 3', 'Costs']);
    expect(await linesOf(pdf, 1)).to.include('More than Costs on 3 2');
  });

  it('refuse what they lead to where nothing has that id', async () => {
    const { status, slug, errors } = await refused([
      heading('Costs', 1, { id: 'costs' }),
      text('See {ref: cost, page}.'),
      { op: 'add_table', columns: ['a'], rows: [['x'], ['{ref: nothing}']] },
      markdown('[see](#none){page}'),
      { op: 'add_columns', columns: [[text('{ref: costs, number}')]] },
      { op: 'add_list', items: ['a', { text: 'b', items: ['{ref: gone}'] }] },
    ]);
    expect([status, slug]).to.deep.equal([422, 'reference-unresolved']);
    expect(errors.map(({ pointer, message }) => [pointer, message])).to.deep.equal([
      ['/operations/1/text', "nothing in the document has the id 'cost'; did you mean `costs`?"],
      ['/operations/2/rows/1/0', "nothing in the document has the id 'nothing'"],
      ['/operations/3/markdown', "nothing in the document has the id 'none'"],
      ['/operations/4/columns/0/0/text', "what has the id 'costs' has no number, which the reference would show"],
      ['/operations/5/items/1/items/0', "nothing in the document has the id 'gone'"],
    ]);
  });

  it('stand in templates, as fragments and as complete documents', async () => {
    const shown = await lines([
      {
        op: 'add_template',
        source: '<h2 id="a">{{name}}</h2><p>{{ref "b" "page"}}, {{ref "b"}}, {{ref to "text"}} {{ref}}</p>',
        data: { name: 'First & last', to: 'a', ref: 'INV-7' },
      },
      {
        op: 'add_template',
        source:
          '<!doctype html><html lang="en"><title>T</title><body><h1 id="b">Second</h1><p>Page {{ref "a" "page"}}: ' +
          '<b>{{ref "a"}}</b></p></body></html>',
      },
    ]);
    expect(shown).to.deep.equal(['First & last', '2, Second, First & last INV-7', 'Second', 'Page 1: First & last']);
    const wrong = await refused([{ op: 'add_template', source: '<p>{{ref "x" "pages"}}</p>' }]);
    expect(wrong).to.deep.include({ status: 422, slug: 'template-error' });
    const missing = await refused([{ op: 'add_template', source: '<p>{{ref "x"}}</p>' }]);
    expect(missing).to.deep.include({ status: 422, slug: 'reference-unresolved' });
    expect(missing.errors[0]?.pointer).to.equal('/operations/0/source');
  });

  it('show texts that have references themselves, and nothing in a circle', async () => {
    const answer = await service.render(
      {
        operations: [
          text('A: {ref: b}', { id: 'a' }),
          text('B: {ref: c}', { id: 'b' }),
          text('C', { id: 'c' }),
          text('Me: {ref: me}!', { id: 'me' }),
        ],
      },
      { headers: { accept: 'application/json' } },
    );
    const { document, report } = answer.json() as {
      document: { data: string };
      report: { warnings: readonly { code: string }[] };
    };
    expect(await linesOf(Buffer.from(document.data, 'base64'))).to.deep.equal(['A: B: C', 'B: C', 'C', 'Me: Me: !!']);
    expect(report.warnings.map(({ code }) => code)).to.deep.equal(['reference-unstable']);
  });

  it('lead to content at a position, and to bookmarks of none', async () => {
    const shown = await lines([
      text('See {ref: note} on {ref: note, page}.'),
      next,
      text('Flow'),
      text('Beside', { id: 'note', position: { x: 0, y: '50mm' } }),
    ]);
    expect(shown).to.deep.equal(['See Beside on 2.', 'Flow', 'Beside']);
  });

  it('print what is no reference as it is, with a warning for an unknown choice', async () => {
    const answer = await service.render(
      { operations: [text('{ref} {ref:} {ref: } {REF: a} {ref: a, pag} {"ref: a"}', { id: 'a' })] },
      { headers: { accept: 'application/json' } },
    );
    const { document, report } = answer.json() as {
      document: { data: string };
      report: { warnings: readonly { code: string; pointer: string; message: string }[] };
    };
    expect(await linesOf(Buffer.from(document.data, 'base64'))).to.deep.equal([
      '{ref} {ref:} {ref: } {REF: a} {ref: a, pag} {"ref: a"}',
    ]);
    expect(report.warnings.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['placeholder-unknown', '/operations/0/text'],
    ]);
    expect(report.warnings[0]?.message).to.match(/Is `page` meant\?$/);
  });

  it('refuse what is not shown on any page', async () => {
    const wrong = await refused([
      { op: 'add_html', html: '<p>Text</p><p id="gone" style="display:none">Gone</p>' },
      text('See {ref: gone, page}.'),
    ]);
    expect(wrong).to.deep.include({ status: 422, slug: 'reference-unresolved' });
    expect(wrong.errors[0]?.pointer).to.match(/^\/operations\/1/);
  });

  it('may be there before their targets in a session, whose pages show them', async () => {
    const session = await openSession(service, { document: { size: 'A5' }, output: { deterministic: true } });
    await session.post('text', { text: 'See {ref: end} on {ref: end, page}.' });
    const unresolved = ['/operations/0/text', '/operations/0/text'];
    const preview = (page: number) => service.request('GET', `${session.path}/pages/${page}`);
    expect(problemIn(await preview(1))).to.deep.equal([422, 'reference-unresolved', ...unresolved]);
    await session.post('pages');
    await session.post('operations', { op: 'add_heading', text: 'The end', id: 'end' });
    const pdf = pdfOf(await session.post('render'));
    expect(await linesOf(pdf, 1)).to.deep.equal(['See The end on 2.']);
    const drawn = await service.request('POST', '/api/v1/rasterize', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: pdf.toString('base64') }, pages: '1', format: 'png' }),
    });
    const first = await preview(1);
    expect(first.body.equals(drawn.body)).to.equal(true);
  });
});
