import { expect } from 'chai';
import { overlaps, wordBoxesOf } from '../../../support/figures.ts';
import { textOf } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const months = 'January February March April May June July August September October November December'.split(' ');
const donut = (count: number, more: object = {}) => ({
  op: 'add_chart',
  kind: 'donut',
  categories: Array.from({ length: count }, (_, index) => `${months[index % 12]}${index < 12 ? '' : ' later'}`),
  series: [{ data: Array.from({ length: count }, (_, index) => index + 10) }],
  ...more,
});

describe('The slices of a chart', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const print = async (operation: object) => pdfOf(await service.render({ operations: [operation] }));
  const shown = async (operation: object) => (await textOf(await print(operation))).replaceAll(/\s+/g, ' ').trim();

  it('are named beside the pie without a legend, up to 24 of them, with their values', async () => {
    for (const count of [11, 12, 24]) {
      const pdf = await print(donut(count, { legend: 'none', valueLabels: true }));
      const text = (await textOf(pdf)).replaceAll(/\s+/g, ' ');
      for (const [index, month] of months.slice(0, Math.min(count, 12)).entries())
        expect(text, `${count} slices`).to.contain(`${month}: ${index + 10} (`);
      expect(overlaps(await wordBoxesOf(pdf, 1)), `${count} slices`).to.deep.equal([]);
    }
  });

  it('have their values in the legend of many', async () => {
    expect(await shown(donut(12, { valueLabels: true }))).to.contain('January: 10 (5.4%) February: 11 (5.9%)');
    expect(await shown(donut(12))).to.contain('January 5.4% February 5.9%');
  });

  it('have a colon between name and value', async () => {
    const text = await shown(donut(2, { categories: ['4', 'A long name 40'], valueLabels: true }));
    expect(text).to.contain('4: 10 (48%)').and.contain('A long name 40: 11 (52%)');
  });

  it('and bars of a series without a name have the title of the chart over their data, or nothing', async () => {
    const bars = (more: object) => ({ ...donut(2, { kind: 'bar', table: true }), ...more });
    expect(await shown(bars({ title: 'Sales' }))).to.match(/^Sales .* Sales January 10 February 11$/);
    expect(await shown(bars({ title: 'Sales', yTitle: 'Tons' }))).to.match(/ Tons January 10 February 11$/);
    expect(await shown(bars({}))).to.match(/ January February January 10 February 11$/);
    expect(await shown(donut(2, { title: 'Share', table: true }))).to.match(/ Share January 10 February 11$/);
  });
});
