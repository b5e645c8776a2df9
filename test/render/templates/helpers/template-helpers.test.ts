import { expect } from 'chai';
import { fillTemplate } from '../../../../src/render/templates/fill-template.ts';
import { slugOf } from '../../../support/rendering.ts';

const labels = {
  en: { due: 'Due by {date}', items: { one: '{count} item', other: '{count} items' } },
  de: { due: 'Fällig am {date}' },
  ar: { items: { two: 'عنصران', few: '{count} عناصر', other: '{count} عنصرًا' } },
};
const fill = (source: string, data: object = {}, more: object = {}) =>
  fillTemplate({ source, name: 'T', data, locale: 'en', labels, ...more }).replaceAll(/[\u00a0\u202f]/g, ' ');
const reason = (source: string, data: object = {}) => {
  try {
    fill(source, data);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

describe('The helpers of templates', () => {
  it('reckon exactly', () => {
    expect(
      fill(
        '{{add 0.1 0.2}} {{subtract 1 0.9}} {{multiply 1.1 1.1}} {{divide 1 3 decimals=4}} {{round 2.675 ' +
          'decimals=2}} {{multiply 1000 1.1 currency="JPY"}}',
      ),
    ).to.equal('0.3 0.1 1.21 0.3333 2.68 1100');
    expect(
      fill('{{sum list "v"}} {{sum flat}} {{sum list "q" "v" decimals=2}} {{sum missing "v"}}', {
        list: [{ v: 0.1, q: 3 }, { v: 0.205, q: 1 }, {}],
        flat: [1, '2.5'],
      }),
    ).to.equal('0.305 3.5 0.51 0');
    expect(fill('{{money v currency="EUR"}}', { v: '12345678901234567890.05' })).to.equal(
      '€12,345,678,901,234,567,890.05',
    );
  });

  it('add up an invoice as it is printed: lines rounded, tax on the sum of each rate', () => {
    const lines = [
      { quantity: 3, price: 0.335, vat: 0.19 },
      { quantity: 1, price: 10, vat: 0.07, discount: 0.1 },
      { price: 5 },
    ];
    expect(
      fill(
        '{{#with (totals lines paid=1)}}{{net}} {{#each taxes}}{{rate}}:{{base}}:{{amount}} {{/each}}{{tax}} ' +
          '{{gross}} {{due}}{{/with}}',
        { lines, currency: 'EUR' },
      ),
    ).to.equal('15.01 0.19:1.01:0.19 0.07:9:0.63 0.82 15.83 14.83');
    expect(
      fill('{{#with (totals lines included=true)}}{{net}} {{tax}} {{gross}}{{/with}}', {
        lines: [{ price: 11.9, vat: 0.19 }],
        currency: 'EUR',
      }),
    ).to.equal('10 1.9 11.9');
  });

  it('compare, and hold together', () => {
    expect(
      fill(
        '{{#if (gt a "9.5")}}gt{{/if}} {{#if (and (lt b a) (not (eq a b)))}}and{{/if}} {{or none "else"}} ' +
          '{{#if (gte missing 0)}}no{{/if}}{{#if (includes list "x")}} in{{/if}}',
        { a: 10, b: 2, list: ['x'] },
      ),
    ).to.equal('gt and else  in');
  });

  it('write plurals and labels in the language', () => {
    expect(fill('{{plural 1 one="item" other="{n} items"}} {{plural 1200 one="item" other="{n} items"}}')).to.equal(
      'item 1,200 items',
    );
    expect(fill('{{t "due" date="x"}} {{t "items" count=3}}')).to.equal('Due by x 3 items');
    expect(fill('{{t "due" date="x"}} {{t "items" count=1}}', {}, { lang: 'de-AT' })).to.equal('Fällig am x 1 item');
    expect(fill('{{t "items" count=2}} {{t "items" count=5}}', {}, { lang: 'ar', locale: 'en' })).to.equal(
      'عنصران 5 عناصر',
    );
    expect(fill('{{t "due" date="x"}}', { labels: { due: 'Pay before {date}' } })).to.equal('Pay before x');
  });

  it('group, run along, count and pad', () => {
    const list = [
      { d: 'A', v: 1 },
      { d: 'B', v: 2.25 },
      { d: 'A', v: -3 },
    ];
    expect(
      fill(
        '{{#each (group list "d")}}{{key}}{{items.length}} {{/each}}{{#each (running list "v" ' +
          'from=10)}}{{total}} {{/each}}',
        { list },
      ),
    ).to.equal('A2 B1 11 13.25 10.25 ');
    expect(
      fill(
        '{{#times 3}}{{@index}}{{/times}} {{length list}} {{length "añb"}} {{sum (above list "v") "v"}} {{sum ' +
          '(below list "v") "v"}}',
        { list },
      ),
    ).to.equal('012 3 3 3.25 -3');
    expect(fill('[{{number 14 pad=2}}][{{number 1.5 pad=2}}][{{number 1.25 pad=2}}]')).to.equal(
      '[14\u2008\u2007\u2007][1.5\u2007][1.25]',
    );
    expect(fill('{{#each (list text)}}<{{this}}>{{/each}}', { text: 'a\nb' })).to.equal('<a><b>');
  });

  it('write the time where it was', () => {
    expect(
      fill('{{datetime d style="short" zone="Asia/Tokyo"}} {{date "2026-03-01" zone="America/New_York"}}', {
        d: '2026-03-01T16:42:00+09:00',
      }),
    ).to.equal('3/1/26, 4:42 PM Mar 1, 2026');
  });

  it('leave a bare name to the data that has it', () => {
    expect(
      fill(
        '{{date}} {{number}} {{#each rows}}{{table}}{{/each}} {{#list}}{{this}};{{/list}}{{#group}}{{a}}{{/group}}',
        { date: 'today', number: 'N1', rows: [{ table: 7 }], list: [1, 2], group: { a: 3 } },
      ),
    ).to.equal('today N1 7 1;2;3');
  });

  for (const [source, says] of [
    ['{{number}}', /line 1: `number` takes 1 value, and got 0/],
    ['\n\n{{money 5}}', /line 3: `money` needs `currency`/],
    ['{{money 5 currency="euro"}}', /currency of ISO 4217/],
    ['{{number 5 decimals=99}}', /0 to 20 as `decimals`/],
    ['{{number o}}', /not an object/],
    ['{{date d style="tiny"}}', /short, medium, long, full/],
    ['{{time d zone="Mars/Olympus"}}', /time zone/],
    ['{{sum "x"}}', /wants a list/],
    ['{{sum list}}', /wants numbers, and got 'many'/],
    ['{{multiply "a" 2}}', /wants numbers/],
    ['{{divide 1 0}}', /divide by 0/],
    ['{{plural 2 one="x"}}', /needs the option `other`/],
    ['{{t "nothing"}}', /no label 'nothing'/],
    ['{{t "items"}}', /needs `count`/],
    ['{{#times 5000}}{{/times}}', /0 to 1000/],
    ['{{totals lines}}', /currency/],
    ['{{#if}}{{/if}}', /if/],
    ['{{eq 1}}', /takes 2 values?, and got 1/],
    ['{{add 1 2 by=3}}', /no option `by`/],
  ] as const) {
    it(`tell what is wrong with ${JSON.stringify(source)}`, () => {
      expect(reason(source, { o: {}, d: '2026-01-01T00:00:00Z', list: ['many'], lines: [] })).to.match(says);
      expect(slugOf(() => fill(source, { o: {}, d: '2026-01-01T00:00:00Z', list: ['many'], lines: [] }))).to.equal(
        'template-error',
      );
    });
  }
});
