import { expect } from 'chai';
import { inspect } from '../../support/inspect.ts';
import { fontsOf, structureOf, textOf } from '../../support/pdf.ts';
import { shownPagesOf } from '../../support/shown-texts.ts';
import { openSession } from '../../support/sessions.ts';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const words = 'Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore'.split(
  ' ',
);
/** Text of so many words, the same each time. */
const prose = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => words[(from + index * 7 + (index >> 3)) % words.length]).join(' ');

describe('Footnotes', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  const rendered = async (body: object): Promise<Buffer> => {
    const answer = await service.render(body);
    expect(answer.status, answer.body.toString('utf8').slice(0, 400)).to.equal(200);
    return answer.body;
  };
  const pagesOf = async (pdf: Buffer): Promise<string[]> => {
    const { pages } = await inspect(pdf);
    return Promise.all(pages.map((_, index) => textOf(pdf, index + 1)));
  };
  const problemOf = async (operations: readonly object[]): Promise<{ status: number; pointers: string[] }> => {
    const answer = await service.render({ operations });
    const { errors = [] } = answer.json() as { errors?: { pointer: string }[] };
    return { status: answer.status, pointers: errors.map(({ pointer }) => pointer) };
  };
  /** Expects each note, `N<i>x ... E<i>x`, once, and its beginning on the page of its call, `C<i>x`. */
  const expectNotesOnPages = (pages: readonly string[], count: number): void => {
    const placesOf = (letter: string, index: number) =>
      pages.flatMap((text, page) => Array.from(text.matchAll(new RegExp(`\\b${letter}${index}x`, 'g')), () => page));
    for (let index = 1; index <= count; index += 1) {
      const [call, begin, end] = ['C', 'N', 'E'].map((letter) => placesOf(letter, index));
      expect(call, `call ${index}`).to.have.length(1);
      expect(begin, `note ${index}`).to.deep.equal(call);
      expect(end, `end of note ${index}`).to.have.length(1);
    }
  };

  it('show references, in texts and in cells, also below a text that is a link', async () => {
    const notes = (text: string) => ({ footnotes: [{ text }] });
    const pdf = await rendered({
      document: { size: 'A6', numbering: true },
      operations: [
        { op: 'add_text', text: 'One[^1] text.', link: '#end', ...notes('See {ref: end} on page {ref: end, page}.') },
        {
          op: 'add_table',
          columns: ['Item'],
          rows: [[{ text: 'Bolt[^1]', ...notes('As in {ref: end, text}.') }]],
        },
        { op: 'add_page_break' },
        { op: 'add_heading', text: 'The end', id: 'end' },
      ],
    });
    const [page = ''] = await pagesOf(pdf);
    expect(page.replace(/\s+/g, ' ')).to.include('1 See 1 on page 2.').and.include('2 As in The end.');
  });

  it('of texts and cells stand below the text, above the footer, with their numbers', async () => {
    const pdf = await rendered({
      document: { size: 'A5', footer: { center: 'The footer' } },
      operations: [
        {
          op: 'add_text',
          text: 'Growth[^1] and costs[^2], as before[^1].',
          footnotes: [{ text: 'Against 2025 <net>.' }, { text: 'Without tax.' }],
        },
        { op: 'add_text', text: 'Plain [^1] text.' },
        {
          op: 'add_table',
          columns: ['Item', 'Price'],
          rows: [
            ['Bolt[^1]', 4],
            [{ text: 'Nut[^1]', footnotes: [{ text: 'Of the cell.' }] }, 3],
          ],
          footnotes: [{ text: 'Of the table.' }],
        },
        { op: 'add_text', text: 'The last text.' },
      ],
    });
    const [page = '', ...others] = await pagesOf(pdf);
    expect(others).to.deep.equal([]);
    const plain = page.replace(/\s+/g, ' ');
    expect(plain).to.include('Growth1 and costs2, as before1.').and.include('Plain [^1] text.');
    expect(plain).to.match(
      /The last text\. 1 Against 2025 <net>\. 2 Without tax\. 3 Of the table\. 4 Of the cell\. The footer/,
    );
    expect(plain).to.include('Bolt3').and.include('Nut4');
  });

  it('of justified text are justified, and their lines begin below each other', async () => {
    const note = { text: `First ${prose(60)}` };
    const css = 'p { text-align: justify }';
    const pdf = await rendered({
      document: { size: 'A6', margin: '10mm', css },
      operations: [{ op: 'add_text', text: 'Called[^1].', footnotes: [note] }],
    });
    const { width = 0, texts = [] } = (await shownPagesOf(pdf))[0] ?? {};
    const ofNote = texts.filter(({ text, y }) => y > 100 && /[a-z]/i.test(text));
    const lines = [...Map.groupBy(ofNote, ({ y }) => Math.round(y)).values()];
    expect(lines.length).to.be.above(4);
    const starts = lines.map((line) => Math.min(...line.map(({ x }) => x)));
    for (const start of starts) expect(start).to.be.closeTo(starts[0] ?? 0, 0.1);
    const ends = lines.map((line) => Math.max(...line.map((one) => one.x + one.width)));
    for (const end of ends.slice(0, -1)) expect(end).to.be.closeTo(width - 10 * (72 / 25.4), 1);
  });

  it('of Markdown have paragraphs and links, and a call without a definition stays text', async () => {
    const markdown =
      'Text[^a] and again[^a], open[^b].\n\n> Quoted[^c]\n\n- Listed[^d]\n\n' +
      '[^a]: See [there](https://example.com), *first*.\n\n    A second paragraph.\n' +
      '[^c]: In a quotation.\n[^d]: In a list.';
    const pdf = await rendered({ operations: [{ op: 'add_markdown', markdown }] });
    const plain = (await textOf(pdf)).replace(/\s+/g, ' ');
    expect(plain).to.include('Text1 and again1, open[^b].').and.include('Quoted2').and.include('Listed3');
    expect(plain).to.match(/1 See there, first\. A second paragraph\. 2 In a quotation\. 3 In a list\./);
  });

  it('of HTML are elements with the attribute, or those that a style sheet floats there', async () => {
    const html =
      '<p>One<span data-footnote>By <b>attribute</b>.</span> two<em class="n">By style.</em> ' +
      'three<em class="n no">Stays</em></p><p hidden>Unseen<span data-footnote>Never</span></p>';
    const css = '.n { float: footnote } .no { float: none }';
    const [fragment = '', complete = ''] = await Promise.all(
      [html, `<!doctype html><title>T</title><style>${css} body { margin: 3cm }</style>${html}`].map(async (each) =>
        (await textOf(await rendered({ operations: [{ op: 'add_html', html: each, css }] }))).replace(/\s+/g, ' '),
      ),
    );
    for (const text of [fragment, complete])
      expect(text)
        .to.match(/One ?1 two ?2 threeStays 1 By attribute\. 2 By style\./)
        .and.not.match(/Never|Unseen/);
  });

  it('stand on the page of their call in justified text, lists, quotations, boxes, columns and tables', async () => {
    let count = 0;
    const note = (length: number): string => {
      count += 1;
      return `C${count}x<span data-footnote>N${count}x ${prose(length, count)} E${count}x</span>`;
    };
    const text = (length: number, every: number): string =>
      prose(length)
        .split(' ')
        .map((word, index) => (index % every === every - 1 ? `${word} ${note(4 + (index % 23))}` : word))
        .join(' ');
    const rows = Array.from(
      { length: 70 },
      (_, row) => `<tr><td>Row ${row} ${row % 9 === 4 ? note(12) : ''}</td></tr>`,
    );
    const html = [
      `<p>${text(400, 60)}</p><ul><li>${text(120, 50)}</li><li>${text(150, 40)}</li></ul>`,
      `<blockquote><p>${text(200, 45)}</p></blockquote><h2>Heading</h2><p>${text(90, 80)}</p>`,
      `<div style="border:1pt solid;padding:6pt"><p>${text(250, 70)}</p></div>`,
      `<div style="columns:2">${text(120, 50)}</div><div style="display:flex"><p>${text(60, 50)}</p><p>B</p></div>`,
      `<table><thead><tr><th>Head</th></tr></thead>${rows.join('')}</table><p>${text(300, 55)}</p>`,
    ].join('');
    const pdf = await rendered({
      document: {
        size: 'A5',
        css: 'p, li { text-align: justify }',
        header: { left: '{section}' },
        footer: { right: '{page}' },
      },
      operations: [{ op: 'add_html', html }],
    });
    const pages = await pagesOf(pdf);
    expect(pages.length).to.be.greaterThan(5);
    expect(count).to.be.greaterThan(25);
    expectNotesOnPages(pages, count);
  });

  it('stand at the feet of columns that go on over several pages', async () => {
    let count = 0;
    const paragraph = (index: number): string => {
      count += 1;
      const note = `<span data-footnote>N${count}x ${prose(10, index)} E${count}x</span>`;
      return `<p>${prose(60, index)} C${count}x${note} ${prose(50, index)}</p>`;
    };
    const html = Array.from({ length: 30 }, (_, index) => paragraph(index)).join('');
    const pdf = await rendered({
      document: { size: 'A5' },
      operations: [{ op: 'add_html', html: `<div style="columns:2">${html}</div><p>After the columns.</p>` }],
    });
    const pages = await pagesOf(pdf);
    expect(pages.length).to.be.greaterThan(3);
    expectNotesOnPages(pages, count);
  });

  it('of groups of rows stand on the page of their row', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      group: `Group ${Math.floor(index / 40)}`,
      item: index % 6 === 0 ? `Item C${index / 6 + 1}x[^${index / 6 + 1}]` : `Item ${index}`,
      amount: index,
    }));
    const footnotes = Array.from({ length: 20 }, (_, index) => ({
      text: `N${index + 1}x ${prose(15)} E${index + 1}x`,
    }));
    const columns = [
      { key: 'item', header: 'Item' },
      { key: 'amount', header: 'Amount', footer: 'sum' },
    ];
    const pdf = await rendered({ operations: [{ op: 'add_table', columns, rows, footnotes, groupBy: 'group' }] });
    expectNotesOnPages(await pagesOf(pdf), 20);
  });

  it('continue on the next page where they are too long', async () => {
    const pdf = await rendered({
      document: { size: 'A5' },
      operations: [
        { op: 'add_text', text: `${prose(60)} call[^1]`, footnotes: [{ text: `Begin ${prose(900)} End` }] },
        { op: 'add_text', text: `Later ${prose(20)} text[^1]`, footnotes: [{ text: 'Another note.' }] },
      ],
    });
    const pages = await pagesOf(pdf);
    expect(pages.length).to.be.greaterThan(1);
    expect(pages[0]).to.include('call1').and.include('Begin').and.not.include('End');
    expect(
      pages
        .slice(1)
        .join(' ')
        .match(/\bEnd\b/g),
    ).to.have.length(1);
    expect(pages.join(' ').match(/Another note/g)).to.have.length(1);
  });

  it('are numbered through the document, by page or by section, in the style of the request', async () => {
    const operations = ['One', 'Two', 'Three'].flatMap((text) => [
      { op: 'add_heading', text, level: 1 },
      { op: 'add_text', text: `${prose(170)} Aa[^1] Bb[^2]`, footnotes: [{ text: 'First' }, { text: 'Second' }] },
    ]);
    const numbersOf = async (footnotes: object): Promise<string> => {
      const text = await textOf(await rendered({ document: { size: 'A5', footnotes }, operations }));
      return Array.from(text.matchAll(/\b(?:Aa|Bb)(\S+)/g), ([, number]) => number).join(' ');
    };
    expect(await numbersOf({ style: 'ROMAN' })).to.equal('I II III IV V VI');
    expect(await numbersOf({ numbering: 'section', style: 'ALPHA' })).to.equal('A B A B A B');
    expect(await numbersOf({ numbering: 'page', style: 'symbols' })).to.match(/^\* †( ‡ § \* †| \* † \* †| \* † ‡ §)$/);
  });

  it('have the type of the body of a complete document', async () => {
    const html =
      '<!doctype html><style>body{font-family:"Source Serif 4"}</style><p>Text<span data-footnote>A note.</span></p>';
    const fonts = await fontsOf(await rendered({ operations: [{ op: 'add_html', html }] }));
    expect(fonts.filter((name) => !name.includes('SourceSerif'))).to.deep.equal([]);
  });

  it('are numbered on after a complete document and after pages of a PDF', async () => {
    const inserted = (await rendered({ operations: [{ op: 'add_text', text: 'Inserted' }] })).toString('base64');
    const pdf = await rendered({
      operations: [
        { op: 'add_text', text: 'One[^1]', footnotes: [{ text: 'Note of the first' }] },
        { op: 'add_html', html: '<!doctype html><p>Two<span data-footnote>Note of the document</span></p>' },
        { op: 'add_pdf', data: inserted },
        { op: 'add_text', text: 'Three[^1]', footnotes: [{ text: 'Note of the last' }] },
      ],
    });
    const pages = (await pagesOf(pdf)).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(pages).to.deep.equal([
      'One1 1 Note of the first',
      'Two2 2 Note of the document',
      'Inserted',
      'Three3 3 Note of the last',
    ]);
  });

  it('in headings are in no outline, table of contents and {section}', async () => {
    const pdf = await rendered({
      document: { header: { left: 'In {section}.' } },
      operations: [{ op: 'add_toc' }, { op: 'add_markdown', markdown: '# Results[^1]\n\nText\n\n[^1]: Audited.' }],
    });
    const { outline } = await inspect(pdf);
    expect(outline.map(({ title }) => title)).to.deep.equal(['Results']);
    const text = await textOf(pdf);
    expect(text)
      .to.match(/In Results\./)
      .and.match(/Results[ .]+1/)
      .and.match(/Results1/);
  });

  it('are tagged and linked both ways, and conform to PDF/UA-1 and PDF/A-3a', async () => {
    const pdf = await rendered({
      document: { title: 'Notes' },
      output: { conformance: ['PDF/UA-1', 'PDF/A-3a'] },
      operations: [
        { op: 'add_text', text: 'One[^1] two[^2]', footnotes: [{ text: 'First note' }, { text: 'Second note' }] },
        { op: 'add_table', columns: ['A'], rows: [['Cell[^1]']], footnotes: [{ text: 'Third note' }] },
      ],
    });
    const structure = await structureOf(pdf);
    expect(structure.match(/\bReference \(inline\)\s+Link \(inline\)/g)).to.have.length(3);
    expect(structure.match(/\bNote <[^>]+> \(inline\)/g)).to.have.length(3);
    const { destinations } = await inspect(pdf);
    for (const number of [1, 2, 3])
      expect(destinations).to.include({ [`colophon-note-1-${number}`]: 0, [`colophon-note-1-call-${number}`]: 0 });
  });

  it('follow the content of a single page', async () => {
    const operations = [{ op: 'add_text', text: 'One[^1]', footnotes: [{ text: 'The note' }] }];
    const pdf = await rendered({ document: { singlePage: true }, operations });
    expect((await pagesOf(pdf)).map((text) => text.replace(/\s+/g, ' ').trim())).to.deep.equal(['One1 1 The note']);
  });

  it('are the same in a session, in its pages and in what it renders', async () => {
    const document = { size: 'A5' };
    const operations = [1, 2, 3].map((number) => ({
      op: 'add_text',
      text: `${prose(150)} call ${number}[^1]`,
      footnotes: [{ text: `Note ${number} ${prose(20)}` }],
    }));
    const pageOf = (path: string) => service.request('GET', `${path}/pages/2`);
    const grown = await openSession(service, { document });
    for (const operation of operations) {
      await grown.post('operations', { operations: [operation] });
      await pageOf(grown.path);
    }
    const whole = await openSession(service, { document });
    await whole.post('operations', { operations });
    const [one, other] = [await pageOf(grown.path), await pageOf(whole.path)];
    expect([one.status, other.status]).to.deep.equal([200, 200]);
    expect(one.body.equals(other.body)).to.equal(true);
    const output = { deterministic: true };
    const answer = await grown.post('render', { output });
    expect(answer.body.equals(await rendered({ document, output, operations }))).to.equal(true);
  });

  it('refuse a call without a note, and wrong fields', async () => {
    const footnotes = [{ text: 'The only one' }];
    expect(await problemOf([{ op: 'add_text', text: 'See[^2]', footnotes }])).to.deep.equal({
      status: 422,
      pointers: ['/operations/0/text'],
    });
    const table = { op: 'add_table', columns: ['A', 'B'], footnotes };
    expect(
      await problemOf([
        {
          ...table,
          rows: [
            ['One[^1]', 'Two'],
            ['Three', 'Four[^2]'],
          ],
        },
      ]),
    ).to.deep.equal({
      status: 422,
      pointers: ['/operations/0/rows/1/1'],
    });
    for (const wrong of [{}, [{}], [{ text: '' }], [{ text: 'a', link: 'b' }], 'a', [{ text: 1 }]])
      for (const operation of [
        { op: 'add_text', text: 'a', footnotes: wrong },
        { ...table, rows: [[{ text: 'a', footnotes: wrong }, '']] },
      ])
        expect((await problemOf([operation])).status, JSON.stringify(operation)).to.equal(400);
  });
});
