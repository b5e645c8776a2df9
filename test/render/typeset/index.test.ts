import { expect } from 'chai';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { inOneGo } from '../../support/in-one-go.ts';
import { innerLinksOf } from '../../support/inner-links.ts';
import { checkSyntax, infoOf, structureOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { openSession } from '../../support/sessions.ts';
import { sharedService } from '../../support/shared.ts';

const text = (content: string, more: object = {}) => ({ op: 'add_text', text: content, ...more });
const markdown = (content: string) => ({ op: 'add_markdown', markdown: content });
const html = (source: string, more: object = {}) => ({ op: 'add_html', html: source, ...more });
const next = { op: 'add_page_break' };
const index = (more: object = {}) => ({ op: 'add_index', columns: 1, ...more });
/** Pages with these texts, one on each. */
const pages = (...contents: readonly string[]) => contents.flatMap((content) => [text(`Text ${content}`), next]);

const linesOf = async (pdf: Uint8Array, page?: number) =>
  (await textOf(pdf, page))
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line !== '');
const lastOf = async (pdf: Uint8Array) => linesOf(pdf, Number((await infoOf(pdf)).Pages));

describe('An index', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const render = async (operations: readonly object[], document: object = {}, output: object = {}) =>
    pdfOf(await service.render({ operations, document, output }));

  it('collects the terms of texts, headings, lists, cells, captions, Markdown, HTML and templates', async () => {
    const pdf = await render(
      [
        { op: 'add_heading', text: 'Heading {index: heading}' },
        text('Text{index: text} of a paragraph.'),
        { op: 'add_list', items: ['Item {index: list}', { text: 'Outer', items: ['{index: inner} Inner'] }] },
        {
          op: 'add_table',
          columns: ['Item {index: column}'],
          rows: [
            ['Bolt {index: bolt}'],
            [{ html: '<b data-index="cell of HTML">Nut</b>' }],
            [{ text: 'x {index: rich}' }],
          ],
          caption: 'Parts {index: parts}',
        },
        next,
        markdown(
          '# Title {index: title}\n\nSome *text {index: emphasis}*, `{index: code}`.\n\n```\n{index: fence}\n```',
        ),
        html('<p>The <span data-index="Zulu &amp; co">z</span>, <i data-index=" ">none</i>, {index: html}</p>'),
        { op: 'add_template', source: '<p data-index="{{term}}">{{term}}</p>', data: { term: 'from data' } },
        { op: 'add_columns', columns: [[text('Left {index: left}')], [text('Right')]] },
        next,
        index({ title: 'Index', letters: false }),
      ],
      { title: 'Index' },
      { conformance: ['PDF/UA-1', 'PDF/A-3a'] },
    );
    expect(await linesOf(pdf, 3)).to.deep.equal([
      ...[
        'Index',
        'bolt 1',
        'cell of HTML 1',
        'column 1',
        'emphasis 2',
        'from data 2',
        'heading 1',
        'inner 1',
        'left 2',
      ],
      ...['list 1', 'parts 1', 'rich 1', 'text 1', 'title 2', 'Zulu & co 2'],
    ]);
    expect(await linesOf(pdf, 1)).to.deep.equal([
      ...['Heading', 'Text of a paragraph.', 'Item', 'Outer', 'Inner', 'Parts', 'Item', 'Bolt', 'Nut', 'x'],
    ]);
    expect(await linesOf(pdf, 2)).to.deep.equal([
      ...['Title', 'Some text, {index: code} .', '{index: fence}', 'The z, none, {index: html}', 'from data'],
      'Left Right',
    ]);
    expect(await innerLinksOf(pdf, 3)).to.deep.equal([1, 1, 1, 2, 2, 1, 1, 2, 1, 1, 1, 1, 2, 2]);
    expect((await structureOf(pdf)).replace(/\s+/g, ' ')).to.match(
      /LI \(block\) LBody \(block\) NonStruct "bolt" NonStruct " " Link \(inline\) NonStruct "1"/,
    );
    await checkSyntax(pdf);
  });

  it('has ranges of pages that follow each other, each page once, and entries below others', async () => {
    const pdf = await render([
      ...pages('{index: a} {index: a}', '{index: a}', '{index: a} {index: b!x}', '', '{index: a} {index: b!y!z}', 'E'),
      text('Text {index: b!x} {index: Yahoo!} {index: wow\\!no}'),
      next,
      index(),
    ]);
    expect(await lastOf(pdf)).to.deep.equal([
      ...['A', 'a 1–3, 5', 'B', 'b', 'x 3, 7', 'y', 'z 5', 'W', 'wow!no 7', 'Y', 'Yahoo! 7'],
    ]);
    expect((await innerLinksOf(pdf, 8)).toSorted()).to.deep.equal([1, 3, 3, 5, 5, 7, 7, 7]);
  });

  it('shows the numbers of pages that readers see; a range ends where they begin anew', async () => {
    const pdf = await render([
      { op: 'set_page_numbers', style: 'roman', start: 3 },
      ...pages('{index: a}'),
      text('Text {index: a}'),
      { op: 'set_page_numbers', style: 'decimal', prefix: 'A-' },
      ...pages('{index: a}', '{index: a}'),
      { op: 'add_pdf', data: examplePdf('Existing') },
      text('Text {index: a} {index: b}'),
      next,
      index({ letters: false }),
    ]);
    expect(await lastOf(pdf)).to.deep.equal(['a iii–iv, A-1–A-2, A-4', 'b A-4']);
    expect(await innerLinksOf(pdf, Number((await infoOf(pdf)).Pages))).to.deep.equal([1, 2, 3, 4, 6, 6]);
  });

  it('is in the order and under the letters of its language', async () => {
    const terms = ['zebra', 'Öl', 'Ofen', 'äpple', 'apa', 'Ärger', '3D', 'éclair', 'Echo', 'öra', '§5'];
    const content = [text(terms.map((term) => `{index: ${term}}`).join(' ') + ' x'), next];
    const german = await lastOf(await render([...content, index()], { lang: 'de' }));
    expect(german.map((line) => line.replace(/ 1$/, ''))).to.deep.equal([
      ...['§5', '3D', 'A', 'apa', 'äpple', 'Ärger', 'E', 'Echo', 'éclair', 'O', 'Ofen', 'Öl', 'öra', 'Z', 'zebra'],
    ]);
    const swedish = await lastOf(await render([...content, index({ lang: 'sv' })], { lang: 'de' }));
    expect(swedish.map((line) => line.replace(/ 1$/, ''))).to.deep.equal([
      ...['§5', '3D', 'A', 'apa', 'E', 'Echo', 'éclair', 'O', 'Ofen', 'Z', 'zebra', 'Ä', 'äpple', 'Ärger', 'Ö', 'Öl'],
      'öra',
    ]);
  });

  it('before the content has the pages that its own length leads to, as the contents beside it', async () => {
    const terms = Array.from({ length: 150 }, (_, term) => `Term ${String(term).padStart(3, '0')}`);
    const pdf = await render([
      index({ letters: false }),
      { op: 'add_toc' },
      next,
      { op: 'add_heading', text: 'One' },
      ...pages(...terms.map((term) => `{index: ${term}} is here.`).slice(0, 3)),
      text(
        terms
          .slice(3)
          .map((term) => `{index: ${term}}`)
          .join('') + 'End',
      ),
    ]);
    const lines = await linesOf(pdf);
    const start = Number(/^One (\d+)$/.exec(lines.find((line) => line.startsWith('One ')) ?? '')?.[1]);
    expect(start).to.be.greaterThan(2);
    expect(lines.slice(0, 4)).to.deep.equal([
      ...[`Term 000 ${start}`, `Term 001 ${start + 1}`, `Term 002 ${start + 2}`, `Term 003 ${start + 3}`],
    ]);
    expect(await linesOf(pdf, start)).to.deep.equal(['One', 'Text is here.']);
  });

  it('leaves out what is on no page, and takes the terms of complete HTML documents', async () => {
    const pdf = await render([
      html('<p>x<span data-index="hidden" style="display:none">y</span><span data-index="shown" id="own"></span></p>'),
      html(
        '<!doctype html><title>T</title><p>Own <EM data-index=complete>pages</EM> <img data-index="picture" alt="">',
      ),
      index({ letters: false }),
    ]);
    expect(await lastOf(pdf)).to.deep.equal(['complete 2', 'picture 2', 'shown 1']);
    const hidden = html('<p>x<span data-index="hidden" id="own" style="display:none">y</span></p>');
    expect(await linesOf(await render([hidden, index({ title: 'Index' })]))).to.deep.equal(['x', 'Index']);
  });

  it('lists a heading of a complete document that a table of contents lists too', async () => {
    const web = html(
      '<!doctype html><h1>One</h1><h2 data-index="two">Two</h2><h2 data-index="three" id="c">Three</h2>',
    );
    const lines = await linesOf(await render([{ op: 'add_toc' }, index({ letters: false }), web]), 1);
    expect(lines).to.deep.equal(['One 2', 'Two 2', 'Three 2', 'three 2', 'two 2']);
  });

  it('without terms is its title; without an index the terms print nothing; a text may be nearly a mark', async () => {
    const pdf = await render([
      text('One {index: term}, two { index: x } {index:} {index: {x}}'),
      index({ title: 'Index' }),
    ]);
    expect(await linesOf(pdf)).to.deep.equal(['One, two { index: x } {index:} {index: {x}}', 'Index', 'T', 'term 1']);
    expect(await linesOf(await render([text('A {index: b} c.')]))).to.deep.equal(['A c.']);
    expect(await linesOf(await render([text('A'), index({ title: 'Index' })]))).to.deep.equal(['A', 'Index']);
  });

  it('refuses columns and fields that it does not have', async () => {
    const answer = await service.render({ operations: [text('x'), { ...index(), columns: 5, levels: 1 }] });
    const { errors } = answer.json() as { errors: readonly { pointer: string }[] };
    expect([answer.status, ...errors.map(({ pointer }) => pointer)]).to.have.members([
      ...[400, '/operations/1/columns', '/operations/1/levels'],
    ]);
    const planned = await service.render({ operations: [text('{index: a}'), index()], dryRun: true });
    expect(planned.status).to.equal(200);
  });

  it('in a session follows its operations, and its pages are shown', async () => {
    const session = await openSession(service, {});
    for (const operation of [...pages('{index: a}', 'x {index: b}'), index({ letters: false })])
      expect((await session.post('operations', operation)).status).to.equal(201);
    const shown = await service.request('GET', `${session.path}/pages/3`);
    expect(shown.status).to.equal(200);
    expect(await lastOf(pdfOf(await session.post('render', {})))).to.deep.equal(['a 1', 'b 2']);
  });
});

describe('The index of a long document', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));

  it('is the same in parts as in one go', async () => {
    const operations = [
      ...Array.from({ length: 30 }, (_, at) => [
        text(`{index: word ${at % 7}} ${'Orders grew in every region. '.repeat(25)}{index: end!${at}}`),
        markdown(`${'A long text of Markdown. '.repeat(20)}{index: markdown}\n\n`.repeat(3)),
      ]).flat(),
      {
        op: 'add_table',
        columns: ['n'],
        rows: Array.from({ length: 80 }, (_, row) => [`Row ${row}{index: row ${row}}`]),
      },
      next,
      index({ title: 'Index' }),
    ];
    const inParts = pdfOf(await service.render({ operations }));
    const whole = pdfOf(await service.render({ operations, document: inOneGo }));
    expect(await textOf(inParts)).to.equal(await textOf(whole));
    expect((await linesOf(inParts)).join(' ')).to.match(/markdown 1–\d+/);
    expect(service.warnings.splice(0)).to.deep.equal([]);
  });
});
