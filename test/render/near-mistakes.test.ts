import { expect } from 'chai';
import { mistakesOf } from '../support/rendering.ts';

const messagesOf = (operation: object) =>
  mistakesOf({ operations: [operation] }).map(({ pointer, message }) => `${pointer.slice(13)} ${message}`);

describe('A mistake near to what is meant', () => {
  it('names the field by which rows can be grouped, of rows and of CSV', () => {
    const rows = [{ region: 'North', ships: 3 }];
    expect(messagesOf({ op: 'add_table', rows, groupBy: 'regoin' })).to.deep.equal([
      "/groupBy no row has the field 'regoin', by which rows are grouped; did you mean `region`?",
    ]);
    expect(messagesOf({ op: 'add_table', csv: 'region;ships\nNorth;3', groupBy: { key: 'regoin' } })).to.deep.equal([
      "/groupBy `csv` has no column 'regoin', by which rows are grouped; did you mean `region`?",
    ]);
    expect(messagesOf({ op: 'add_table', rows, groupBy: 'harbour' })).to.deep.equal([
      "/groupBy no row has the field 'harbour', by which rows are grouped",
    ]);
  });

  it('leads to each column that CSV does not have, and names the one that is meant', () => {
    const columns = ['Itm', { key: 'price' }, 'Price', 'Weight'];
    expect(messagesOf({ op: 'add_table', csv: 'Item;Price\nBolt;4', columns })).to.deep.equal([
      "/columns/0 `csv` has no column 'Itm'; its first line names 'Item', 'Price'; did you mean `Item`?",
      "/columns/1 `csv` has no column 'price'; its first line names 'Item', 'Price'; did you mean `Price`?",
      "/columns/3 `csv` has no column 'Weight'; its first line names 'Item', 'Price'",
    ]);
  });

  it('names the format that is meant, or what a currency is', () => {
    const of = (format: unknown) =>
      messagesOf({ op: 'add_table', columns: [{ header: 'a', format }], rows: [[1]] })[0]?.replace(/^.*date:long"/, '');
    expect(of('curency:EUR')).to.equal('; did you mean `currency:EUR`?');
    expect(of('currency:eur:0')).to.equal('; did you mean `currency:EUR:0`?');
    expect(of('percentage')).to.equal('; did you mean `percent`?');
    expect(of('currency:EURO')).to.equal('; a currency has the three letters of ISO 4217');
    expect(of('#,##0.00')).to.equal('');
    expect(of(2)).to.equal('');
    expect(of('date:long')).to.equal(undefined);
    expect(messagesOf({ op: 'add_chart', kind: 'bar', series: [{ data: [1] }], format: 'precent' })).to.deep.equal([
      '/format `format` must be a format such as "number:2", "percent" or "currency:EUR"; did you mean `percent`?',
    ]);
  });

  it('of an expression that ends too early has nothing of the code around it', () => {
    const wait = (expression: string) =>
      messagesOf({ op: 'add_html', html: '<script>1</script>', waitFor: { expression } }).join();
    expect(wait('window.x ===')).to.equal(
      '/waitFor/expression `expression` is no JavaScript expression: it ends too early',
    );
    expect(wait('a b')).to.match(/: Unexpected identifier 'b'$/);
    expect(wait('(1, 2))')).to.match(/: Unexpected token '\)'$/);
    expect(wait('window.ready === true')).to.equal('');
  });
});
