import { expect } from 'chai';
import { type Chart } from '../../../../src/render/content/chart/chart-params.ts';
import { chartSvg } from '../../../../src/render/content/chart/chart-svg.ts';
import { bars, chart, gridOf, htmlOf, mistakes, place, pointers, textsOf } from '../../../support/charts.ts';
import { figureAltsOf, overlaps, wordBoxesOf } from '../../../support/figures.ts';
import { textOf } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

describe('add_chart with axes and notes', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('prints titles of both axes, numbers, values, reference lines and annotations, none on another', async () => {
    const pdf = pdfOf(
      await service.render({
        operations: [
          chart({
            categories: ['Q1', 'Q2', 'Q3'],
            valueLabels: true,
            series: [
              { name: 'Revenue', data: [41, 44, 49] },
              { name: 'Margin', kind: 'line', axis: 'right', data: [0.24, 0.25, 0.31] },
            ],
            yAxis: { title: 'Million euros', min: 0, max: 60, ticks: 4 },
            y2Axis: { title: 'Share', format: 'percent', min: 0, max: 0.6 },
            referenceLines: [{ value: 50, label: 'Planned revenue' }],
            annotations: [{ x: 'Q2', y: 44, text: 'New plant opens' }],
            legend: 'bottom',
          }),
        ],
      }),
    );
    const text = await textOf(pdf);
    for (const word of [
      'Million euros',
      'Share',
      '0%',
      '20%',
      '60%',
      '60',
      '41',
      '49',
      '31%',
      'Planned revenue',
      'New plant opens',
    ])
      expect(text).to.contain(word);
    const words = await wordBoxesOf(pdf, 1);
    expect(overlaps(words)).to.deep.equal([]);
    const below = (name: string) => words.find((word) => word.text === name)?.top ?? 0;
    expect(below('Revenue')).to.be.greaterThan(below('Q1'));
    expect((await figureAltsOf(pdf))[0]).to.match(/Line Planned revenue at 50\. New plant opens\.$/);
  });

  it('puts labels at the grid lines, those of the second axis at the lines of the first', () => {
    const svg = chartSvg(
      {
        kind: 'bar',
        series: [{ data: [37, 81] }, { kind: 'line', axis: 'right', data: [1300, 2900] }],
        yAxis: {},
      },
      place,
    );
    const grid = gridOf(svg);
    const texts = textsOf(svg);
    expect(grid.length).to.be.greaterThan(3);
    for (const numbers of [
      ['0', '20', '40', '60', '80', '100'],
      ['0', '1,000', '2,000', '3,000'],
    ])
      for (const text of texts.filter((one) => numbers.includes(one.text)))
        expect(Math.min(...grid.map((y) => Math.abs(y - (text.y - 3)))), text.text).to.be.lessThan(0.5);
    const rightOf = texts.filter(({ x }) => x > 440).map(({ text }) => text);
    expect(rightOf.length).to.equal(grid.length);
  });

  it('has the ends and the labels that the request sets, exactly', () => {
    const numbers = (yAxis: object) =>
      textsOf(chartSvg({ kind: 'line', series: [{ data: [12, 71] }], categories: ['a', 'b'], yAxis }, place))
        .map(({ text }) => text)
        .filter((text) => /^[\d.%€,]+$/.test(text));
    expect(numbers({ min: 10, max: 70, ticks: 3 })).to.deep.equal(['10', '40', '70']);
    expect(numbers({ ticks: [0, 50, 75] })).to.deep.equal(['0', '50', '75']);
    expect(numbers({ ticks: 0 })).to.deep.equal([]);
    expect(numbers({ min: 0, max: 80 })).to.include.members(['0', '80']);
    expect(numbers({ min: 0, max: 80, ticks: 2, format: 'currency:EUR:0' })).to.deep.equal(['€0', '€80']);
  });

  it('cuts lines and bars at an end of the axis', () => {
    const svg = chartSvg({ kind: 'bar', series: [{ data: [50, 500] }], yAxis: { min: 0, max: 100 } }, place);
    const [low, high] = bars(svg, '#1c4f82');
    expect(high?.height).to.be.closeTo((low?.height ?? 0) * 2, 0.1);
    expect(chartSvg({ kind: 'line', series: [{ data: [50, 500] }], yAxis: { max: 100 } }, place)).to.contain('<svg x=');
  });

  it('takes colours from the series, then from the palette of the document, then from the service', () => {
    const fills = (more: object, document: object) =>
      [...(/<svg[^]*<\/svg>/.exec(htmlOf(more, document))?.[0] ?? '').matchAll(/<path fill="(#\w{6}|\w+)" d="M/g)].map(
        ([, fill]) => fill,
      );
    const series = [{ data: [1, 2] }, { data: [2, 1], color: 'teal' }, { data: [1, 1] }];
    const palette = { palette: ['#aa0000', '#00aa00'] };
    expect(fills({ series, valueLabels: true }, palette))
      .to.include.members(['#aa0000', 'teal'])
      .and.not.include('#1c4f82');
    expect(fills({ series, valueLabels: true }, {})).to.include.members(['#1c4f82', 'teal']);
    expect(htmlOf({ series }, palette)).to.contain('#aa0000').and.contain('teal').and.not.contain('#1c4f82');
    const pie = htmlOf({ kind: 'pie', series: [{ data: [1, 2, 3] }] }, palette);
    expect(pie).to.contain('#00aa00').and.not.contain('#1c4f82');
  });

  it('lays bars down, with the names beside them and the values as they were', () => {
    const shown: Chart = {
      kind: 'bar',
      horizontal: true,
      stacked: true,
      legend: 'none',
      valueLabels: true,
      categories: ['Customer satisfaction with the whole of the service', 'Costs'],
      series: [
        { data: [5, 2], color: '#000000' },
        { data: [4, 1], color: '#ffffff' },
      ],
      yAxis: { min: 0, max: 10 },
    };
    const svg = chartSvg(shown, place);
    const [first, second] = bars(svg, '#000000');
    expect(first?.width).to.be.closeTo((second?.width ?? 0) * 2.5, 0.1);
    expect(second?.y).to.be.greaterThan(first?.y ?? 0);
    const texts = textsOf(svg);
    expect(texts.filter(({ text }) => /satisfaction|service/.test(text)).length).to.equal(2);
    expect(/<text[^<>]*fill="#fff"[^<>]*>5</.test(svg), 'white on black').to.equal(true);
    expect(/<text[^<>]*fill="#1b1f27"[^<>]*>4</.test(svg), 'dark on white').to.equal(true);
  });

  it('has its legend at each side, and none', () => {
    const legendAt = (legend: Chart['legend']) => {
      const series = [
        { name: 'North', data: [1, 2] },
        { name: 'South', data: [2, 1] },
      ];
      const svg = chartSvg({ kind: 'bar', series, ...(legend && { legend }) }, place);
      const at = new RegExp('translate\\(([\\d.]+) ([\\d.]+)\\)"><path fill="#1c4f82" d="M0? ?[\\d.]* ?').exec(svg);
      return { has: svg.includes('>North<'), x: Number(at?.[1]), y: Number(at?.[2]) };
    };
    expect(legendAt('none').has).to.equal(false);
    expect(legendAt('right').x).to.be.greaterThan(400);
    expect(legendAt('left').x).to.equal(0);
    expect(legendAt('bottom').y).to.be.greaterThan(220);
    expect(legendAt(undefined).has).to.equal(true);
  });

  it('leaves a low chart its plot, however long the names are', () => {
    const names = Array.from(
      { length: 12 },
      (_, index) => `Donaudampfschifffahrtsgesellschaft ${'abcdefghijkl'.charAt(index)}`,
    );
    for (const more of [{}, { valueLabels: true }]) {
      const svg = chartSvg(
        { kind: 'bar', categories: names, series: [{ data: names.map(() => 5) }], height: 150, ...more },
        place,
      );
      const heights = [...svg.matchAll(/<path[^<>]*d="M[\d.]+ [\d.]+(?:h[\d.]+v(-?[\d.]+)|l[\d.]+ 0l0 (-?[\d.]+))/g)];
      const tallest = Math.max(...heights.map(([, a, b]) => Math.abs(Number(a ?? b))));
      expect(tallest, JSON.stringify(more)).to.be.greaterThan(40);
    }
  });

  it('refuses axes that can not be', () => {
    expect(mistakes({ yAxis: { min: 5, max: 5 } })).to.deep.equal([
      ['/yAxis/max', '`max` must be greater than `min`; the axis goes from 5 to 5'],
    ]);
    expect(pointers({ y2Axis: { min: 3, max: 1 }, series: [{ axis: 'right', data: [1] }] })).to.deep.equal([
      '/y2Axis/max',
    ]);
    expect(pointers({ series: [{ axis: 'right', data: [1] }] })).to.deep.equal([]);
    expect(pointers({ series: [{ axis: 'top', data: [1] }] })).to.deep.equal(['/series/0/axis']);
    expect(pointers({ yAxis: { min: 0, max: 10, ticks: [5, 20, 3] } })).to.deep.equal([
      '/yAxis/ticks/1',
      '/yAxis/ticks/2',
    ]);
    expect(pointers({ yAxis: { ticks: 51 } })).to.deep.equal(['/yAxis/ticks']);
    expect(pointers({ yAxis: { format: 'x', from: 1 } })).to.have.members(['/yAxis/format', '/yAxis/from']);
    expect(pointers({ xAxis: { min: 1 } })).to.deep.equal(['/xAxis/min']);
    expect(pointers({ kind: 'pie', yAxis: {}, xAxis: {} })).to.have.members(['/yAxis', '/xAxis']);
    expect(pointers({ kind: 'scatter', series: [{ axis: 'right', data: [[1, 2]] }], y2Axis: {} })).to.have.members([
      '/series/0/axis',
      '/y2Axis',
    ]);
  });

  it('refuses notes outside of the data, and of axes that are not there', () => {
    const categories = ['Jan', 'Feb'];
    expect(mistakes({ categories, annotations: [{ x: 'May', y: 1, text: 'a' }] })).to.deep.equal([
      ['/annotations/0/x', "there is no category 'May'; there are Jan, Feb"],
    ]);
    expect(mistakes({ categories, annotations: [{ x: 'Jan', y: 200, text: 'a' }] })).to.deep.equal([
      ['/annotations/0/y', '200 lies outside the data, which goes from 0 to 2'],
    ]);
    expect(pointers({ categories, yAxis: { max: 300 }, annotations: [{ x: 'Jan', y: 200, text: 'a' }] })).to.deep.equal(
      [],
    );
    expect(
      pointers({
        kind: 'scatter',
        series: [
          {
            data: [
              [1, 1],
              [5, 9],
            ],
          },
        ],
        annotations: [{ x: 50, y: 3, text: 'a' }],
      }),
    ).to.deep.equal(['/annotations/0/x']);
    expect(pointers({ referenceLines: [{ axis: 'z', value: 1 }] })).to.deep.equal(['/referenceLines/0/axis']);
    expect(pointers({ referenceLines: [{ axis: 'y2', value: 1 }] })).to.deep.equal(['/referenceLines/0/axis']);
    expect(pointers({ categories, referenceLines: [{ axis: 'x', value: 'May' }, { value: 'Jan' }] })).to.deep.equal([
      '/referenceLines/0/value',
      '/referenceLines/1/value',
    ]);
    expect(pointers({ yAxis: { max: 3 }, referenceLines: [{ value: 4 }] })).to.deep.equal(['/referenceLines/0/value']);
    expect(
      pointers({ kind: 'pie', referenceLines: [{ value: 1 }], annotations: [{ x: 1, y: 1, text: 'a' }] }),
    ).to.deep.equal(['/referenceLines', '/annotations']);
  });
});
