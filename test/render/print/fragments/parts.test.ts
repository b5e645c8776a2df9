import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { inspect } from '../../../support/inspect.ts';
import { inOneGo } from '../../../support/in-one-go.ts';
import { checkSyntax, fontsOf, pageTreeOf, structureOf, textOf } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const heading = (text: string, level = 1) => ({ op: 'add_heading', text, level });
const even = (count: number, article = 'Nut') =>
  Array.from({ length: count }, (_, index) => [index + 1, article, index % 40, (index * 7) % 100, `lot ${index}`]);
const table = (rows: readonly unknown[][]) => ({
  op: 'add_table',
  columns: ['#', 'Article', 'Quantity', 'Price', 'Lot'],
  rows,
});
/** Paragraphs of one to five sentences, so that pages end between two of them here and there. */
const paragraphs = (count: number, wrap: (text: string, index: number) => string) =>
  Array.from({ length: count }, (_, index) =>
    wrap(
      `Paragraph ${index} has words that make a line or two of text in the end, because a paragraph is rarely short. `
        .repeat(1 + (index % 5))
        .trim(),
      index,
    ),
  );
/** One that only some of the parts have. */
const letter = (index: number) => String.fromCodePoint(0x410 + Math.floor(index / 25));

describe('A document in parts', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const pdf = async (
    operations: object[],
    { output = {}, document = {} }: { output?: object; document?: object } = {},
  ) =>
    pdfOf(
      await service.render({
        operations,
        document: { size: 'A5', ...document },
        output: { deterministic: true, ...output },
      }),
    );

  /** Each part brings a page tree of its own. */
  async function isInParts(inParts: Buffer, whole: Buffer): Promise<void> {
    expect(await pageTreeOf(inParts)).not.to.equal(await pageTreeOf(whole));
    expect(await pagesOf(inParts)).to.deep.equal(await pagesOf(whole));
  }

  it('is cut within one long piece of Markdown, where a paragraph begins a page', async () => {
    const operations = [
      {
        op: 'add_markdown',
        markdown: paragraphs(
          600,
          (text, index) => `${index % 60 === 0 ? `## Chapter ${index}\n\n` : ''}${text} ${letter(index)}`,
        ).join('\n\n'),
      },
      { op: 'add_text', text: 'The end.' },
    ];
    await isInParts(await pdf(operations), await pdf(operations, { document: inOneGo }));
  });

  it(
    'is cut within one long piece of HTML whose every block has margins and an id of its own, ' + 'to which links lead',
    async () => {
      const html = paragraphs(
        400,
        (text, index) => `<p id="p${index}">${text} ${letter(index)} <a href="#p${399 - index}">other</a></p>`,
      ).join('\n');
      const operations = [
        {
          op: 'add_html',
          html,
          css: '.html > p { margin: 1.3em 0 } div { margin: 3pt 0; min-height: 1pt !important }',
        },
      ];
      const [inParts, whole] = [await pdf(operations), await pdf(operations, { document: inOneGo })];
      await isInParts(inParts, whole);
      expect((await inspect(inParts)).destinations).to.deep.equal((await inspect(whole)).destinations);
      await checkSyntax(inParts);
    },
  );

  it('is not cut where what stands beside each other begins a page', async () => {
    const html = paragraphs(500, (text, index) => `<div>${text} ${letter(index)}</div>`).join('\n');
    const operations = [
      { op: 'add_html', html, css: '.html { display: grid; grid-template-columns: 1fr 1fr; gap: 8pt }' },
    ];
    expect(await pagesOf(await pdf(operations))).to.deep.equal(
      await pagesOf(await pdf(operations, { document: inOneGo })),
    );
  });

  for (const tall of [100, 133, 137, 240]) {
    it(`finds the next break where rows turn out not to be as even as they were, from row ${tall} on`, async () => {
      const rows = even(420).map((row, index) =>
        index === tall || index === tall + 90
          ? [
              row[0],
              'An article with a description that goes over more than one line in its column, as they do, and ' +
                'then some more of it',
              ...row.slice(2),
            ]
          : row,
      );
      const operations = [table(rows), { op: 'add_text', text: 'The end.' }];
      const out = await pdf(operations);
      expect(await pagesOf(out)).to.deep.equal(await pagesOf(await pdf(operations, { document: inOneGo })));
      if (tall === 133)
        expect((await textOf(out)).match(/lot \d+/g)).to.deep.equal(rows.map((_, index) => `lot ${index}`));
    });
  }

  it('has no more pages than are allowed, all of its parts together', async () => {
    const answer = await service.render({ operations: [table(even(360))], output: { maxPages: 7 } });
    expect([answer.status, answer.json().type]).to.deep.equal([422, 'https://colophon.dev/problems/too-many-pages']);
  });

  it('keeps the levels of its outline over the parts', async () => {
    const operations = [1, 2, 3].flatMap((chapter) => [
      heading(`Chapter ${chapter}`),
      table(even(75)),
      heading(`Section ${chapter}.1`, 2),
      table(even(75)),
      heading(`Detail ${chapter}.1.1`, 3),
      table(even(75)),
    ]);
    const [inParts, whole] = [
      await inspect(await pdf(operations)),
      await inspect(await pdf(operations, { document: inOneGo })),
    ];
    expect(inParts.outline).to.deep.equal(whole.outline);
    expect(inParts.outline.map(({ level }) => level)).to.deep.equal([1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });

  it('says the header of a table that goes on once, and every cell knows it', async () => {
    const out = await pdf([heading('List'), table(even(120))]);
    const structure = await structureOf(out);
    for (const text of ['Article', 'Quantity', 'Lot'])
      expect(structure.match(new RegExp(`"${text}"`, 'g')), text).to.have.length(1);
    expect(structure.match(/^ *Table\b/gm)).to.have.length(1);
    const ids = new Set(Array.from(structure.matchAll(/TH <(node\d+)>/g), ([, id]) => id));
    expect(Array.from(structure.matchAll(/\((node\d+)\)/g), ([, id]) => id).filter((id) => !ids.has(id))).to.deep.equal(
      [],
    );
    expect(
      (await textOf(out))
        .split('\f')
        .slice(0, -1)
        .every((page) => page.includes('Quantity')),
    ).to.equal(true);
    await checkSyntax(out);
  });

  it('stores a picture and the letters that all of its parts have once', async () => {
    const noise = png(160);
    const document = { assets: { 'noise.png': noise.toString('base64') }, background: 'noise.png' };
    const operations = Array.from({ length: 6 }, (_, index) => [
      heading(`Part ${index}`),
      { op: 'add_html', html: '<p><img alt="" src="noise.png" width="80"></p>' },
      table(even(70)),
    ]).flat();
    const out = await pdf([...operations, { op: 'add_watermark', text: 'DRAFT' }], { document });
    expect((await inspect(out)).pages.length).to.be.greaterThan(15);
    expect(out.length).to.be.lessThan(3 * noise.length + 400_000);
    const fonts = await fontsOf(out);
    expect(fonts.length).to.be.lessThan(20);
    await checkSyntax(out);
  });
});

/** The text of each page, its words one space apart: columns are as wide to within a tenth of a point. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  return (await textOf(pdf)).split('\f').map((page) => page.replace(/\s+/g, ' '));
}

/** A picture that can not be compressed. */
function png(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const rows = Buffer.concat(
    Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), randomBytes(side * 3)])),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
