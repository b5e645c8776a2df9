import { expect } from 'chai';
import { wordBoxesOf, type Box } from '../support/figures.ts';
import { checkSyntax, infoOf, textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const rows = [{ word: 'Alpha' }, { word: 'Beta' }];
const table = { op: 'add_table', rows };

describe('The space in a document', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  async function printed(operations: readonly object[], document: object = {}): Promise<Buffer> {
    const pdf = pdfOf(await service.render({ operations, document }));
    await checkSyntax(pdf);
    return pdf;
  }
  async function boxesOf(operations: readonly object[], document: object = {}) {
    const boxes = await wordBoxesOf(await printed(operations, document), 1);
    return (text: string): Box => {
      const found = boxes.find((box) => box.text === text);
      if (found === undefined) throw new Error(`no ${text}`);
      return found;
    };
  }
  /** From one row of the table to the next, in points. */
  async function pitch(operation: object, document: object = {}): Promise<number> {
    const box = await boxesOf([operation], document);
    return box('Beta').bottom - box('Alpha').bottom;
  }

  it('of a table is that of its density, else that of the density of the document', async () => {
    const normal = await pitch(table);
    expect(await pitch({ ...table, density: 'compact' })).to.be.lessThan(normal - 4);
    expect(await pitch({ ...table, density: 'wide' })).to.be.greaterThan(normal + 5);
    for (const density of ['compact', 'normal', 'wide']) {
      const own = await pitch({ ...table, density });
      expect(await pitch(table, { density }), density).to.be.closeTo(own, 0.05);
      for (const other of ['compact', 'wide'])
        expect(await pitch({ ...table, density }, { density: other }), `${density} in ${other}`).to.be.closeTo(
          own,
          0.05,
        );
    }
  });

  it('of tables in Markdown and between paragraphs follows the document', async () => {
    const operations = [
      { op: 'add_markdown', markdown: '| word |\n|---|\n| Alpha |\n| Beta |' },
      { op: 'add_text', text: 'Gamma' },
      { op: 'add_text', text: 'Delta' },
    ];
    const distances = async (density: string) => {
      const box = await boxesOf(operations, { density });
      return [box('Beta').bottom - box('Alpha').bottom, box('Delta').bottom - box('Gamma').bottom];
    };
    const [compact, normal, wide] = [await distances('compact'), await distances('normal'), await distances('wide')];
    for (const index of [0, 1]) {
      expect(compact[index]).to.be.lessThan((normal[index] ?? 0) - 2);
      expect(wide[index]).to.be.greaterThan((normal[index] ?? 0) + 2);
    }
  });

  it('does not change in a document without a look: `document.style` is `none`', async () => {
    const of = (density: string) => pitch({ op: 'add_html', html: '<p>Alpha<p>Beta' }, { density, style: 'none' });
    expect(await of('wide')).to.be.closeTo(await of('compact'), 0.05);
  });

  it('and the size of type of a table is its own, also where that of the text is set', async () => {
    const heightOf = async (operation: object) => {
      const box = await boxesOf([{ op: 'set_font', family: 'Inter', size: 12 }, operation]);
      return box('Alpha').bottom - box('Alpha').top;
    };
    const set = await heightOf(table);
    expect((await heightOf({ ...table, fontSize: 6 })) / set).to.be.closeTo(0.5, 0.03);
    expect((await heightOf({ ...table, fontSize: '24pt' })) / set).to.be.closeTo(2, 0.06);
  });

  it('is what wide columns are fitted to', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Heading${index}`);
    const operation = { op: 'add_table', columns: names, rows: [names.map((_, index) => 10_000 + index)] };
    for (const [density, fontSize] of [
      ['wide', 9],
      ['compact', 14],
      ['normal', 20],
    ] as const) {
      const boxes = await wordBoxesOf(await printed([{ ...operation, density, fontSize }]), 1);
      for (const { right, text } of boxes) expect(right, text).to.be.lessThan(595 - 56);
    }
  });
});

describe('The foot of a table in HTML', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const html = (rows: number) =>
    `<table><thead><tr><th>Head</th></tr></thead><tfoot><tr><td>Foot</td></tr></tfoot><tbody>${Array.from(
      { length: rows },
      (_, index) => `<tr><td>Row${index}</td></tr>`,
    ).join('')}</tbody></table>`;
  async function pagesOf(operation: object, by = service): Promise<string[]> {
    const pdf = pdfOf(await by.render({ operations: [{ op: 'add_html', ...operation }], document: {} }));
    const count = Number((await infoOf(pdf)).Pages);
    return Promise.all(Array.from({ length: count }, async (_, index) => textOf(pdf, index + 1)));
  }

  it('stands on every page, or once after the last row', async () => {
    for (const document of [html(150), `<!doctype html><title>T</title>${html(150)}`]) {
      const repeated = await pagesOf({ html: document });
      expect(repeated.length).to.be.greaterThan(2);
      for (const page of repeated) expect(page.match(/Foot/g)).to.have.length(1);
      const once = await pagesOf({ html: document, repeatFooter: false });
      expect(once.map((page) => page.includes('Foot'))).to.deep.equal(
        once.map((_, index) => index === once.length - 1),
      );
      for (const page of once) expect(page).to.match(/^\s*Head/);
      expect(once.at(-1)).to.match(/Row149\s+Foot\s*$/);
    }
  });

  it('stands once in a document in parts too', async () => {
    const inSmallParts = await sharedService({}, { partSize: 3000 });
    const once = await pagesOf({ html: html(300), repeatFooter: false }, inSmallParts);
    expect(once.map((page) => page.includes('Foot'))).to.deep.equal(once.map((_, index) => index === once.length - 1));
    expect(once.join('').match(/Row\d+/g)).to.have.length(300);
    expect(inSmallParts.warnings.splice(0)).to.deep.equal([]);
  });
});
