import { expect } from 'chai';
import { markedContentOf } from '../support/artifacts.ts';
import { checkSyntax, structureOf, textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
const rows = Array.from({ length: 80 }, (_, index) => [`Row ${index}`, index * 1.5]);
const html = `<style>.q::before{content:"Before "}.half{opacity:.5;border:2px solid
red;border-radius:8px;box-shadow:0 0 10px #0005}</style>
<p class="q">text</p><p aria-hidden="true">hidden</p><svg width="100" height="30"><text x="0"
y="20">drawn</text><rect width="9" height="9"/></svg>
<div class="half">Half <b aria-hidden="true">none</b> <a href="https://example.com">link</a> <img alt=""
src="${dot}"></div>
<div style="filter:blur(1px);transform:rotate(3deg)"><p>Turned</p><img alt="" src="${dot}"></div><hr><input
value="v"><ul><li>one</ul><p style="-webkit-mask:linear-gradient(#000,#0000)">masked</p>`;
const everything = [
  { op: 'add_heading', text: 'Report' },
  { op: 'add_text', text: 'Words. '.repeat(30), background: '#eef' },
  {
    op: 'add_table',
    columns: ['Item', { header: 'Price', format: 'currency:EUR', footer: 'sum' }],
    rows,
    zebra: true,
    caption: 'Parts',
  },
  { op: 'add_divider' },
  { op: 'add_list', items: ['a', { text: 'b', items: ['c'] }] },
  { op: 'add_chart', kind: 'bar', series: [{ name: 'a', data: [1, 2, 3] }], categories: ['x', 'y', 'z'] },
  { op: 'add_code', code: 'let a = 1;\nlet b;', language: 'js', lineNumbers: true },
  { op: 'add_math', tex: '\\frac{a}{b}' },
  { op: 'add_barcode', symbology: 'qrcode', value: 'x', alt: '' },
  { op: 'add_html', html },
];
const kinds = (artifacts: readonly string[]) =>
  [...new Set(artifacts.map((properties) => properties.replace(/^<< (.*) >>$/, '$1')))].sort();

describe('Content outside of the structure', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  async function printed(
    operations: readonly object[],
    { document = {}, output = {} }: { document?: object; output?: object } = {},
  ) {
    const pdf = pdfOf(await service.render({ operations, document, output }));
    await checkSyntax(pdf);
    return { pdf, ...markedContentOf(pdf) };
  }

  it('is marked as an artifact, whatever the document is made of', async () => {
    const { bare, wrong, artifacts } = await printed(everything, {
      document: {
        header: { left: '{title}', right: '{page} / {pages}' },
        footer: { text: '{date}' },
        title: 'Q3',
        background: '#fffdf5',
      },
    });
    expect([bare, wrong]).to.deep.equal([[], []]);
    for (const page of artifacts)
      expect(kinds(page)).to.include.members([
        '/Type /Pagination /Subtype /Footer',
        '/Type /Pagination /Subtype /Header',
      ]);
    expect(kinds(artifacts.at(-1) ?? [])).to.include('/Type /Layout');
  });

  it('is told apart: watermarks, backgrounds, headers and footers that are laid over the pages', async () => {
    const steps = [
      { op: 'set_header', html: '<b>Head</b><hr>' },
      { op: 'set_footer', text: '{section}' },
      { op: 'add_watermark', text: 'DRAFT' },
      { op: 'add_page', background: 'paper.png' },
      ...everything,
    ];
    const { bare, wrong, artifacts } = await printed(steps, { document: { assets: { 'paper.png': dot } } });
    expect([bare, wrong]).to.deep.equal([[], []]);
    for (const page of artifacts)
      expect(kinds(page)).to.include.members([
        '/Type /Background',
        '/Type /Pagination /Subtype /Footer',
        '/Type /Pagination /Subtype /Header',
        '/Type /Pagination /Subtype /Watermark',
      ]);
  });

  it(
    'is marked in every part of a document that is joined from several, and in pages that are chosen, bookmarked ' +
      'or hold fields',
    async () => {
      const existing = pdfOf(await service.render({ operations: everything })).toString('base64');
      for (const { steps, output } of [
        {
          steps: [{ op: 'set_footer', text: 'x' }, ...everything, { op: 'add_pdf', data: existing }, ...everything],
          output: {},
        },
        { steps: [{ op: 'set_footer', text: '{page}' }, ...everything], output: { pages: '3,1', forms: true } },
        {
          steps: [...everything, { op: 'add_bookmark', title: 'x' }, { op: 'add_form_field', kind: 'text', name: 'a' }],
          output: { compress: false, deterministic: true },
        },
      ]) {
        const { bare, wrong } = await printed(steps, { output });
        expect([bare, wrong]).to.deep.equal([[], []]);
      }
    },
  );

  it('has the headers of a table on its later pages, which are read once, and seen on each', async () => {
    const table = {
      op: 'add_table',
      columns: ['Item', 'Amount'],
      rows: Array.from({ length: 120 }, (_, index) => [`Row${index}`, index]),
    };
    for (const more of [[], [{ op: 'add_watermark', text: 'DRAFT' }], [{ op: 'add_page_break' }, table]]) {
      const { pdf, bare, wrong, artifacts } = await printed([table, ...more]);
      expect([bare, wrong]).to.deep.equal([[], []]);
      const structure = await structureOf(pdf);
      expect(structure.match(/"Amount"/g)).to.have.length(more.some(({ op }) => op === 'add_table') ? 2 : 1);
      expect(structure.match(/"Row\d+"/g)).to.have.length(more.some(({ op }) => op === 'add_table') ? 240 : 120);
      expect(await textOf(pdf, 2)).to.match(/Item +Amount/);
      expect(kinds(artifacts[1] ?? [])).to.include('/Type /Pagination');
      expect(kinds(artifacts[0] ?? [])).not.to.include('/Type /Pagination');
    }
  });

  it('has heads and feet with empty cells on later pages, which are read once', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `<tr><td>Row${index}</td><td>${index}</td></tr>`).join('');
    const { pdf, bare, wrong } = await printed([
      {
        op: 'add_html',
        html:
          `<table><thead><tr><th></th><th>Amount</th></tr></thead><tbody>${rows}</tbody><tfoot><tr><td>Sum</td>` +
          '<td></td></tr></tfoot></table>',
      },
    ]);
    expect([bare, wrong]).to.deep.equal([[], []]);
    expect((await structureOf(pdf)).match(/"(?:Amount|Sum)"/g)).to.deep.equal(['"Amount"', '"Sum"']);
    expect(await textOf(pdf, 2)).to.match(/Amount[^]*Sum/);
  });

  it('does not have rows that break over pages, nor rows that say the same by chance', async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `word${index}`).join(' ');
    const same = Array.from({ length: 100 }, () => ['same', 'same']);
    const { pdf, wrong } = await printed([
      { op: 'add_table', columns: ['A', 'B'], splitRows: true, rows: [[words, 'x'], ...same] },
    ]);
    expect(wrong).to.deep.equal([]);
    const structure = await structureOf(pdf);
    expect(structure.match(/word\d+/g)).to.have.length(1500);
    expect(structure.match(/"same"/g)).to.have.length(200);
  });

  it('leaves what is read as it was', async () => {
    const { pdf } = await printed([
      { op: 'set_header', text: 'Running' },
      { op: 'add_text', text: 'Body' },
    ]);
    expect(await structureOf(pdf))
      .to.contain('"Body"')
      .and.not.to.contain('Running');
  });

  it('has no marks in a document without tags', async () => {
    const { artifacts } = await printed(everything, { document: { header: { text: 'H' } }, output: { tagged: false } });
    expect(artifacts.flat()).to.deep.equal([]);
  });
});
