import { expect } from 'chai';
import fc from 'fast-check';
import { chartKinds, type Chart } from '../../../../src/render/content/chart/chart-params.ts';
import { chartSvg } from '../../../../src/render/content/chart/chart-svg.ts';
import { figureAltsOf, overlaps, wordBoxesOf } from '../../../support/figures.ts';
import { structureOf, textOf } from '../../../support/pdf.ts';
import { composed, elementOf, elementsOf, mistakesOf, pointersOf } from '../../../support/rendering.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const place = { lang: 'en', width: 480 };
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const chart = (more: object) => ({ op: 'add_chart', kind: 'bar', series: [{ data: [1, 2] }], ...more });
const alt = (more: object, document: object = {}) =>
  elementOf('svg', [chart(more)], { document }).attributes['aria-label'];
const textsOf = (svg: string) => [...svg.matchAll(/<text[^<>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

/** Elements and attributes that a chart is made of: nothing that runs, loads or links. */
const plain =
  /^(?:<\/?(?:svg|g|path|text|rect|circle|polyline|defs|clipPath)(?: (?!on|href|xlink)[a-zA-Z:-]+="[^"<>]*")*\s*\/?>|[^<>]*)$/;
const strange = (svg: string) => (svg.match(/<[^<>]*>|[^<>]+|[<>]/g) ?? []).filter((part) => !plain.test(part));

describe('add_chart', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('prints title, legend, names and numbers as text, and says in a sentence what it shows', async () => {
    const pdf = pdfOf(
      await service.render({
        operations: [
          chart({
            title: 'Revenue by quarter',
            categories: ['Q1', 'Q2'],
            series: [
              { name: 'North', data: [4, 5] },
              { name: 'South', data: [3, -2] },
            ],
            yTitle: 'Million euros',
          }),
        ],
      }),
    );
    const text = await textOf(pdf);
    for (const word of ['Revenue by quarter', 'North', 'South', 'Q1', 'Q2', 'Million euros'])
      expect(text).to.contain(word);
    expect(await figureAltsOf(pdf)).to.deep.equal([
      'Bar chart: Revenue by quarter. Series: North, South. 2 categories, from Q1 to Q2. Values from -2 to 5.',
    ]);
  });

  it('has its data as a table where it is asked, in the language of the operation', async () => {
    const pdf = pdfOf(
      await service.render({
        document: { lang: 'de' },
        operations: [
          chart({ categories: ['Q1', 'Q2'], series: [{ name: 'Nord', data: [1234.5, null] }], table: true }),
        ],
      }),
    );
    expect(await structureOf(pdf)).to.match(/Table[^]*TH[^]*Nord[^]*Q1[^]*1\.234,5/);
    const cells = elementsOf([
      chart({ kind: 'scatter', series: [{ name: 'A', data: [[1, 2]] }], xTitle: 'Height', table: true }),
    ])
      .filter(({ tag }) => tag === 'td' || tag === 'th')
      .map(({ text }) => text);
    expect(cells).to.deep.equal(['', 'Height', 'y', 'A', '1', '2']);
  });

  it('writes numbers as the language and the format have them', () => {
    const numbers = (lang: string, more: object) =>
      textsOf(chartSvg({ kind: 'bar', series: [{ data: [0, 3_000_000] }], ...more }, { ...place, lang })).join(' ');
    expect(numbers('en', {})).to.contain('3M');
    expect(numbers('de', {})).to.match(/\b3\u00a0Mio\./);
    expect(numbers('fr', { format: 'currency:EUR:0' })).to.match(/3\u202f000\u202f000\u00a0€/);
    expect(alt({ lang: 'de', series: [{ data: [0.5, 1234.5] }] })).to.equal(
      'Balkendiagramm. 2 Kategorien, von 1 bis 2. Werte von 0,5 bis 1.234,5.',
    );
    expect(alt({ lang: 'fi', series: [{ data: [0.5, 1234.5] }] })).to.contain('Values from 0.5 to 1,234.5');
  });

  it('describes slices, points and charts without values', () => {
    expect(alt({ kind: 'pie', title: 'Share', categories: ['A', 'B'], series: [{ data: [1, 3] }] })).to.equal(
      'Pie chart: Share. A 25.0%, B 75.0%.',
    );
    expect(
      alt({
        kind: 'donut',
        series: [
          { name: 'A', data: [1] },
          { name: 'B', data: [1] },
        ],
      }),
    ).to.equal('Donut chart. A 50.0%, B 50.0%.');
    expect(
      alt({
        kind: 'scatter',
        series: [
          {
            data: [
              [1, 2],
              [3, -4],
            ],
          },
        ],
      }),
    ).to.equal('Scatter chart. 2 points, x from 1 to 3, y from -4 to 2.');
    expect(alt({ kind: 'line', series: [{ data: [] }] })).to.equal('Line chart. No values.');
    expect(alt({ series: [{ data: [1] }, { kind: 'line', data: [2] }] })).to.match(/^Chart of bars and lines\./);
    expect(alt({ alt: 'Mine' })).to.equal('Mine');
    expect(elementOf('svg', [chart({ alt: '' })]).attributes).to.include({ 'aria-hidden': 'true' });
  });

  it('lets no two names along the axis lie on each other, however many and long they are', async () => {
    const names = [
      'Customer satisfaction',
      'Delivery on time and in full',
      'Cost of goods sold',
      'Net promoter score',
      'Employee turnover',
      'Working capital',
    ];
    const boxes = async (more: object) => wordBoxesOf(pdfOf(await service.render({ operations: [chart(more)] })), 1);
    const slices = {
      kind: 'pie',
      categories: [...names, 'Small', 'Smaller'],
      series: [{ data: [9, 8, 7, 6, 5, 4, 0.3, 0.2] }],
    };
    for (const more of [
      { categories: names, series: [{ data: [1, 2, 3, 4, 5, 6] }] },
      { categories: months, series: [{ data: months.map((_, index) => index * 1e9) }] },
      { ...slices, title: 'A long title that goes on and on, and on, and on, until it has to be broken into lines' },
    ]) {
      const words = await boxes(more);
      expect(words.length, JSON.stringify(more)).to.be.greaterThan(10);
      expect(overlaps(words), JSON.stringify(more)).to.deep.equal([]);
    }
    const sixty = chartSvg(
      {
        kind: 'bar',
        categories: Array.from({ length: 60 }, (_, index) => `Municipality ${'abcdef'[index % 6] ?? ''}`),
        series: [{ data: Array(60).fill(1) }],
      },
      place,
    );
    expect(textsOf(sixty).filter((text) => text?.startsWith('Municipality'))).to.have.length(60);
    expect(sixty).to.match(/<text[^<>]*matrix\(0,-1,1,0|rotate\(-90/);
  });

  it('leaves names out that go on by themselves, at round steps', () => {
    const shown = textsOf(
      chartSvg({ kind: 'line', series: [{ data: Array.from({ length: 1000 }, (_, index) => index) }] }, place),
    ).filter((text) => /^\d+$/.test(text ?? ''));
    expect(shown).to.include.members(['100', '200', '500']);
    expect(shown).not.to.include('1');
  });

  it('begins at the right where the language does', () => {
    const arabic = chartSvg(
      {
        kind: 'bar',
        title: 'الإيرادات',
        categories: ['يناير', 'فبراير'],
        series: [
          { name: 'أ', data: [1, 2] },
          { name: 'ب', data: [2, 3] },
        ],
      },
      { lang: 'ar', width: 400 },
    );
    expect(arabic).to.match(/<text x="400"[^<>]*style="direction:rtl"[^<>]*>الإيرادات/);
    const x = (name: string) =>
      Number(new RegExp(`translate\\(([\\d.]+) [\\d.]+\\)"[^<>]*>[\\u2067]?${name}`).exec(arabic)?.[1]);
    expect(x('يناير')).to.be.greaterThan(x('فبراير'));
  });

  it(
    'draws gaps as gaps, a value between two of them as a mark, and zeros, single values and nothing without ' +
      'failing',
    () => {
      const line = chartSvg({ kind: 'line', series: [{ data: [1, 2, null, 5, null, 3, 4] }] }, place);
      expect(line).to.not.match(/NaN|undefined|Infinity/);
      for (const kind of chartKinds) {
        for (const data of [[], [0, 0, 0], [5], [null, null], [-1, -5], [1e99, -1e99], [1e-90, 2e-90]]) {
          const points =
            kind === 'scatter'
              ? data.flatMap((value, index) => (value === null ? [] : [[index, value] as [number, number]]))
              : data.map((value) => (kind === 'pie' || kind === 'donut' ? Math.abs(value ?? 0) : value));
          expect(chartSvg({ kind, series: [{ data: points }] }, place), `${kind} ${data.join()}`).to.not.match(
            /NaN|undefined|Infinity/,
          );
        }
      }
    },
  );

  it('stacks bars and areas, and puts bars and lines together', () => {
    const top = (stacked: boolean) =>
      Math.max(
        ...textsOf(
          chartSvg(
            { kind: 'bar', stacked, series: [{ data: [5, 1] }, { data: [5, 1] }], categories: ['a', 'b'] },
            place,
          ),
        )
          .map(Number)
          .filter((number) => !Number.isNaN(number)),
      );
    expect([top(false), top(true)]).to.deep.equal([5, 10]);
    expect(
      chartSvg(
        {
          kind: 'bar',
          series: [
            { name: 'x', data: [1, 2] },
            { name: 'y', kind: 'line', data: [2, 1] },
          ],
        },
        place,
      ),
    ).to.contain('stroke-width="1.6"');
  });

  it('gives equal bytes for equal input, in any order', () => {
    const one: Chart = {
      kind: 'area',
      stacked: true,
      series: [
        { name: 'a', data: [1, 2, 3] },
        { name: 'b', data: [3, 2, 1] },
      ],
    };
    const other: Chart = { kind: 'pie', categories: ['a', 'b'], series: [{ data: [1, 2] }] };
    const [first, second] = [chartSvg(one, place), chartSvg(other, place)];
    expect([chartSvg(other, place), chartSvg(one, place)]).to.deep.equal([second, first]);
    expect(first).to.not.match(/zr\d|class="zr/);
  });

  it('has no markup from names, titles and categories', () => {
    const evil = '</text><script>alert(1)</script>{a|b}&amp;"\'';
    const svg = chartSvg(
      {
        kind: 'bar',
        title: evil,
        xTitle: evil,
        yTitle: evil,
        categories: [evil, '<b>'],
        series: [
          { name: evil, data: [1, 2] },
          { name: '{b}', data: [2, 1] },
        ],
      },
      place,
    );
    expect(strange(svg)).to.deep.equal([]);
    expect(svg).to.contain('&lt;script&gt;');
  });

  it('tells each mistake of its data with its place', () => {
    const mistakes = (more: object) =>
      pointersOf({ operations: [chart(more)] }).map((pointer) => pointer.replace('/operations/0', ''));
    expect(mistakes({ kind: 'radar', series: [] })).to.deep.equal(['/kind', '/series']);
    expect(mistakes({ series: [{ data: [1, 'x', [1, 2]] }, { name: 3, color: 'r;d' }] })).to.deep.equal([
      '/series/0/data/1',
      '/series/1/data',
      '/series/1/name',
      '/series/1/color',
    ]);
    expect(mistakes({ series: [{ data: [1, [1, 2]] }] })).to.deep.equal(['/series/0/data/1']);
    expect(mistakes({ kind: 'scatter', series: [{ data: [[1, 2], 3] }] })).to.deep.equal(['/series/0/data/1']);
    expect(mistakes({ kind: 'pie', series: [{ data: [1, -2] }], stacked: true })).to.deep.equal([
      '/series/0/data/1',
      '/stacked',
    ]);
    expect(mistakes({ kind: 'pie', series: [{ data: [1, 2] }, { data: [1] }] })).to.deep.equal(['/series']);
    expect(mistakes({ kind: 'pie', series: [{ data: Array(201).fill(1) }] })).to.deep.equal(['/series/0/data']);
    expect(mistakes({ categories: ['a'] })).to.deep.equal(['/series/0/data']);
    expect(mistakes({ kind: 'scatter', series: [{ data: [[1, 2]] }], categories: ['a'] })).to.deep.equal([
      '/categories',
    ]);
    expect(mistakes({ kind: 'pie', series: [{ kind: 'line', data: [1] }] })).to.deep.equal(['/series/0/kind']);
    expect(mistakes({ width: 10, height: '3m', format: 'x', table: 1 })).to.have.members([
      '/width',
      '/height',
      '/format',
      '/table',
    ]);
    expect(mistakes({ series: [{ data: [1e101] }] })).to.deep.equal(['/series/0/data/0']);
  });

  it('has limits on series and values, and takes as many as they allow', () => {
    const many = (series: number, values: number) =>
      chart({
        kind: 'line',
        series: Array.from({ length: series }, () => ({
          data: Array.from({ length: values }, (_, index) => index % 97),
        })),
      });
    expect(mistakesOf({ operations: [many(101, 1)] })[0]?.message).to.contain('has 101 series; 100 are allowed');
    expect(mistakesOf({ operations: [many(10, 5001)] })[0]?.message).to.contain(
      'has 50010 values in all; 50000 are allowed',
    );
    expect(mistakesOf({ operations: [many(100, 500)] })).to.deep.equal([]);
    const points = (places: number) =>
      chartSvg(
        {
          kind: 'scatter',
          series: [
            { data: Array.from({ length: 50_000 }, (_, index): [number, number] => [index % places, index % 7]) },
          ],
        },
        place,
      );
    expect(points(251).match(/<path/g)?.length).to.be.within(251 * 7, 251 * 7 + 60);
  });

  it('is as large as it is told, and no wider than there is room', () => {
    const size = (more: object) => {
      const { width, height } = elementOf('svg', [chart(more)]).attributes;
      return [width, height];
    };
    expect(size({ width: '80mm', height: 120 })).to.deep.equal(['226.77pt', '120pt']);
    expect(size({ position: { x: 0, y: 0, width: 200, height: 100 } })).to.deep.equal(['200pt', '100pt']);
    expect(Number.parseFloat(size({ width: 2000 })[0] ?? '')).to.be.lessThan(600);
  });

  it('draws any data that the schema lets through', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    const value = fc.option(
      fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1e100, max: 1e100, noNaN: true })),
    );
    const arbitrary = fc.record({
      kind: fc.constantFrom('bar', 'line', 'area'),
      stacked: fc.boolean(),
      title: fc.option(text, { nil: undefined }),
      names: fc.boolean(),
      series: fc.array(fc.record({ name: text, data: fc.array(value, { maxLength: 30 }) }), {
        minLength: 1,
        maxLength: 9,
      }),
      lang: fc.constantFrom('en', 'de', 'ar', 'hi', 'zh'),
      width: fc.integer({ min: 80, max: 700 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ kind, stacked, title, names, series, lang, width }) => {
        const operation = chart({
          kind,
          stacked,
          series,
          lang,
          width,
          ...(title && { title }),
          ...(names && { categories: Array.from({ length: 30 }, (_, index) => series[0]?.name ?? months[index % 12]) }),
        });
        const { segments } = composed([operation]);
        const [segment] = segments;
        const svg =
          /<svg[^]*<\/svg>/.exec(segment?.kind === 'flow' ? (segment.sheets[0]?.html.join('') ?? '') : '')?.[0] ?? '';
        expect(strange(svg)).to.deep.equal([]);
        expect(svg.replace(/<text[^]*?<\/text>/g, '').replace(/aria-label="[^"]*"/, '')).to.not.match(
          /NaN|undefined|Infinity/,
        );
      }),
      { numRuns: 60 },
    );
  });
});
