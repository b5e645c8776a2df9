import { expect } from 'chai';
import { inspect } from '../../support/inspect.ts';
import { textOf } from '../../support/pdf.ts';
import { shownPagesOf } from '../../support/shown-texts.ts';
import { keys, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const words = 'Harbour pilots board ships from a small boat below the lighthouse and guide them along the quay'.split(
  ' ',
);

describe('Footnotes in rows of several pages', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  let count = 0;
  beforeEach(() => (count = 0));
  const prose = (length: number): string =>
    Array.from({ length }, (_, index) => words[(count + index * 7 + (index >> 3)) % words.length]).join(' ');
  /** A text with a note after each so many words: `C<i>x` in the text calls the note `N<i>x ... E<i>x`. */
  const text = (length: number, every: number, inNote: number) => {
    const footnotes: { text: string }[] = [];
    const called = prose(length)
      .split(' ')
      .map((word, index) => {
        if (index % every !== every - 1) return word;
        count += 1;
        footnotes.push({ text: `N${count}x ${prose(inNote)} E${count}x` });
        return `${word} C${count}x[^${footnotes.length}]`;
      });
    return { op: 'add_text', text: called.join(' '), footnotes };
  };
  const rendered = async (
    operations: readonly object[],
    document: object = {},
    output: object = {},
  ): Promise<Buffer> => {
    const answer = await service.render({ document: { size: 'A6', margin: '10mm', ...document }, operations, output });
    expect(answer.status, answer.body.toString('utf8').slice(0, 400)).to.equal(200);
    return answer.body;
  };
  const pagesOf = async (pdf: Buffer): Promise<string[]> => {
    const { pages } = await inspect(pdf);
    return Promise.all(pages.map((_, index) => textOf(pdf, index + 1)));
  };
  /** Expects each note once, all of it on the page of its call; those in `longer` may end on a later page. */
  const expectNotes = (pages: readonly string[], longer: readonly number[] = []): void => {
    const placesOf = (letter: string, index: number) =>
      pages.flatMap((page, at) => Array.from(page.matchAll(new RegExp(`\\b${letter}${index}x`, 'g')), () => at));
    for (let index = 1; index <= count; index += 1) {
      const [call, begin, end] = ['C', 'N', 'E'].map((letter) => placesOf(letter, index));
      expect(call, `call ${index}`).to.have.length(1);
      expect(begin, `note ${index}`).to.deep.equal(call);
      expect(end, `end of note ${index}`).to.have.length(1);
      if (!longer.includes(index)) expect(end, `end of note ${index}`).to.deep.equal(call);
    }
  };

  it('stand at the feet of their columns, on the pages of their calls', async () => {
    const pdf = await rendered([
      { op: 'add_text', text: prose(30) },
      { op: 'add_columns', columns: [[text(200, 40, 8), text(120, 40, 8)], [text(330, 70, 12)]] },
      { op: 'add_text', text: 'After it all.' },
    ]);
    const pages = await pagesOf(pdf);
    expect(pages.length).to.be.within(5, 7);
    expectNotes(pages);
    expect(pages.at(-1)).to.include('After it all.');
    const shown = await shownPagesOf(pdf);
    const middle = (shown[0]?.width ?? 0) / 2;
    for (const { texts } of shown.slice(0, -1))
      for (const { text: note, x, y } of texts.filter((one) => /\bN\d+x/.test(one.text))) {
        const number = Number(/N(\d+)x/.exec(note)?.[1]);
        const call = texts.find((one) => one.text.includes(`C${number}x`));
        expect(x > middle, `column of note ${number}`).to.equal((call?.x ?? 0) > middle);
        expect(y, `note ${number} is below its call`).to.be.above(call?.y ?? 0);
      }
  });

  it('of text above a row stand on its page, with the row below that text or on the next page', async () => {
    const pages = await pagesOf(
      await rendered([
        text(60, 20, 8),
        { op: 'add_columns', widths: [1, 2], columns: [[text(60, 20, 8)], [text(250, 50, 12)]] },
        text(110, 11, 9),
        { op: 'add_columns', columns: [[text(150, 50, 8)], [text(160, 50, 8)]] },
      ]),
    );
    expectNotes(pages);
  });

  it('stand there where a row fills one page without them', async () => {
    const lines = (amount: number) => ({
      op: 'add_text',
      text: Array.from({ length: amount }, (_, i) => `L${i}`).join('\n'),
    });
    const column = () => [lines(17), text(4, 4, 14), text(4, 4, 14)];
    const pages = await pagesOf(await rendered([{ op: 'add_columns', columns: [column(), column()] }]));
    expect(pages).to.have.length(2);
    expectNotes(pages);
  });

  it('that are longer than their column go on at the next foot of that column', async () => {
    const pages = await pagesOf(
      await rendered([{ op: 'add_columns', columns: [[text(160, 20, 8)], [text(200, 50, 60)]] }, text(40, 20, 6)]),
    );
    expectNotes(pages, [9, 10, 11, 12]);
  });

  it('are numbered by page through the columns of a page', async () => {
    const operations = [
      text(40, 20, 5),
      { op: 'add_columns', columns: [[text(140, 20, 5)], [text(130, 30, 5)]] },
      text(40, 20, 5),
    ];
    const pages = await pagesOf(await rendered(operations, { footnotes: { numbering: 'page' } }));
    expectNotes(pages);
    for (const page of pages) {
      const numbers = Array.from(page.matchAll(/(\d+)\s+N\d+x/g), ([, number]) => Number(number));
      expect(numbers.toSorted((one, other) => one - other)).to.deep.equal(numbers.map((_, index) => index + 1));
    }
  });

  it('stand there in flex boxes and grids of a complete document, from either side', async () => {
    const column = (paragraphs: number) =>
      Array.from({ length: paragraphs }, () => {
        count += 1;
        return `<p>${prose(37)} C${count}x<span data-footnote>N${count}x ${prose(9)} E${count}x</span> ${prose(30)}</p>`;
      }).join('');
    for (const [display, dir] of [
      ['flex', 'ltr'],
      ['grid', 'rtl'],
    ]) {
      count = 0;
      const html =
        `<!doctype html><html lang=en dir=${dir}><title>T</title><style>@page{size:A5;margin:15mm}` +
        `body{margin:0;font:11pt Arimo} .f{display:${display};gap:5mm;grid-template-columns:1fr 1fr} .f>div{flex:1}` +
        `.f>:first-child{padding:2mm;border:1px solid}</style>${column(1)}<div class=f><div>${column(6)}</div>` +
        `<div>${column(4)}</div></div>${column(1)}`;
      const pages = await pagesOf(await rendered([{ op: 'add_html', html }]));
      expect(pages.length).to.be.within(4, 7);
      expectNotes(pages);
    }
  });

  it('stand there beside tables and headings, and those of a row within a row on its last page', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`B${index}`, index]);
    const beside = [
      { op: 'add_heading', text: 'Depths' },
      { op: 'add_table', columns: ['Berth', 'Depth'], rows },
    ];
    const columns = [
      [text(90, 30, 4), text(60, 30, 5)],
      [...beside, text(60, 30, 5)],
    ];
    const pages = await pagesOf(await rendered([{ op: 'add_columns', columns }], { size: 'A5' }));
    expectNotes(pages);
    count = 0;
    const inner = { op: 'add_columns', columns: [[text(300, 300, 4)], [text(80, 80, 4)]] };
    const nested = await pagesOf(await rendered([{ op: 'add_columns', columns: [[inner], [text(40, 40, 4)]] }]));
    const last = nested.findIndex((page) => page.includes('C1x'));
    expect(last).to.be.above(0);
    for (const number of [1, 2]) expect(nested[last]).to.match(new RegExp(`N${number}x[^]*E${number}x`));
  });

  it('leave a document PDF/A-3a and PDF/UA-1', async () => {
    const pdf = await rendered(
      [{ op: 'add_columns', columns: [[text(200, 40, 8)], [text(230, 70, 12)]] }],
      { title: 'Rows', lang: 'en' },
      { conformance: ['PDF/A-3a', 'PDF/UA-1'] },
    );
    const check = await service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document: { data: pdf.toString('base64') } }),
    });
    const { results } = check.json() as { results: { standard: string; compliant: boolean }[] };
    expect(results.map(({ standard, compliant }) => [standard, compliant])).to.deep.equal([
      ['PDF/A-3a', true],
      ['PDF/UA-1', true],
    ]);
  });
});
