import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { findTemplate, listTemplates } from '../../../../src/render/templates.ts';
import type { AppError } from '../../../../src/problems.ts';
import { composed, elementsOf, slugOf } from '../../../support/rendering.ts';

const folder = new URL('../../../../templates', import.meta.url).pathname;
const filled = (source: string, data: object = {}, more: object = {}) => elementsOf([{ op: 'add_template', source: `<p>${source}</p>`, data, ...more }]).find(({ tag }) => tag === 'p')?.text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('add_template', () => {
  it('fills Handlebars with data, escaped', () => {
    expect(filled('Dear {{name}}', { name: '<Ada>' })).to.equal('Dear <Ada>');
  });

  it('writes numbers, money, percents and dates in the language', () => {
    const data = { v: 1234.5, d: '2026-03-01', s: 0.125 };
    expect(filled('{{number v decimals=1}}|{{money v currency="EUR"}}|{{percent s decimals=1}}|{{date d style="long"}}', data, { locale: 'de' })).to.equal('1.234,5|1.234,50 €|12,5 %|1. März 2026');
    expect(filled('{{money v currency="USD" locale="en"}}|{{number missing}}|{{date "soon"}}', data)).to.equal('$1,234.50||soon');
  });

  it('has plural, eq, add, multiply and sum', () => {
    expect(filled('{{plural 1 one="item" other="items"}} {{plural 3 one="item" other="items"}}')).to.equal('item items');
    expect(filled('{{#if (eq a "x")}}yes{{/if}} {{add 1 2 0.1}} {{multiply a.length 3}} {{sum list "v"}} {{sum flat}}', { a: 'x', list: [{ v: 0.1 }, { v: 0.2 }, {}], flat: [1, 2] })).to.equal('yes 3.1 3 0.3 3');
  });

  it('sees own properties of the data and nothing else', () => {
    expect(filled('[{{constructor}}{{__proto__}}{{a.constructor.name}}{{lookup a "constructor"}}{{toString}}]', { a: 'x' })).to.equal('[]');
  });

  for (const source of ['{{#if a}}', '{{unknown a}}', '{{money 1 currency="nope"}}', '{{> partial}}', '{{log "x" level="y"}}']) {
    it(`tells of the error in ${source}`, () => {
      expect(slugOf(() => composed([{ op: 'add_template', source }]))).to.equal('template-error');
    });
  }

  it('tells the line of an error and nothing of the inside', () => {
    try {
      composed([{ op: 'add_template', source: 'a\n{{#each b}}\n{{/if}}' }]);
    } catch (error) {
      expect((error as AppError).message).to.match(/line 2|line 3/).and.not.contain('node_modules');
      return;
    }
    expect.fail('no error');
  });

  it('takes the templates of the service by name', async () => {
    const templates = await listTemplates([folder]);
    expect(templates.map(({ name }) => name)).to.include.members(['invoice', 'letter', 'report']);
    for (const template of templates) {
      const data = JSON.parse(await readFile(`${folder}/${template.name}/sample.json`, 'utf8')) as { data?: object };
      expect(template.about, template.name).not.to.equal('');
      const document = composed([{ op: 'add_template', name: template.name, data: data.data ?? data }], { templates });
      expect(document.styles).to.include(template.css);
    }
  });

  it('has no template of a name that is not there, or leads out of the folder', async () => {
    expect(slugOf(() => composed([{ op: 'add_template', name: 'nope' }]))).to.equal('template-not-found');
    for (const name of ['nope', '../templates/report', 'report/', '']) {
      expect(await findTemplate(name, [folder]), name).to.equal(undefined);
    }
  });
});
