import { expect } from 'chai';
import { everyStep, plan, tierOf } from '../../../../src/render/plan/plan.ts';
import { wordBoxesOf } from '../../../support/figures.ts';
import { textOf } from '../../../support/pdf.ts';
import {
  composed,
  elementsOf,
  flowOf,
  input,
  mistakesOf,
  operations,
  pointersOf,
  problemOf,
} from '../../../support/rendering.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const text = (value: string, more: object = {}) => ({ op: 'add_text', text: value, ...more });
const columns = (lists: readonly (readonly object[])[], more: object = {}) => ({
  op: 'add_columns',
  columns: lists,
  ...more,
});
const lorem = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. ';
const gridOf = (step: object) =>
  elementsOf([step]).find(({ attributes }) => attributes.class?.startsWith('columns'))?.attributes;

describe('add_columns', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const words = async (body: object, page = 1) => wordBoxesOf(pdfOf(await service.render(body)), page);

  it('stand side by side, from the side on which a line begins', async () => {
    const latin = await words({ operations: [columns([[text('first')], [text('second')]])] });
    expect(latin.map(({ text: word }) => word)).to.deep.equal(['first', 'second']);
    expect(Math.round(latin[0]?.top ?? 0)).to.equal(Math.round(latin[1]?.top ?? 1));
    expect(latin[0]?.right).to.be.lessThan(latin[1]?.left ?? 0);
    const hebrew = await words({ document: { lang: 'he' }, operations: [columns([[text('alpha')], [text('beta')]])] });
    const at = (word: string) => hebrew.find(({ text: found }) => found === word)?.left ?? Number.NaN;
    expect(at('alpha')).to.be.greaterThan(at('beta'));
  });

  it('hold any operation that flows, each as wide as its column', async () => {
    const lists = [
      [
        { op: 'add_heading', text: 'Heading' },
        { op: 'add_chart', kind: 'bar', series: [{ data: [1, 2] }] },
        { op: 'add_list', items: ['one', 'two'] },
      ],
      [
        { op: 'add_table', columns: ['Item', 'Qty'], rows: [['Bolt', 4]] },
        { op: 'add_barcode', symbology: 'qrcode', value: 'x' },
        { op: 'add_math', tex: 'a' },
        { op: 'add_markdown', markdown: '**bold**' },
        { op: 'add_html', html: '<p>html</p>' },
      ],
    ];
    const out = await textOf(pdfOf(await service.render({ operations: [columns(lists)] })));
    for (const word of ['Heading', 'one', 'Bolt', 'bold', 'html']) expect(out).to.contain(word);
    const chart = elementsOf([columns(lists, { gap: 20 })]).find(({ attributes }) => attributes.class === 'chart-svg')
      ?.attributes.width;
    const whole = elementsOf([{ op: 'add_chart', kind: 'bar', series: [{ data: [1, 2] }] }]).find(
      ({ attributes }) => attributes.class === 'chart-svg',
    )?.attributes.width;
    expect(Number.parseFloat(chart ?? '')).to.be.closeTo((Number.parseFloat(whole ?? '') - 20) / 2, 0.1);
  });

  it('have shares of the width, or lengths', () => {
    const tracks = (widths: readonly (string | number)[]) =>
      gridOf(columns([[text('a')], [text('b')]], { widths, gap: '5mm' }))?.style;
    expect(tracks([1, 2])).to.equal('grid-template-columns:minmax(0,1fr) minmax(0,2fr);column-gap:14.1732pt');
    expect(tracks(['60mm', 1])).to.match(/^grid-template-columns:170\.0787pt minmax\(0,1fr\)/);
  });

  it('are made narrower where their lengths leave no room, with a warning', () => {
    const document = composed([columns([[text('a')], [text('b')]], { widths: ['200mm', '200mm'] })]);
    expect(document.warnings.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['columns-too-wide', '/operations/0/widths'],
    ]);
    expect(gridOf(columns([[text('a')], [text('b')]], { widths: ['200mm', '200mm'] }))?.style).to.contain('fr');
  });

  it('break over pages where they are long, and stay whole where they are short', async () => {
    const long = pdfOf(
      await service.render({ operations: [columns([[text(lorem.repeat(150))], [text('beside')]]), text('after')] }),
    );
    expect(await textOf(long, 1))
      .to.contain('beside')
      .and.contain('Lorem');
    expect(await textOf(long, 2))
      .to.contain('Lorem')
      .and.not.contain('beside');
    const room = 842 - 2 * 56.7;
    const short = pdfOf(
      await service.render({
        document: { margin: 56.7 },
        operations: [{ op: 'add_spacer', height: room - 80 }, columns([[text('SHORT\n'.repeat(8))], [text('SIDE')]])],
      }),
    );
    expect(await textOf(short, 1)).to.not.match(/SHORT|SIDE/);
    expect(await textOf(short, 2))
      .to.contain('SHORT')
      .and.contain('SIDE');
  });

  it('keep to themselves what they set of the font', () => {
    const classes = elementsOf([columns([[{ op: 'set_font', family: 'Tinos' }, text('a')], [text('b')]]), text('c')])
      .filter(({ tag }) => tag === 'p')
      .map(({ attributes }) => attributes.class);
    expect(classes).to.deep.equal(['text colophon-font1', 'text', 'text']);
  });

  it('take the language around, leave ids and headings to the document, and let scripts run', () => {
    const inside = composed([
      columns(
        [
          [
            { op: 'add_heading', text: 'In', bookmark: false },
            { op: 'add_html', html: '<script>1</script>', waitFor: { selector: 'p' } },
          ],
        ],
        { lang: 'de' },
      ),
      { op: 'add_heading', text: 'Out' },
    ]);
    expect(inside.headings.map(({ text, bookmarked, pointer }) => ({ text, bookmarked, pointer }))).to.deep.equal([
      { text: 'In', bookmarked: false, pointer: '/operations/0/columns/0/0' },
      { text: 'Out', bookmarked: true, pointer: '/operations/1' },
    ]);
    expect(flowOf(inside)).to.deep.include({
      scripts: true,
      waitFor: [{ selector: 'p', pointer: '/operations/0/columns/0/1/waitFor' }],
    });
    const label = elementsOf([
      columns([[{ op: 'add_chart', kind: 'bar', series: [{ data: [1] }] }]], { lang: 'de' }),
    ]).find(({ attributes }) => attributes['aria-label'])?.attributes['aria-label'];
    expect(label).to.match(/^Balkendiagramm/);
    expect(
      pointersOf({
        operations: [columns([[text('a', { id: 'x' })], [text('b', { id: 'x' })]]), text('c', { id: 'y' })],
      }),
    ).to.deep.equal(['/operations/0/columns/0/0/id', '/operations/0/columns/1/0/id']);
    expect(pointersOf({ operations: [columns([[{ op: 'add_image', asset: 'x.png', alt: '' }]])] })).to.deep.equal([
      '/operations/0/columns/0/0/asset',
    ]);
  });

  it('warn of what stands in them with its place', () => {
    const cutOff = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d494844520000000200000001', 'hex'),
      Buffer.alloc(20),
    ]).toString('base64');
    expect(
      composed([text('x'), columns([[], [text('y'), { op: 'add_image', data: cutOff }]])]).warnings.map(
        ({ pointer }) => pointer,
      ),
    ).to.deep.equal(['/operations/1/columns/1/1/alt', '/operations/1/columns/1/1/data']);
  });

  it('stand in columns too, three deep', () => {
    const nested = (levels: number): object => (levels === 0 ? text('deep') : columns([[nested(levels - 1)]]));
    expect(elementsOf([nested(3)]).filter(({ attributes }) => attributes.class === 'column')).to.have.length(3);
    expect(mistakesOf({ operations: [nested(5)] })).to.deep.equal([
      {
        pointer: '/operations/0/columns/0/0/columns/0/0/columns/0/0/columns',
        message: '`add_columns` is inside others more than 3 levels deep',
      },
    ]);
    expect(problemOf({ operations: [nested(3000)] })?.slug).to.equal('invalid-request');
  });

  it('refuse what is about pages or the whole document, and position', () => {
    const names = ['add_page', 'add_page_break', 'set_style', 'set_header', 'set_metadata', 'add_watermark', 'add_url'];
    const mistakes = mistakesOf({ operations: [columns([names.map((op) => ({ op }))])] });
    expect(mistakes.map(({ pointer }) => pointer)).to.deep.equal(
      names.map((_, index) => `/operations/0/columns/0/${index}/op`),
    );
    expect(mistakes[0]?.message).to.equal(
      '`add_page` is about pages or the whole document, so it can not stand in a column; put it before or after',
    );
    expect(pointersOf({ operations: [columns([[text('a', { position: { x: 0, y: 0 } })]])] })).to.deep.equal([
      '/operations/0/columns/0/0/position',
    ]);
  });

  it('tell every mistake at once, and an operation that nobody knows', () => {
    const body = {
      operations: [
        text('x'),
        columns(
          [
            [{ op: 'add_text', text: 3 }, 'none' as never],
            [{ type: 'add_tex' }, { op: 'add_spacer', height: 'x', color: 'red' }],
          ],
          { widths: [1], gap: 'wide', more: 1 },
        ),
      ],
    };
    expect(pointersOf(body)).to.have.members([
      '/operations/1/widths',
      '/operations/1/gap',
      '/operations/1/more',
      '/operations/1/columns/0/0/text',
      '/operations/1/columns/0/1',
      '/operations/1/columns/1/0/type',
      '/operations/1/columns/1/1/height',
      '/operations/1/columns/1/1/color',
    ]);
    expect(problemOf({ operations: [columns([[{ op: 'nothing' }]])] })?.slug).to.equal('unknown-operation');
    for (const wrong of [undefined, [], {}, [3], Array.from({ length: 13 }, () => [])])
      expect(problemOf({ operations: [{ op: 'add_columns', columns: wrong }] })?.slug, JSON.stringify(wrong)).to.equal(
        'invalid-request',
      );
    for (const wrong of [0, -1, '30%', 'auto', '0mm', null])
      expect(pointersOf({ operations: [columns([[text('a')]], { widths: [wrong] })] }), String(wrong)).to.deep.equal([
        '/operations/0/widths/0',
      ]);
  });

  it('needs the highest tier of what stands in it, and fills templates that stand in it', async () => {
    const pro = operations.map((operation) =>
      operation.name === 'add_code' ? { ...operation, tier: 'pro' as const } : operation,
    );
    const steps = plan(
      input.validate({ operations: [columns([[text('a')], [columns([[{ op: 'add_code', code: 'x' }]])]])] }),
      pro,
    );
    expect(tierOf(steps)).to.equal('pro');
    expect(everyStep(steps).map(({ name, pointer }) => `${name} ${pointer}`)).to.deep.equal([
      'add_columns /operations/0',
      'add_text /operations/0/columns/0/0',
      'add_columns /operations/0/columns/1/0',
      'add_code /operations/0/columns/1/0/columns/0/0',
    ]);
    const answer = await service.render({ operations: [columns([[{ op: 'add_template', name: 'nowhere' }]])] });
    expect([answer.status, answer.json().errors[0].pointer]).to.deep.equal([404, '/operations/0/columns/0/0/name']);
    expect((await service.render({ dryRun: true, operations: [columns([[text('a')]])] })).json().steps).to.deep.equal([
      { op: 'add_columns', tier: 'core' },
    ]);
  });
});
