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
