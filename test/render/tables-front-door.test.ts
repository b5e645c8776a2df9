import { expect } from 'chai';
import { figureAltsOf, wordBoxesOf, type Box } from '../support/figures.ts';
import { checkSyntax, infoOf, pixelsOf, structureOf, textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const count = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, index) => make(index));
const lorem = (times: number) =>
  'Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod. '.repeat(times).trim();

describe('Tables in print', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  async function printed(table: object, document: object = {}): Promise<Uint8Array> {
    const pdf = pdfOf(await service.render({ operations: [{ op: 'add_table', ...table }], document }));
    await checkSyntax(pdf);
    return pdf;
  }
  const pagesOf = async (pdf: Uint8Array) => Number((await infoOf(pdf)).Pages);
  const texts = async (pdf: Uint8Array) => Promise.all(count(await pagesOf(pdf), (index) => textOf(pdf, index + 1)));
  const boxesOf = async (pdf: Uint8Array) =>
    (await Promise.all(count(await pagesOf(pdf), async (index) => wordBoxesOf(pdf, index + 1)))).flat();
  const box = (boxes: readonly Box[], text: string): Box => {
    const found = boxes.find((one) => one.text === text);
    if (!found) throw new Error(`no ${text} among ${boxes.map((one) => one.text).join(' ')}`);
    return found;
  };
  const sizeOf = async (pdf: Uint8Array) =>
    ((await infoOf(pdf))['Page size'] ?? '').split(' x ').map((part) => parseFloat(part));

  it('of many columns are scaled to the page: nothing is cut off, broken or set upon something else', async () => {
    for (const [columns, document] of [
      [30, {}],
      [60, { size: 'A3', orientation: 'landscape' }],
      [120, { size: 'A3', orientation: 'landscape', margin: '10mm' }],
    ] as const) {
      const pdf = await printed(
        { columns: count(columns, (index) => `C${index}`), rows: [count(columns, (index) => 1000 + index)] },
        document,
      );
      const boxes = await boxesOf(pdf);
      const [width = 0] = await sizeOf(pdf);
      expect(await pagesOf(pdf)).to.equal(1);
      const numbers = boxes.filter(({ text }) => /^1\d{3}$/.test(text));
      expect(numbers).to.have.length(columns);
      numbers.forEach(({ text, left, right }, index) => {
        expect(right, text).to.be.lessThan(width);
        expect(left, text).to.be.greaterThan(numbers[index - 1]?.right ?? 0);
      });
    }
  });

  it('of hundreds of columns that fit no page are refused with advice', async () => {
    const answer = await service.render({
      operations: [{ op: 'add_table', columns: count(300, (index) => `C${index}`), rows: [count(300, () => 1000)] }],
    });
    expect(answer.status).to.equal(422);
    expect(answer.json())
      .to.deep.include({ type: 'https://colophon.dev/problems/limit-exceeded' })
      .and.to.have.nested.property('errors[0].pointer', '/operations/0/columns');
    expect(answer.json().detail).to.contain('add_page').and.to.contain('A3');
  });

  it('repeat their header and end with their sums, the caption and the footer once', async () => {
    const table = {
      columns: ['Item', { header: 'Amount', format: 'currency:EUR', footer: 'sum' }],
      rows: count(120, (index) => [`Item${index}`, 1.25]),
      caption: 'Parts',
    };
    const pages = await texts(await printed(table));
    expect(pages.length).to.be.greaterThan(2);
    for (const page of pages) expect(page).to.match(/Item +Amount/);
    expect(pages.join('').split('Parts')).to.have.length(2);
    expect(pages.join('').split('€150.00')).to.have.length(2);
    expect(pages.at(-1)).to.contain('€150.00');
    const once = await texts(await printed({ ...table, repeatHeader: false }));
    expect(once.join('').match(/Item +Amount/g)).to.have.length(1);
  });

  it('keep the name of a group with its first row and its subtotal with its last', async () => {
    const rows = count(90, (index) => ({ region: `Region${index % 15}`, item: `Row${index}`, amount: index }));
    const pages = await texts(
      await printed(
        {
          columns: [
            { key: 'item', header: 'Item' },
            { key: 'amount', header: 'Amount', footer: 'sum' },
          ],
          rows,
          groupBy: 'region',
        },
        { size: 'A5' },
      ),
    );
    for (const page of pages) {
      const lines = page
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      expect(lines.at(-1), page).not.to.match(/^Region\d+$/);
      expect(lines[1], page).not.to.match(/^Region\d+ +\d/);
    }
    expect(pages.join('\n')).to.match(/Region14 +309\n/);
  });

  it('break a cell that spans many rows between these, under a header again, and lose no row', async () => {
    const rows = count(72, (index) =>
      index % 24 === 0
        ? [{ text: `Region${index / 24}`, rowspan: 24 }, `Item${index}`, index]
        : [`Item${index}`, index],
    );
    const pdf = await printed({ columns: ['Region', 'Item', 'Q1'], rows }, { size: 'A5' });
    const pages = await texts(pdf);
    expect(pages.length).to.equal(4);
    for (const page of pages) expect(page).to.match(/Region +Item +Q1/);
    for (const page of pages.slice(0, 3)) expect(page.match(/Item\d+/g)?.length).to.be.greaterThan(18);
    expect([...pages.join('').matchAll(/Item(\d+)/g)].map(([, index]) => Number(index))).to.deep.equal(
      count(72, (index) => index),
    );
    expect(pages[1]).to.contain('Region1');
    await expectRuleUnderHeader(pdf, 2);
    const small = await texts(
      await printed(
        {
          columns: ['Region', 'Item'],
          rows: count(60, (index) =>
            index % 3 === 0 ? [{ text: `Region${index / 3}`, rowspan: 3 }, `Item${index}`] : [`Item${index}`],
          ),
        },
        { size: 'A5' },
      ),
    );
    for (const page of small) expect((page.match(/Item\d+/g)?.length ?? 0) % 3, page).to.equal(0);
  });

  /** The header's rule goes over the whole width of the table. */
  async function expectRuleUnderHeader(pdf: Uint8Array, page: number): Promise<void> {
    const { bottom } = box(await wordBoxesOf(pdf, page), 'Item');
    const pixels = await pixelsOf(pdf, page);
    const dark = (x: number) => count(10, (index) => pixels.at(x, bottom + index)).some((value) => value < 140);
    for (const x of [60, 150, 250, 350]) expect(dark(x), `rule at ${x}`).to.equal(true);
  }

  it('set decimal points below each other, in every direction of writing', async () => {
    for (const lang of ['en', 'ar']) {
      const boxes = await boxesOf(
        await printed(
          { columns: [{ key: 'n', header: 'N', align: 'decimal' }], rows: [['1234.5'], ['8.125'], ['77']] },
          { lang },
        ),
      );
      const [one, three, whole] = ['1234.5', '8.125', '77'].map((text) => box(boxes, text));
      const digit = (whole!.right - whole!.left) / 2;
      expect(three!.right - one!.right).to.be.closeTo(2 * digit, 0.6);
      expect(three!.right - whole!.right).to.be.within(3 * digit, 4.2 * digit);
    }
  });

  it('write numbers and dates as their language does', async () => {
    const columns = ['number:2', 'currency:EUR', 'percent:1', 'date:long'].map((format) => ({ key: format, format }));
    const text = async (lang: string) =>
      (await textOf(await printed({ columns, rows: [[1234567.891, -3.5, 0.125, '2026-03-01']] }, { lang })))
        .replace(/[\u202f\u00a0]/g, ' ')
        .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
        .replace(/ +/g, ' ');
    expect(await text('en')).to.contain('1,234,567.89 -€3.50 12.5% March 1, 2026');
    expect(await text('de')).to.contain('1.234.567,89 -3,50 € 12,5 % 1. März 2026');
    expect(await text('fr')).to.contain('1 234 567,89 -3,50 € 12,5 % 1 mars 2026');
    expect(await text('hi'))
      .to.contain('12,34,567.89 -€3.50 12.5%')
      .and.to.contain('2026');
    expect(await text('ja'))
      .to.contain('1,234,567.89')
      .and.to.contain('2026');
    expect(await text('ar'))
      .to.contain('1,234,567.89')
      .and.to.contain('12.5%')
      .and.to.contain('مارس');
  });

  it('take CSV with fields of several lines, a mark at its start and Windows line ends', async () => {
    const text = await textOf(
      await printed({
        columns: ['Name', 'Note'],
        csv: '\uFEFFName;Note\r\n"Ann ""A."" Lee";"one\r\ntwo; three"\r\nBob;\r\n',
      }),
    );
    expect(text)
      .to.match(/Ann "A\." Lee +one/)
      .and.to.contain('two; three')
      .and.to.contain('Bob');
  });

  it('begin a row that fits no page where it stands, and lose nothing of it', async () => {
    const pdf = await printed({
      columns: ['A', 'B'],
      rows: [
        ['First', 'x'],
        [`${lorem(120)} TheEnd`, 'tall'],
        ['Last', 'y'],
      ],
    });
    const pages = await texts(pdf);
    expect(pages[0]).to.contain('First').and.to.contain('Lorem');
    expect(pages.join(' ').match(/Lorem/g)).to.have.length(120);
    expect(pages.join(' ')).to.contain('TheEnd').and.to.contain('Last');
    const second = await wordBoxesOf(pdf, 2);
    expect(
      Math.min(...second.filter(({ text }) => text !== 'A' && text !== 'B').map(({ top }) => top)) -
        box(second, 'A').bottom,
    ).to.be.greaterThan(4);
  });

  it('keep other rows whole, unless rows may split', async () => {
    const table = {
      columns: ['A', 'B'],
      rows: count(9, (index) => [`Row${index}`, `Begin${index} ${lorem(10)} End${index}`]),
    };
    const split = (pages: readonly string[]) =>
      pages.some((page) =>
        count(9, (index) => page.includes(`Begin${index} `) !== page.includes(`End${index}`)).includes(true),
      );
    expect(split(await texts(await printed(table, { size: 'A5' })))).to.equal(false);
    expect(split(await texts(await printed({ ...table, splitRows: true }, { size: 'A5' })))).to.equal(true);
  });

  it('break a word that fits no column, and keep the type of the others', async () => {
    const pdf = await printed({
      columns: ['Key', 'Note'],
      rows: [
        ['f'.repeat(400), 'Short'],
        ['https://example.com/'.repeat(20), 'Donaudampfschifffahrtsgesellschaftskapitän'],
      ],
    });
    const boxes = await boxesOf(pdf);
    for (const { right, text } of boxes) expect(right, text).to.be.lessThan(540);
    const { top, bottom } = box(boxes, 'Short');
    expect(bottom - top).to.be.greaterThan(8);
    expect((await textOf(pdf)).replace(/[^f]/g, '').length).to.be.at.least(400);
  });

  it('share the width by whatever units their columns have', async () => {
    const columns = [
      { header: 'Aa', width: '30mm' },
      { header: 'Bb', width: '1in' },
      { header: 'Cc', width: 60 },
      { header: 'Dd', width: '10pc' },
      'Ee',
    ];
    const boxes = await boxesOf(await printed({ columns, rows: [['a', 'b', 'c', 'd', 'e']] }));
    const starts = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee'].map((text) => box(boxes, text).left);
    [85.04, 72, 60, 120].forEach((width, index) =>
      expect((starts[index + 1] ?? 0) - (starts[index] ?? 0)).to.be.closeTo(width, 14),
    );
  });

  it('have small lines in their cells, which are read as their numbers', async () => {
    const pdf = await printed({
      rows: [
        { item: 'Bolt', trend: { sparkline: [3, 5, 4, 8] } },
        { item: 'Nut', trend: { sparkline: [1e308, -1e308, 0] } },
      ],
    });
    expect((await figureAltsOf(pdf))[0]).to.equal('3; 5; 4; 8');
    const boxes = await boxesOf(pdf);
    const pixels = await pixelsOf(pdf, 1);
    for (const name of ['Bolt', 'Nut']) {
      const [{ top, bottom }, { left }] = [box(boxes, name), box(boxes, 'Trend')];
      const drawn = count(60, (x) =>
        count(bottom - top, (y) => pixels.at(left + x, top + y)).some((grey) => grey < 215),
      );
      expect(drawn.filter(Boolean).length, name).to.be.within(40, 58);
    }
  });

  it('without rows or headers are printed all the same', async () => {
    expect(
      await textOf(await printed({ columns: ['A', { header: 'B', footer: 'sum' }], rows: [], caption: 'Nothing' })),
    ).to.match(/Nothing\s+A +B\s+Total +0/);
    expect(await textOf(await printed({ columns: [{ key: 'a', header: '' }], rows: [['alone']] }))).to.contain('alone');
    expect(
      await structureOf(
        await printed({ columns: ['A'], rows: [[null], ['']], zebra: true, rowHeaders: true, groupBy: 'A' }),
      ),
    ).to.contain('Table');
  });
});
