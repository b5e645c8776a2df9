import { expect } from 'chai';
import { inkOf } from '../support/ink.ts';
import { infoOf, wordsOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const text = { op: 'add_text', text: 'First line' };
const html = (content: string, more: object = {}) => ({ op: 'add_html', html: content, ...more });

describe('A page', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const pdf = async (body: object): Promise<Buffer> => pdfOf(await service.render(body));
  const sizeOf = async (body: object): Promise<string | undefined> =>
    (await infoOf(await pdf(body)))['Page size']?.replace(/ pts.*/, '');

  const sizes: readonly (readonly [string, object, string])[] = [
    ['A4', {}, '595.276 x 841.89'],
    ['A4 on its side', { orientation: 'landscape' }, '841.89 x 595.276'],
    ['A3', { size: 'A3' }, '841.89 x 1190.55'],
    ['A5', { size: 'A5' }, '419.528 x 595.276'],
    ['A6', { size: 'A6' }, '297.638 x 419.528'],
    ['Letter', { size: 'Letter' }, '612 x 792'],
    ['a size of its own', { size: { width: '100mm', height: '77.7mm' }, margin: '5mm' }, '283.465 x 220.252'],
  ];
  for (const [name, document, size] of sizes) {
    it(`of ${name} has exactly that size, and is filled to its edges`, async () => {
      expect(await sizeOf({ operations: [text], document })).to.equal(size);
      const filled = await pdf({ operations: [text], document: { ...document, background: '#404040' } });
      const [width = 0, height = 0] = size.split(' x ').map(Number);
      const ink = await inkOf(filled, 1);
      expect([ink.left, ink.top]).to.deep.equal([0, 0]);
      expect([ink.right > width - 0.5, ink.bottom > height - 0.5]).to.deep.equal([true, true]);
    });
  }

  it('has the size and margins that a style sheet of the request gives it', async () => {
    expect(await sizeOf({ operations: [html('<style>@page { size: A6; margin: 10mm }</style><p>x')] })).to.equal(
      '297.638 x 419.528',
    );
    expect(await sizeOf({ operations: [text], document: { css: '@page { size: B5 landscape }' } })).to.equal(
      '708.661 x 498.898',
    );
  });

  it('has its content as far from its edges as its margins say, on every page of a document', async () => {
    const margins = async (document: object) => {
      const file = await pdf({
        operations: [
          html('<div style="height:60mm;background:#404040"></div>'),
          { op: 'add_page_break' },
          html('<div style="height:50mm;background:#404040"></div>'),
        ],
        document,
      });
      return Promise.all([1, 2].map(async (page) => inkOf(file, page)));
    };
    for (const [width, document] of [
      [595.276, {}],
      [841.89, { orientation: 'landscape' }],
      [419.528, { size: 'A5' }],
    ] as const) {
      for (const ink of await margins(document)) {
        expect(ink.left).to.be.closeTo(56.7, 0.8);
        expect(ink.top).to.be.closeTo(56.7, 0.8);
        expect(ink.right).to.be.closeTo(width - 56.7, 0.8);
      }
    }
  });

  it('begins at the same height with scripts and without', async () => {
    const [scripted, plain] = await Promise.all(
      [{}, { javascript: 'off' }].map(async (more) =>
        wordsOf(
          await pdf({
            operations: [
              html('<script>let a = 1</script><style>p { color: red }</style><h1>Title</h1><p>text</p>', more),
            ],
          }),
          1,
        ),
      ),
    );
    expect(scripted).to.deep.equal(plain);
    expect(plain?.[0]?.y).to.be.lessThan(62);
  });

  it('that is as tall as its content is no taller', async () => {
    const document = { singlePage: true, margin: '10mm' };
    expect(await sizeOf({ operations: [text], document })).to.match(/^595\.276 x (7[0-9]|8[0-9])(\.\d+)?$/);
    expect(
      await sizeOf({ operations: [text, { op: 'add_text', text: 'below', position: { x: 10, y: 300 } }], document }),
    ).to.match(/^595\.276 x 3[678]\d(\.\d+)?$/);
    expect(await sizeOf({ operations: [html('<div style="height:3000pt"></div>')], document })).to.match(
      /^595\.276 x 30[56]\d(\.\d+)?$/,
    );
  });

  it('carries headers and watermarks where they belong', async () => {
    const file = await pdf({
      operations: [
        { op: 'set_header', html: '<div style="background:#202020;height:10pt;width:100%"></div>', height: '30mm' },
        text,
      ],
      document: { orientation: 'landscape' },
    });
    const ink = await inkOf(file, 1);
    expect((await infoOf(file))['Page size']).to.match(/^841\.89 x 595\.276/);
    expect(ink.left).to.be.closeTo(56.7, 1);
    expect(ink.right).to.be.closeTo(841.89 - 56.7, 1);
  });
});
