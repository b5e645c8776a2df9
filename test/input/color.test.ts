import { expect } from 'chai';
import { mistakesOf } from '../support/rendering.ts';

/** The mistakes of a request with this document and these operations, each as its pointer and its message. */
const mistakes = (operations: object[], document: object = {}) =>
  mistakesOf({ document, operations: [{ op: 'add_text', text: 'Hello' }, ...operations] }).map(
    ({ pointer, message }) => `${pointer}: ${message}`,
  );

describe('a colour in a request', () => {
  it('is a mistake where it is the name of none, with the name that is probably meant', () => {
    expect(mistakes([{ op: 'add_text', text: 'x', color: 'bleu', background: 'redd' }])).to.deep.equal([
      "/operations/1/color: `color` must be a CSS colour, and 'bleu' is the name of none; did you mean `blue`?",
      "/operations/1/background: `background` must be a CSS colour, and 'redd' is the name of none; did you mean `red`?",
    ]);
  });

  it('is a mistake at every place that takes one: cells, series, palettes, watermarks', () => {
    const table = { op: 'add_table', columns: ['a'], rows: [[{ text: 'x', background: 'yelow' }]] };
    const chart = { op: 'add_chart', kind: 'bar', series: [{ data: [1], color: 'gren' }] };
    const mark = { op: 'add_watermark', text: 'x', color: 'grayy' };
    const pointers = mistakes([table, chart, mark], { palette: ['red', 'blu'] }).map(
      (mistake) => mistake.split(':')[0],
    );
    expect(pointers).to.have.members([
      '/document/palette/1',
      '/operations/1/rows/0/0/background',
      '/operations/2/series/0/color',
      '/operations/3/color',
    ]);
  });

  it('may be the background of a page, whose mistake suggests colours and assets', () => {
    expect(mistakes([{ op: 'add_page', background: 'whit' }])).to.have.lengthOf(1);
    expect(mistakes([], { background: 'paper.svg', assets: { 'papr.svg': 'data:text/plain,x' } })).to.deep.equal([
      '/document/background: `background` must be a CSS colour or the name of one of `document.assets`; ' +
        'did you mean `papr.svg`?',
    ]);
  });

  it('is good as hex, as a function, as a name of any case, and as a keyword', () => {
    for (const color of [
      '#fff',
      '#1a73e8cc',
      'rgb(0 0 0 / 50%)',
      'RebeccaPurple',
      'transparent',
      'currentColor',
      'Canvas',
    ])
      expect(mistakes([{ op: 'add_text', text: 'x', color }]), color).to.deep.equal([]);
  });
});
