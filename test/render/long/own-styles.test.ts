import { expect } from 'chai';
import { keepsItsLook } from '../../../src/render/long/own-styles.ts';

describe('A style sheet', () => {
  for (const css of [
    'p { color: red }', '@media print { td.a > b { width: calc(1px + 2px) } }', '.a:hover, a[href="x+y"] { content: "counter(x)" }', '@font-face { font-family: "A"; src: url(a+b~c.woff2) }', '/* :nth-child */ p { margin: 0 }', 'img { object-position: top }',
  ]) {
    it(`lets a document be printed in parts: ${css}`, () => expect(keepsItsLook([css], ['<p>x</p>'])).to.equal(true));
  }

  for (const css of [
    'tr:nth-child(odd) { color: red }', 'h1 + p { margin: 0 }', '@media print { h2 ~ p { color: red } }', 'p:first-of-type { color: red }', 'section:has(> img) { color: red }', 'h1 { counter-increment: chapter }', 'h1::before { content: counter(chapter) }', '@page { margin: 2cm }', '@page :first { margin: 0 }', '@page intro:left { margin: 0 }', 'q::before { content: open-quote }', 'aside { float: right }', '.a { position: absolute }', '@import "a.css";',
  ]) {
    it(`holds a document together: ${css}`, () => {
      expect(keepsItsLook([css], ['<p>x</p>'])).to.equal(false);
    });
  }

  it('holds a document together where it stands at an element and counts', () => {
    expect(keepsItsLook([], ['<ol style="counter-reset: item 4"><li>x</li></ol>'])).to.equal(false);
  });

  for (const piece of ['<div><style>td { color: red }</style></div>', '<svg><use href="#logo"></use></svg>', '<rect fill="url(#g)">', '<aside style="float:right">x</aside>', '<p style="position: fixed">x</p>', '<p id="colophon-unit-3">x</p>', '<link rel="stylesheet" href="a.css">']) {
    it(`holds a document together that has ${piece}`, () => expect(keepsItsLook([], ['<p>x</p>', piece])).to.equal(false));
  }

  it('is read in time, however it is written', () => {
    expect(keepsItsLook(['url('.repeat(250_000), '/* '.repeat(250_000)], [])).to.equal(true);
  });
});
