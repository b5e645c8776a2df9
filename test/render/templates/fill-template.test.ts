import { expect } from 'chai';
import { fillTemplate } from '../../../src/render/templates/fill-template.ts';
import { slugOf } from '../../support/rendering.ts';

const fill = (source: string, more: Partial<Parameters<typeof fillTemplate>[0]> = {}) =>
  fillTemplate({ source, name: 'T', data: {}, locale: 'en', ...more });
const message = (source: string, more: Partial<Parameters<typeof fillTemplate>[0]> = {}) => {
  try {
    return fill(source, more);
  } catch (error) {
    return (error as Error).message;
  }
};
const thousand = { data: { list: Array.from({ length: 1000 }, (_, index) => index) } };

describe('A filled template', () => {
  it('has partials, blocks for them, and partials of its own', () => {
    const partials = { row: '<i>{{label}}</i>', frame: '<b>{{> @partial-block}}</b>' };
    expect(
      fill('{{> row label="x"}}{{#> frame}}y{{/frame}}{{#*inline "own"}}{{a}}{{/inline}}{{> own a=1}}', { partials }),
    ).to.equal('<i>x</i><b>y</b>1');
  });

  it('tells in which partial and line a mistake is', () => {
    expect(message('\n{{> inner}}', { partials: { inner: 'a\nb\n{{nothing 1}}' } })).to.match(
      /^T, partial 'inner', line 3: there is no helper `nothing`/,
    );
    expect(message('{{> inner}}', { partials: { inner: '{{#if}}' } })).to.match(/^T, partial 'inner', line 1: /);
    expect(message('a\n{{#if true}}\n{{~> (lookup . "x")}}{{/if}}')).to.match(/^T/);
    expect(message('a\n{{~#> gone}}x{{/gone}}{{> away}}')).to.match(/^T, line 2: The partial away could not be found/);
  });

  for (const [what, source, partials] of [
    ['a partial that calls itself', '{{> a}}', { a: '{{> a}}' }],
    ['two partials that call each other', '{{> a}}', { a: '{{> b}}', b: '{{> a}}' }],
    ['an inline partial that calls itself', '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', {}],
    [
      'partials that double, thirty deep',
      Array.from(
        { length: 30 },
        (_, index) => `{{#*inline "p${index}"}}{{> p${index + 1}}}{{> p${index + 1}}}{{/inline}}`,
      ).join('') +
        '{{#*inline ' +
        '"p30"}}{{/inline}}{{> p0}}',
      {},
    ],
    ['loops inside of loops', '{{#each list}}{{#each @root.list}}{{#each @root.list}}{{/each}}{{/each}}{{/each}}', {}],
    [
      'loops without each',
      '{{#each list}}{{#with @root}}{{#list}}{{#with @root}}{{#list}}x{{/list}}{{/with}}{{/list}}{{/with}}{{/each}}',
      {},
    ],
    ['sums inside of loops', '{{#each list}}{{#each @root.list}}{{sum @root.list}}{{/each}}{{/each}}', {}],
    ['output that grows', `{{#each list}}{{#each @root.list}}${'x'.repeat(1000)}{{/each}}{{/each}}`, {}],
    [
      'output that doubles',
      Array.from(
        { length: 40 },
        (_, index) => `{{#*inline "p${index}"}}{{> p${index + 1}}}{{> p${index + 1}}}{{/inline}}`,
      ).join('') +
        '{{#*inline ' +
        '"p40"}}x{{/inline}}{{> p20}}{{> p19}}{{> p18}}{{> p17}}{{> p0}}',
      {},
    ],
  ] as const) {
    it(`is refused where it is ${what}`, () => {
      expect(slugOf(() => fill(source, { ...thousand, partials }))).to.equal('limit-exceeded');
    }).timeout(60_000);
  }

  for (const [what, source] of [
    ['more tags than 20,000', '{{a}}'.repeat(20_001)],
    ['blocks more than 200 deep', `${'{{#if a}}'.repeat(201)}${'{{/if}}'.repeat(201)}`],
    ['a chain of more than 200 conditions', `{{#if a}}${'{{else if b}}x'.repeat(201)}{{/if}}`],
    ['inverse blocks more than 200 deep', '{{^a}}'.repeat(300)],
    ['a tag of more than 20,000 characters', `{{t ${'a '.repeat(10_001)}}}`],
  ] as const) {
    it(`is refused before it is parsed where it has ${what}`, () => {
      expect(slugOf(() => fill(source))).to.equal('limit-exceeded');
    });
  }

  it('may be long: ten thousand blocks one after the other, half of them with an else', () => {
    expect(fill('{{#if a}}x{{else if b}}y{{else}}z{{/if}}{{#unless a}}u{{/unless}}'.repeat(2500))).to.equal(
      'zu'.repeat(2500),
    );
    expect(fill(`{{!-- ${'long '.repeat(10_000)} --}}x`)).to.equal('x');
  }).timeout(30_000);

  for (const source of [
    '{{constructor.constructor "return process"}}',
    '{{lookup (lookup this "constructor") "constructor"}}',
    '{{#with (lookup this "__proto__")}}{{constructor}}{{/with}}',
    '{{#each this}}{{@root.__proto__.constructor}}{{/each}}',
    '{{#with "s" as |x|}}{{x.constructor}}{{x.sub.constructor}}{{/with}}',
    '{{__lookupGetter__ "x"}}',
    '{{#with list}}{{map}}{{push 1}}{{concat.call}}{{/with}}',
    '{{> (lookup this "constructor")}}',
    '{{#*inline "__proto__"}}x{{/inline}}{{toString}}',
    '{{helperMissing}}{{blockHelperMissing}}',
    '{{@data.root}}{{@partial-block}}',
  ]) {
    it(`gets at nothing but data by ${source}`, () => {
      const out = message(source, { data: { list: [1], o: {} } });
      expect(out).not.to.match(/function|native code|\[object (?!Object\])/);
      expect((Object.prototype as Record<string, unknown>).polluted).to.equal(undefined);
    });
  }

  it('is only ever text: what looks like a compiled template is not run', () => {
    const ast = { type: 'Program', body: [{ type: 'MustacheStatement', path: 0, params: [], loc: { start: 0 } }] };
    expect(message('{{> (lookup this "ast")}}', { data: { ast } })).to.match(/^T, |^T: /);
  });

  it('lives on after each of these', () => {
    expect(fill('{{a}}', { data: { a: 1 } })).to.equal('1');
  });
});
