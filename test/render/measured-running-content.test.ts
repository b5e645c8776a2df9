import { expect } from 'chai';
import { openPdf } from '../../src/pdf/file/open.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { imagesOf, infoOf, structureOf, textOf } from '../support/pdf.ts';
import { wordBoxesOf, type Box } from '../support/figures.ts';

const paragraphs = Array.from({ length: 30 }, (_, index) => ({
  op: 'add_text',
  text: `Paragraph${index + 1} ${'of the report that goes on for a while '.repeat(4)}`,
}));
const tall = (name: string, points = 90) =>
  `<div style="height:${points - 12}pt">${name}Top</div><div style="height:12pt;line-height:12pt">${name}End</div>`;
/** A PNG of one red pixel. */
const red = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

describe('Headers and footers without a height', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const printed = async (operations: object[], document: object = {}) =>
    pdfOf(await service.render({ operations, document }));
  const boxOf = (boxes: readonly Box[], text: string) => boxes.find((box) => box.text === text);
  /** Where the words of a header end and those of the flow begin, on a page. */
  const edges = async (pdf: Uint8Array, page: number, last: string) => {
    const boxes = await wordBoxesOf(pdf, page);
    const flow = boxes.filter(({ text }) => text.startsWith('Paragraph'));
    return {
      end: boxOf(boxes, last)?.bottom ?? 0,
      start: Math.min(...flow.map(({ top }) => top)),
      last: Math.max(...flow.map(({ bottom }) => bottom)),
      foot: boxOf(boxes, 'FootTop')?.top ?? 0,
    };
  };

  it('are measured, and the margins grow so that nothing runs under them', async () => {
    const pdf = await printed([
      { op: 'set_header', html: tall('Head') },
      { op: 'set_footer', html: tall('Foot', 70) },
      ...paragraphs,
    ]);
    for (const page of [1, 2]) {
      const { end, start, last, foot } = await edges(pdf, page, 'HeadEnd');
      expect(end).to.be.within(95, 110);
      expect(start).to.be.within(end + 8, end + 30);
      expect(last).to.be.lessThan(foot);
    }
  });

  it('leave the margins alone where they fit into them', async () => {
    const [with_, without] = await Promise.all([
      printed([{ op: 'set_header', html: '<p>One line</p>' }, ...paragraphs]),
      printed([{ op: 'set_header', text: 'One line' }, ...paragraphs]),
    ]);
    expect((await edges(with_, 1, '')).start).to.equal((await edges(without, 1, '')).start);
  });

  it('take room on the first page alone when they stand on it alone, and placed content knows', async () => {
    const placed = { op: 'add_text', text: 'PLACED', position: { x: 0, y: 0 } };
    const pdf = await printed([
      { op: 'set_header', html: tall('Letter', 150), on: 'first' },
      { op: 'set_header', html: 'Running', on: 'not-first' },
      ...paragraphs.slice(0, 25),
      placed,
    ]);
    expect((await edges(pdf, 1, 'LetterEnd')).start).to.be.greaterThan(170);
    expect((await edges(pdf, 2, 'Running')).start).to.be.within(50, 70);
    expect(boxOf(await wordBoxesOf(pdf, 2), 'PLACED')?.top).to.be.within(50, 70);
  });

  it('of odd and even pages each get the room of the tallest, so that lines stand level', async () => {
    const pdf = await printed(
      [
        { op: 'set_header', html: tall('Odd'), on: 'odd' },
        { op: 'set_header', html: 'Even', on: 'even' },
        ...paragraphs,
      ],
      { size: 'A5' },
    );
    const starts = await Promise.all([2, 3].map(async (page) => (await edges(pdf, page, '')).start));
    expect(starts[0])
      .to.be.closeTo(starts[1] ?? 0, 0.1)
      .and.to.be.greaterThan(100);
  });

  it('are measured with the longest heading that {section} may be, and with texts of several lines', async () => {
    const long = `Section ${'with a very long name '.repeat(5)}`;
    const pdf = await printed([
      { op: 'set_header', html: '<div style="width:120pt;font-size:14pt">{section} SectionEnd</div>' },
      { op: 'add_heading', text: long },
      ...paragraphs,
    ]);
    const { end, start } = await edges(pdf, 2, 'SectionEnd');
    expect(end).to.be.greaterThan(80).and.lessThan(start);
    const lines = await printed([{ op: 'set_footer', left: 'FootTop\nb\nc\nd\ne\nf', right: 'x' }, ...paragraphs]);
    const foot = await edges(lines, 1, '');
    expect(foot.last).to.be.lessThan(foot.foot);
  });

  it('hold a long title beside the numbers of the pages, in every language and direction', async () => {
    const title = `Annual report ${'on the state of the municipal water supply and its tariffs '.repeat(6)}TitleEnd`;
    for (const more of ['', '{section}']) {
      for (const lang of ['de-AT', 'ar']) {
        const pdf = await printed(
          [
            { op: 'set_header', left: '{title}', right: `{page}/{pages}${more}` },
            { op: 'set_footer', text: '{date}' },
            ...paragraphs,
          ],
          { title, lang },
        );
        const { end, start } = await edges(pdf, 1, 'TitleEnd');
        expect(end, `${lang} ${more}`)
          .to.be.greaterThan(30)
          .and.lessThan(start - 5);
        const box = (await wordBoxesOf(pdf, 1)).find(({ text }) => /^1\/\d/.test(text));
        expect(box?.left, `${lang} ${more}`).to.be.greaterThan(480);
        expect((await textOf(pdf, 1)).normalize('NFKC')).to.match(lang === 'ar' ? /20\d\d|٢٠/ : /\d+\. \p{L}+ 20\d\d/u);
      }
    }
    const short = await printed([{ op: 'set_header', left: 'Short', right: '{page}' }, ...paragraphs], { title });
    expect((await edges(short, 1, '')).start).to.be.lessThan(62);
  });

  it('have the document’s CSS and its assets, on pages of every size', async () => {
    const pdf = await printed(
      [
        { op: 'set_header', html: '<div class="mark"><img src="logo.png" alt=""> HeadEnd</div>' },
        ...paragraphs.slice(0, 3),
        { op: 'add_page', size: 'A5', orientation: 'landscape' },
        ...paragraphs.slice(3, 6),
      ],
      { css: '.mark img { width: 80pt; height: 80pt; vertical-align: top }', assets: { 'logo.png': red } },
    );
    expect(await imagesOf(pdf)).to.have.length.of.at.least(1);
    for (const page of [1, 2]) expect((await edges(pdf, page, '')).start).to.be.greaterThan(100);
  });

  it('stand on the one page of `singlePage`, which grows with them', async () => {
    const pdf = await printed([{ op: 'set_header', html: tall('Head') }, ...paragraphs.slice(0, 3)], {
      singlePage: true,
    });
    const { end, start, last } = await edges(pdf, 1, 'HeadEnd');
    expect(start).to.be.greaterThan(end);
    expect(Number((await infoOf(pdf))['Page size']?.split(' ')[2])).to.be.greaterThan(last + 50);
  });

  it('are refused above 40 % of their page, with advice', async () => {
    const answer = await service.render({
      operations: [{ op: 'set_footer', html: '<div style="height:400pt">x</div>' }, ...paragraphs],
    });
    expect([answer.status, answer.json().detail]).to.deep.equal([
      422,
      'The footer is 400 pt tall; a page of 842 pt can spare 308 pt for it. Make it shorter, or give it a ' +
        '`height`: content beyond it is cut off.',
    ]);
  });

  it('fill their placeholders on every page, and are artifacts of their own kinds outside the structure', async () => {
    const pdf = await printed(
      [
        { op: 'set_header', html: 'H {title}' },
        { op: 'set_footer', html: 'F {page}/{pages} {section}' },
        { op: 'add_heading', text: 'Alpha' },
        ...paragraphs.slice(0, 14),
        { op: 'add_page_break' },
        { op: 'add_heading', text: 'Beta' },
      ],
      { title: 'Name' },
    );
    expect(await textOf(pdf, 1))
      .to.contain('H Name')
      .and.to.match(/F 1\/2 Alpha/);
    expect(await textOf(pdf, 2)).to.match(/F 2\/2 Beta/);
    expect(await structureOf(pdf))
      .not.to.contain('H Name')
      .and.not.to.contain('F 1/2');
    const file = openPdf(pdf);
    const marks = file.pages().map((page) =>
      (file.array(page.dict.get('Contents')) ?? [])
        .map((part) => file.stream(part)?.decode().toString('latin1') ?? '')
        .join('\n')
        .match(/\/Subtype \/(?:Header|Footer)/g),
    );
    expect(marks).to.deep.equal([
      ['/Subtype /Header', '/Subtype /Footer'],
      ['/Subtype /Header', '/Subtype /Footer'],
    ]);
  });

  it(
    'keep left and right where they are in a document that runs from right to left, and its ' + 'sections readable',
    async () => {
      const pdf = await printed(
        [
          { op: 'set_footer', left: 'LEFT', right: 'RIGHT {section}' },
          { op: 'add_heading', text: 'القسم الأول' },
        ],
        { lang: 'ar' },
      );
      const boxes = await wordBoxesOf(pdf, 1);
      expect(boxOf(boxes, 'LEFT')?.left).to.be.lessThan(100);
      expect(boxOf(boxes, 'RIGHT')?.left).to.be.greaterThan(300);
      expect((await textOf(pdf, 1)).replace(/[\s\u202a-\u202e]/g, '').split('القسمالأول')).to.have.lengthOf(3);
    },
  );
});
