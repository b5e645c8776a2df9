import { expect } from 'chai';
import { textOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const paragraph = { op: 'add_text', text: 'Trade grew in all of the regions. '.repeat(12) };
const heading = (text: string, level = 2) => ({ op: 'add_heading', level, text });
const spacer = (height: string) => ({ op: 'add_spacer', height });
const chart = (title: string, more: object = {}) => ({
  op: 'add_chart',
  kind: 'bar',
  title,
  categories: ['Q1', 'Q2'],
  series: [{ name: '2026', data: [4, 5] }],
  ...more,
});

const columns = ['Article', { key: 'Price', footer: 'sum' }];
const rows = Array.from({ length: 12 }, (_, index) => ({ Article: `row ${index}`, Price: index, kind: index % 2 }));
const htmlRows = '<tr><td>row<td>1'.repeat(12);

/** What may follow a heading, and the words of it that are no content. */
const followers: Readonly<Record<string, readonly object[]>> = {
  'a table with a caption': [{ op: 'add_table', caption: 'Caption', columns, rows }],
  'a grouped table with a caption': [{ op: 'add_table', caption: 'Caption', columns, rows, groupBy: 'kind' }],
  'a table with a caption in HTML': [
    {
      op: 'add_html',
      html: `<table><caption>Caption</caption><thead><tr><th>Article<th>Price</thead>${htmlRows}</table>`,
    },
  ],
  'a table of a template without column heads': [
    { op: 'add_template', source: `<div><table><caption>Caption</caption>${htmlRows}</table></div>` },
  ],
  'a divider': [{ op: 'add_divider' }, paragraph],
  'a spacer': [spacer('4mm'), paragraph],
  'a spacer, a divider and a spacer': [spacer('4mm'), { op: 'add_divider' }, spacer('4mm'), paragraph],
  'a bookmark': [{ op: 'add_bookmark', title: 'Here' }, paragraph],
  'a smaller heading and a spacer': [heading('Caption', 3), spacer('4mm'), paragraph],
  'a line in Markdown': [{ op: 'add_markdown', markdown: `---\n\n${paragraph.text}` }],
  'a chart': [chart('Caption', { height: '60mm' })],
};

const isContent = (word: string) => !['HEADING', 'Caption', 'Article', 'Price', '0'].includes(word);

describe('What belongs together on a page', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  async function pagesOf(operations: readonly object[]): Promise<string[]> {
    const pdf = pdfOf(await service.render({ document: { lang: 'en' }, operations }));
    return (await textOf(pdf)).split('\f').map((text) => text.replaceAll(/\s+/g, ' ').trim());
  }

  it('is not a chart and what follows it: pages fill up, and each chart is below its heading', async () => {
    const sections = ['North', 'South', 'East'].flatMap((name) => [heading(name), chart(`Sales of ${name}`)]);
    const [first, second, ...none] = await pagesOf([heading('Overview', 1), paragraph, ...sections]);
    expect(first).to.match(/Overview .* North Sales of North .* South Sales of South/);
    expect(second).to.match(/^East Sales of East/);
    expect(none.join('')).to.equal('');
  });

  it('is not a chart and a chart or an image without headings between them', async () => {
    const image = { op: 'add_image', data: svg, alt: 'Map', width: '150mm', caption: 'Figure' };
    const [first, second] = await pagesOf([paragraph, chart('One', { height: '150mm' }), image]);
    expect(first).to.contain('One').and.not.contain('Figure');
    expect(second).to.match(/^(?:Map )?Figure/);
    const source =
      '<p>Text</p>{{chart kind="bar" title="One" height="110mm" series=s}}' +
      '{{chart kind="bar" title="Two" height="150mm" series=s}}';
    const pages = await pagesOf([{ op: 'add_template', source, data: { s: [{ data: [1, 2] }] } }]);
    expect(pages[0]).to.match(/^Text One/);
    expect(pages[1]).to.match(/^Two/);
  });

  it('is a chart and the table of its data', async () => {
    const table = chart('Sales', { height: '60mm', table: true, series: [{ name: 'Bolts', data: [4, 5] }] });
    const pages = await pagesOf([200, 180, 165].flatMap((at) => [spacer(`${at}mm`), table, { op: 'add_page_break' }]));
    for (const page of pages.filter((text) => text.includes('Sales'))) expect(page).to.match(/Sales .* Bolts Q1 4/);
  });

  for (const [name, operations] of Object.entries(followers))
    it(`is a heading and ${name}`, async () => {
      const heights = Array.from({ length: 13 }, (_, index) => 208 + 3 * index);
      const pages = await pagesOf(
        heights.flatMap((height) => [
          spacer(`${height}mm`),
          heading('HEADING'),
          ...operations,
          { op: 'add_page_break' },
        ]),
      );
      const own = pages.filter((text) => text.includes('HEADING'));
      expect(own).to.have.length(heights.length);
      for (const [index, text] of own.entries())
        expect(
          text.slice(text.indexOf('HEADING')).split(' ').some(isContent),
          `at ${heights[index]} mm: ${text}`,
        ).to.equal(true);
    });
});

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><rect width="3" height="2"/></svg>';
const svg = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
