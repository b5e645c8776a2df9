import { expect } from 'chai';
import fc from 'fast-check';
import { chartKinds, type Chart } from '../../../../src/render/content/chart/chart-params.ts';
import { chartSvg } from '../../../../src/render/content/chart/chart-svg.ts';
import { alt, cellsOf, chart, htmlOf, mistakes, place, pointers, textsOf } from '../../../support/charts.ts';
import { structureOf, textOf } from '../../../support/pdf.ts';
import { mistakesOf } from '../../../support/rendering.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

describe('Kinds of add_chart', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('sums samples up in boxes, as Excel does', () => {
    const sample = [7, 15, 36, 39, 40, 41];
    expect(cellsOf({ kind: 'boxplot', series: [{ name: 'A', data: sample }] })).to.deep.equal([
      ...['', 'Number', 'Minimum', 'Lower quartile', 'Median', 'Upper quartile', 'Maximum'],
      ...['A', '6', '7', '20.25', '37.5', '39.75', '41'],
    ]);
    expect(alt({ kind: 'boxplot', series: [{ name: 'A', data: sample }] })).to.equal(
      'Box plot. A: median 37.5, quartiles 20.25 and 39.75, from 7 to 41.',
    );
    const outliers = (data: number[]) =>
      chartSvg({ kind: 'boxplot', series: [{ data }] }, place).match(/<circle/g)?.length ?? 0;
    expect(outliers([1, 2, 2, 3, 3, 4, 90])).to.equal(1);
    expect(outliers([1, 2, 3, 4, 90]), 'five values are their own summary').to.equal(0);
    const grouped = {
      categories: ['x', 'y'],
      series: [
        { name: 'A', data: [sample, null] },
        { name: 'B', data: [sample, sample] },
      ],
    };
    expect(cellsOf({ kind: 'boxplot', ...grouped }).filter((text) => /, [xy]$/.test(text))).to.deep.equal([
      'A, x',
      'B, x',
      'B, y',
    ]);
  });

  it('counts in bins at round numbers, or at the edges that the request sets', () => {
    const data = [1, 2, 3, 11, 12, 19, 20, 21, 30, 39, 40];
    const bins = (more: object) => cellsOf({ kind: 'histogram', series: [{ data }], ...more }).slice(2);
    expect(bins({ xAxis: { min: 0, max: 40, ticks: 5 } })).to.deep.equal([
      '0 – 10',
      '3',
      '10 – 20',
      '3',
      '20 – 30',
      '2',
      '30 – 40',
      '3',
    ]);
    expect(bins({ xAxis: { ticks: [0, 5, 40] } })).to.deep.equal(['0 – 5', '3', '5 – 40', '8']);
    expect(alt({ kind: 'histogram', series: [{ data }], xAxis: { ticks: [0, 5, 40] } })).to.equal(
      'Histogram. 11 values from 1 to 40, most of them (8) from 5 to 40.',
    );
  });

  it('adds a waterfall up, with totals where gaps are', () => {
    const shown = {
      kind: 'waterfall',
      categories: ['Revenue', 'Costs', 'Grants', 'Profit'],
      series: [{ data: [100, -70, 10, null] }],
    };
    expect(cellsOf(shown)).to.deep.equal([
      ...[
        '',
        'Change',
        'Total',
        'Revenue',
        '100',
        '100',
        'Costs',
        '-70',
        '30',
        'Grants',
        '10',
        '40',
        'Profit',
        '',
        '40',
      ],
    ]);
    expect(alt(shown)).to.equal('Waterfall chart. 4 categories, from Revenue to Profit. From 100 to 40.');
    const svg = chartSvg({ ...shown, valueLabels: true } as Chart, place);
    expect(textsOf(svg).map(({ text }) => text)).to.include.members(['100', '-70', '+10', '40']);
  });

  it('shows a value a cell, and a value a dial', async () => {
    const heat = {
      kind: 'heatmap',
      categories: ['a', 'b'],
      series: [
        { name: 'x', data: [1, 9] },
        { name: 'y', data: [null, 4] },
      ],
    };
    expect(cellsOf(heat)).to.deep.equal(['', 'x', 'y', 'a', '1', '', 'b', '9', '4']);
    expect(alt(heat)).to.equal('Heat map. Series: x, y. 2 categories, from a to b. Values from 1 to 9.');
    const dial = { kind: 'gauge', title: 'Load', format: 'percent', series: [{ name: 'Pump', data: [0.64] }] };
    expect(alt(dial)).to.equal('Gauge: Load. Pump 64% on a scale from 0% to 100%.');
    const pdf = pdfOf(
      await service.render({ operations: [chart({ ...heat, valueLabels: true, table: true }), chart(dial)] }),
    );
    expect((await textOf(pdf)).match(/\S+/g)).to.include.members(['64%', '0%', '100%', 'Pump']);
    expect(await structureOf(pdf)).to.match(/Figure[^]*Table[^]*Figure/);
  });

  it('refuses data and fields that do not go with the kind', () => {
    expect(mistakes({ kind: 'boxplot', series: [{ data: [1, 2, 3] }] })).to.deep.equal([
      ['/series/0/data', 'a box sums up at least 5 values; here are 3'],
    ]);
    expect(pointers({ kind: 'boxplot', categories: ['a'], series: [{ data: [[1, 2]] }] })).to.deep.equal([
      '/series/0/data/0',
    ]);
    expect(pointers({ kind: 'waterfall', series: [{ data: [1] }, { data: [2] }] })).to.deep.equal(['/series']);
    expect(pointers({ kind: 'gauge', series: [{ data: [1, 2] }] })).to.deep.equal(['/series/0/data']);
    expect(pointers({ kind: 'gauge', series: [{ data: [7] }], yAxis: { max: 5 } })).to.deep.equal(['/series/0/data/0']);
    expect(pointers({ kind: 'histogram', categories: ['a'], series: [{ data: [1] }] })).to.deep.equal(['/categories']);
    expect(pointers({ kind: 'line', horizontal: true })).to.deep.equal(['/horizontal']);
    expect(pointers({ horizontal: true, series: [{ kind: 'line', data: [1] }] })).to.deep.equal(['/series/0/kind']);
    expect(pointers({ kind: 'pie', series: [{ data: [1, 2], color: 'red' }] })).to.deep.equal(['/series/0/color']);
    expect(pointers({ legend: 'middle', valueLabels: 'yes' })).to.have.members(['/legend', '/valueLabels']);
    expect(
      mistakesOf({ document: { palette: ['#12', 'red'] }, operations: [chart({})] }).map(({ pointer }) => pointer),
    ).to.deep.equal(['/document/palette/0']);
  });

  it('draws any chart that the schema lets through, of every kind, in both directions of writing', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    const number = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1e100, max: 1e100, noNaN: true }));
    const list = (item: fc.Arbitrary<unknown>) => fc.array(item, { minLength: 5, maxLength: 12 });
    const dataOf = (kind: string): fc.Arbitrary<unknown[]> =>
      kind === 'scatter'
        ? list(fc.tuple(number, number))
        : kind === 'boxplot'
          ? list(number)
          : kind === 'gauge'
            ? fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }))
            : list(kind === 'pie' || kind === 'donut' ? fc.nat() : fc.option(number));
    const axis = fc.option(
      fc.record({ ticks: fc.oneof(fc.integer({ min: 0, max: 50 })), title: text.map((one) => one || 'x') }),
      { nil: undefined },
    );
    const options = fc.record({
      valueLabels: fc.boolean(),
      legend: fc.constantFrom('top', 'right', 'bottom', 'left', 'none'),
      xAxis: axis,
      yAxis: axis,
      horizontal: fc.boolean(),
      stacked: fc.boolean(),
      width: fc.integer({ min: 80, max: 700 }),
      height: fc.integer({ min: 60, max: 400 }),
      lang: fc.constantFrom('en', 'ar', 'de', 'hi'),
    });
    const arbitrary = fc.constantFrom(...chartKinds).chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        series: fc.array(fc.record({ name: text, data: dataOf(kind) }), {
          minLength: 1,
          maxLength: ['pie', 'donut', 'waterfall'].includes(kind) ? 1 : 5,
        }),
        line: fc.option(number, { nil: undefined }),
        options,
      }),
    );
    let drawn = 0;
    fc.assert(
      fc.property(arbitrary, ({ kind, series, line, options: given }) => {
        const { lang, horizontal, stacked, xAxis, yAxis, ...more } = given;
        const plain = kind === 'pie' || kind === 'donut' || kind === 'gauge' || kind === 'heatmap';
        const operation = {
          ...{ kind, series, lang, ...more },
          ...(!plain && {
            xAxis,
            yAxis,
            ...(line !== undefined && { referenceLines: [{ value: line, label: 'A line' }] }),
          }),
          ...(['bar', 'waterfall', 'boxplot'].includes(kind) && { horizontal }),
          ...(['bar', 'line', 'area'].includes(kind) && { stacked }),
        };
        expect(mistakes(operation)).to.deep.equal([]);
        const svg = /<svg[^]*<\/svg>/.exec(htmlOf(operation, {}))?.[0] ?? '';
        const marks = svg.replace(/<text[^]*?<\/text>/g, '').replace(/aria-label="[^"]*"/, '');
        expect(marks)
          .to.contain('<path')
          .and.not.match(/NaN|undefined|Infinity|e\+\d/);
        drawn += 1;
      }),
      { numRuns: 150 },
    );
    expect(drawn).to.be.at.least(150);
  });
});
