import { expect } from 'chai';
import { AppError } from '../../../../src/problems.ts';
import { composed, elementsOf, pageOf, slugOf } from '../../../support/rendering.ts';

const filled = (source: string, data: object = {}, more: object = {}) =>
  elementsOf([{ op: 'add_template', source: `<p>${source}</p>`, data, ...more }])
    .find(({ tag }) => tag === 'p')
    ?.text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The words of the problem that a template makes. */
function problemOf(source: string, data: object = {}): string {
  try {
    composed([{ op: 'add_template', source, data }]);
  } catch (error) {
    if (error instanceof AppError) return `${error.slug}: ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('add_template', () => {
  it('fills Handlebars with data, escaped', () => {
    expect(filled('Dear {{name}}', { name: '<Ada>' })).to.equal('Dear <Ada>');
  });

  it('writes numbers, money, percents and dates in the language', () => {
    const data = { v: 1234.5, d: '2026-03-01', s: 0.125 };
    expect(
      filled(
        '{{number v decimals=1}}|{{money v currency="EUR"}}|{{percent s decimals=1}}|{{date d style="long"}}',
        data,
        { locale: 'de' },
      ),
    ).to.equal('1.234,5|1.234,50 €|12,5 %|1. März 2026');
    expect(filled('{{money v currency="USD" locale="en"}}|{{number missing}}|{{date "soon"}}', data)).to.equal(
      '$1,234.50||soon',
    );
  });

  it('takes the language of the operation for numbers and for labels', () => {
    expect(filled('{{number 1.5}}', {}, { lang: 'de' })).to.equal('1,5');
    expect(filled('{{t "due"}}', { labels: { due: 'Fällig' } }, { lang: 'de' })).to.equal('Fällig');
  });

  it('sees own properties of the data and nothing else', () => {
    expect(
      filled('[{{constructor}}{{__proto__}}{{a.constructor.name}}{{lookup a "constructor"}}{{toString}}]', { a: 'x' }),
    ).to.equal('[]');
  });

  for (const source of [
    '{{#if a}}',
    '{{unknown a}}',
    '{{money 1 currency="nope"}}',
    '{{> partial}}',
    '{{log "x" level="y"}}',
  ]) {
    it(`tells of the error in ${source}`, () => {
      expect(slugOf(() => composed([{ op: 'add_template', source }]))).to.equal('template-error');
    });
  }

  it('tells the line of an error and nothing of the inside', () => {
    expect(problemOf('a\n{{#each b}}\n{{/if}}'))
      .to.match(/^template-error: .*line [23]/)
      .and.not.contain('node_modules');
    expect(problemOf('a\nb {{money 1 curency="EUR"}}')).to.equal(
      'template-error: The template in `source`, line 2: `money` has no option `curency`; it has currency, ' +
        'decimals, locale.',
    );
  });

  it('sets a table where the template wants it, in the look of add_table', () => {
    const operation = {
      op: 'add_template',
      source: '<h1>Parts</h1>{{table columns=columns rows=rows caption="All"}}',
      data: { columns: ['Item', { key: 'price', header: 'Price', format: 'currency:EUR' }], rows: [['Bolt', 4.5]] },
      locale: 'de',
    };
    const [html = ''] = /<div class="colophon-operation">.*<\/table>/s.exec(pageOf(composed([operation]))) ?? [];
    expect(html)
      .to.match(/^<div class="colophon-operation"><table[^>]* class="table"/)
      .and.contain('<caption>All</caption>')
      .and.contain('4,50');
    expect(elementsOf([operation]).filter(({ tag }) => tag === 'table')).to.have.length(1);
  });

  it('tells the mistakes of a table or barcode with the line of its call', () => {
    expect(problemOf('\n{{table rows=rows}}', { rows: [] })).to.match(
      /^template-error: .*line 2: `table` is not called right: .*columns/,
    );
    expect(problemOf('{{barcode symbology="ean13" value="12"}}')).to.match(
      /^template-error: .*line 1: `barcode` is not called right/,
    );
    expect(problemOf('{{barcode symbology="gs1-128" value="(00"}}')).to.match(/^template-error: .*line 1: `barcode`/);
    expect(problemOf('{{table columns=c rows=r position=p}}', { c: ['A'], r: [[1]], p: { x: 0, y: 0 } })).to.match(
      /position/,
    );
  });

  it('gives the headings around a table to the outline, in order', () => {
    const { headings } = composed([
      {
        op: 'add_template',
        source: '<h1>One</h1>{{table columns=c rows=r}}<h2>Two</h2>',
        data: { c: ['A'], r: [[1]] },
      },
    ]);
    expect(headings.map(({ text }) => text)).to.deep.equal(['One', 'Two']);
  });

  it('has no template of a name that is not there', () => {
    expect(slugOf(() => composed([{ op: 'add_template', name: 'nope' }]))).to.equal('template-not-found');
  });
});
