import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '../../../../src/browser/network/egress.ts';
import { checkSyntax, elementsOf, structureOf, textOf, wordBoxesOf } from '../../../support/pdf.ts';
import { differingPixels, picturesOf } from '../../../support/pictures.ts';
import { pdfOf, startService, type OwnService } from '../../../support/service.ts';

const css =
  'body { font: 11pt/1.35 sans-serif; margin: 0 } table { border-collapse: collapse; width: 100% }' +
  'td, th { border: 1px solid #999; padding: 2pt 5pt } tbody tr:nth-child(3n) { background: #eef }';
/** Its loads show how often the start of a document is printed. */
const picture = '<p><img src="https://remote.test/start" alt=""></p>';
const name = (index: number) => `Hexagon bolt M${(index % 20) + 4}`;

/** HTML with a table of 700 rows, and a picture before it, or text. */
function tableOf(
  article: (index: number) => string,
  { rows = 700, more = '', before = picture, foot = '' } = {},
): object[] {
  const body = Array.from(
    { length: rows },
    (_, index) =>
      `<tr><td>${index + 1}</td><td>${article(index)}</td><td>${(index * 7) % 50}</td><td>${index % 9}</td></tr>`,
  );
  const head = '<thead><tr><th>No</th><th>Article</th><th>Quantity</th><th>Price</th></tr></thead>';
  return [
    {
      op: 'add_html',
      html: `<h1>Stock</h1>${before}<table>${head}<tbody>${body.join('')}</tbody>${foot}</table>`,
      css: css + more,
    },
  ];
}

/** The structure without the ids of its elements. */
const unnumbered = async (pdf: Buffer) => (await structureOf(pdf)).replaceAll(/node\d+/g, 'node');

/** The same without texts, for which pdfinfo takes five seconds. */
const unnumberedElements = async (pdf: Buffer) => (await elementsOf(pdf)).replaceAll(/node\d+/g, 'node');

/** The words of a document with the places of their top-left corners, in points, page by page from top to bottom. */
async function placesOf(pdf: Buffer): Promise<{ word: string; x: number; y: number }[]> {
  const pages = (await wordBoxesOf(pdf)).split('<page ');
  return pages.flatMap((page) =>
    [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)</g)]
      .map(([, x, y, word = '']) => ({ word, x: Number(x), y: Number(y) }))
      .sort((one, other) => Math.round(one.y) - Math.round(other.y) || one.x - other.x),
  );
}

describe('A table that is printed while another page is idle', () => {
  let service: OwnService;
  let loads: string[] = [];
  before(async () => {
    const egress: Egress = {
      allows: (url) => new URL(url).hostname === 'remote.test',
      fetch: ({ url }) => {
        loads.push(url);
        const body =
          '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="9"/></svg>';
        const headers = [{ name: 'content-type', value: 'image/svg+xml' }];
        return Promise.resolve({ status: 200, headers, body: Buffer.from(body) });
      },
    };
    service = await startService({ SERVICE_WORKER_COUNT: '2', SERVICE_NETWORK_ALLOW: 'remote.test' }, { egress });
    // until both browsers have started
    while ((await printed(tableOf(name))).prints === 1) await sleep(100);
  });
  after(() => service.stop());
  afterEach(() => expect(service.warnings.splice(0)).to.deep.equal([]));

  /** The document, and how often its start was printed. */
  async function printed(
    operations: readonly object[],
    output: object = {},
    document: object = {},
  ): Promise<{ pdf: Buffer; prints: number }> {
    loads = [];
    const about = { lang: 'en', title: 'Stock', ...document };
    const pdf = pdfOf(await service.render({ operations, document: about, output }));
    return { pdf, prints: loads.filter((url) => url.endsWith('/start')).length };
  }

  /** Expects the document to be the one that a single print makes. */
  async function comparedWithOnePrint(operations: readonly object[], prints: number, ofWhole = 1): Promise<void> {
    const halves = await printed(operations);
    const whole = await printed(operations, { deterministic: true });
    expect([halves.prints, whole.prints], 'prints of the start').to.deep.equal([prints, ofWhole]);
    expect(await textOf(halves.pdf)).to.equal(await textOf(whole.pdf));
    expect(await unnumberedElements(halves.pdf)).to.equal(await unnumberedElements(whole.pdf));
    const [one, other] = [await picturesOf(halves.pdf), await picturesOf(whole.pdf)];
    expect(one.length).to.equal(other.length).and.greaterThan(15);
    for (const [page, own] of one.entries())
      expect(differingPixels(own, other[page]!), `pixels of page ${page + 1}`).to.equal(0);
    await checkSyntax(halves.pdf);
  }

  it('is printed in two halves, which look like one print', () => comparedWithOnePrint(tableOf(name), 2));

  it('has its text in its structure as one print has it', async () => {
    const [halves, whole] = [await printed(tableOf(name)), await printed(tableOf(name), { deterministic: true })];
    expect([halves.prints, whole.prints], 'prints of the start').to.deep.equal([2, 1]);
    expect(await unnumbered(halves.pdf)).to.equal(await unnumbered(whole.pdf));
  });

  describe('after text, where the layout of its first rows shows where it breaks', () => {
    const before = '<div><h2>Bolts</h2> <p>All of the parts that are in the <b>stores</b>.</p></div>';
    const foot = '<tfoot><tr><td colspan="4">Prices without tax</td></tr></tfoot>';
    const isIn = (index: number, [from, to]: readonly [number, number]) => index >= from && index < to;
    /** Rows of the first half, and rows that are printed with both halves. */
    const [early, middle] = [
      [56, 70],
      [330, 380],
    ] as const;
    const pictured = (index: number) =>
      isIn(index, early) || isIn(index, middle)
        ? `<span style="background:url(https://remote.test/${index})">${name(index)}</span>`
        : name(index);

    /** Numbers of prints of rows, by the loads of their pictures. */
    const counts = (rows: readonly [number, number]) =>
      Object.values(Object.groupBy(loads, (url) => url)).flatMap((same = []) =>
        isIn(Number(same[0]?.split('/').at(-1)), rows) ? [same.length] : [],
      );
    /** The document that is printed in halves, and numbers of prints of its rows. */
    async function inHalves(
      operations: readonly object[],
      document: object = {},
    ): Promise<{ pdf: Buffer; early: number[]; middle: number[] }> {
      for (let times = 0; ; times += 1) {
        const { pdf } = await printed(operations, {}, document);
        const found = { pdf, early: counts(early), middle: counts(middle) };
        if (Math.max(...found.middle) > 1 || times === 20) return found;
        await sleep(100); // the other page may not be idle yet
      }
    }

    const separate = 'table { border-collapse: separate; border-spacing: 2px } td { padding: 1px }';
    for (const [look, more, options] of [
      ['collapsed borders', '', { before }],
      ['a foot', '', { before: '', foot }],
      ['bare text before it', '', { before: 'Bare text' }],
      ['separate borders', separate, { before }],
      ['separate borders and a foot', separate, { before: '', foot }],
      ['high rows', 'td { padding: 1px; line-height: 20pt }', { before }],
    ] as const)
      it(`is printed in halves without a print of its first pages, with ${look}`, async () => {
        const operations = tableOf(pictured, { more, ...options });
        const halves = await inHalves(operations);
        expect(Math.min(...halves.early), 'prints of the first pages').to.equal(1);
        expect(Math.max(...halves.middle), 'prints of the middle').to.be.greaterThan(1);
        const whole = await printed(operations, { deterministic: true });
        expect(await textOf(halves.pdf)).to.equal(await textOf(whole.pdf));
        expect(await unnumberedElements(halves.pdf)).to.equal(await unnumberedElements(whole.pdf));
      });

    it('has its first pages printed where rows have more than words, which may make them higher', async () => {
      const article = (index: number) =>
        isIn(index, early) || isIn(index, middle)
          ? `<img src="https://remote.test/${index}" alt="" style="height:9px">`
          : name(index);
      const halves = await inHalves(tableOf(article, { before }));
      expect(Math.min(...halves.early), 'prints of the first pages').to.be.greaterThan(1);
    });

    for (const [around, document, more] of [
      ['margins around the page', {}, 'html { margin: 0 30px }'],
      ['a body of its own width', {}, 'body { max-width: 500px; margin: auto }'],
      ['a scale', { scale: 0.8 }, ''],
    ] as const)
      it(`has its words where one print has them, with ${around}`, async () => {
        const operations = tableOf(pictured, { before, more });
        const halves = await inHalves(operations, document);
        expect(Math.max(...halves.middle), 'prints of the middle').to.be.greaterThan(1);
        const whole = await printed(operations, { deterministic: true }, document);
        const [own, other] = [await placesOf(halves.pdf), await placesOf(whole.pdf)];
        expect(own.map(({ word }) => word)).to.deep.equal(other.map(({ word }) => word));
        for (const [index, { x, y }] of own.entries()) {
          expect(x).to.be.closeTo(other[index]!.x, 0.1);
          expect(y).to.be.closeTo(other[index]!.y, 0.1);
        }
      });

    it('is printed in one go where no page repeats its head, to which its cells refer', async () => {
      const operations = tableOf(pictured, { before, more: 'thead { display: table-row-group }' });
      const { pdf } = await printed(operations);
      expect(Math.max(...counts(middle)), 'prints of the middle').to.equal(1);
      expect(await elementsOf(pdf)).not.to.include('/Headers []');
    });

    it('looks like one print', async () => {
      await comparedWithOnePrint(tableOf(name, { before: '<p>All of the parts.</p>' }), 0, 0);
    });
  });

  it('has the widths of its columns from its last row too, which has a look of its own', async () => {
    await comparedWithOnePrint(
      tableOf(name, { more: 'tr:last-child td { font-weight: bold; letter-spacing: 3px }' }),
      2,
    );
  });

  it('is printed in one go where rows are higher than others', async () => {
    await comparedWithOnePrint(
      tableOf((index) =>
        index % 13 === 0 ? `${name(index)}, of steel, zinc plated, ${'with a long name '.repeat(4)}` : name(index),
      ),
      1,
    );
  });

  it('is printed in one go where its pages hold unequal numbers of rows', async () => {
    await comparedWithOnePrint(
      tableOf((index) => (index % 50 === 0 ? `${name(index)}<br>second line` : name(index))),
      1,
    );
  });

  it('is printed again where a row of the first half breaks elsewhere than predicted', async () => {
    const operations = tableOf((index) =>
      index === 330 ? '<i style="display:block;height:40px">tall</i>' : name(index),
    );
    const { pdf } = await printed(operations);
    const whole = await printed(operations, { deterministic: true });
    expect(await textOf(pdf)).to.equal(await textOf(whole.pdf));
    service.warnings.splice(0); // it reports that it is printed in one go
  });

  it('is printed in one go where it is short, has a footer, or a font of its own', async () => {
    expect((await printed(tableOf(name, { rows: 300 }))).prints).to.equal(1);
    expect((await printed([{ op: 'set_footer', center: '{page}' }, ...tableOf(name)])).prints).to.equal(1);
    const ownFont = '@font-face { font-family: Own; src: local(serif) }';
    expect((await printed(tableOf(name, { more: ownFont }))).prints).to.equal(1);
  });

  it('is printed in one go where it has carried sums', async () => {
    const rows = Array.from({ length: 900 }, (_, index) => [index + 1, name(index), index % 40, index % 9]);
    const table = { op: 'add_table', columns: ['No', 'Article', 'Quantity', 'Price'], rows };
    const carried = { ...table, carry: { columns: ['Price'], forward: 'Carried forward to the next page' } };
    const start = { op: 'add_html', html: picture };
    expect((await printed([start, table])).prints).to.equal(2);
    expect((await printed([start, carried])).prints).to.equal(1);
  });

  it('is printed as before where only some of its pages are wanted', async () => {
    const chosen = { pages: '1-3' };
    const { prints } = await printed(tableOf(name), { ...chosen, deterministic: true });
    expect((await printed(tableOf(name), chosen)).prints).to.equal(prints);
  });
});
