import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { usedRules } from '../../../src/render/html/used-rules.ts';

const base = readFileSync('templates/base.css', 'utf8');
const sheet =
  '/* About p. */:where(p) { margin: 0; } @scope (.a) to (.html) { .table td, .markdown td { color: red } .list ' +
  '{ color: blue } b { color: green } } .toc .x { top: 0 }';

describe('The rules of a style sheet that a document uses', () => {
  it('are those of its elements, and those of its classes, in their order', () => {
    expect(usedRules(sheet, ['<p>x<b>y</b>'])).to.equal(
      ':where(p) { margin: 0; }@scope (.a) to (.html) {b { color: green }}',
    );
    expect(usedRules(sheet, ['<p>x'])).to.equal(':where(p) { margin: 0; }');
    expect(usedRules(sheet, ['<p>', '<b class="big table">x']))
      .to.contain('.table td')
      .and.not.contain('.list');
    expect(usedRules(sheet, ["<p class = 'x list'>"]))
      .to.contain('.list')
      .and.contain('.toc .x');
    expect(usedRules(sheet, ['<P CLASS=markdown>']))
      .to.contain('.markdown td')
      .and.not.contain('.list');
  });

  it('are left out where an element is missing in each of their selectors', () => {
    const used = (html: string, ...selectors: string[]) =>
      usedRules(selectors.map((selector) => `${selector} {}`).join(''), [html]).match(/[^}]+(?= \{\})/g) ?? [];
    expect(used('<H2>x<hr/>', 'h1', 'h2', 'h1, h2', ':where(h1, h2)', ':is(h1, h3) + hr', ':is(h1, h2) + hr')).to.eql([
      ...['h2', 'h1, h2', ':where(h1, h2)', ':is(h1, h2) + hr'],
    ]);
    expect(used('<p>x', '*', ':not(h1)', 'p:not(h1)', 'h1:not(p)', ':has(h1)', ':lang(de)', '#x', 'h1 *')).to.eql([
      ...['*', ':not(h1)', 'p:not(h1)', ':has(h1)', ':lang(de)', '#x'],
    ]);
    // Elements that HTML implies, or that the service inserts later.
    expect(used('<table><td>x', 'tbody', 'colgroup', 'a', 'caption')).to.eql(['tbody', 'colgroup', 'a']);
    expect(used('<subtotal>x', 'sub')).to.eql([]);
    expect(used('<sub\n>x', 'sub')).to.eql(['sub']);
  });

  it('are all where classes cannot be read', () => {
    for (const html of ['<p class="t&#97;ble">', 'x'.repeat(600_000)]) expect(usedRules(sheet, [html])).to.equal(sheet);
  });

  it('are the whole style sheet of the service for a document with all of its classes', () => {
    const classes = [...base.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name);
    const elements = [...base.matchAll(/\b[a-z][a-z0-9]*/g)].map(([name]) => `<${name}>`).join('');
    const bare = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, '');
    expect(bare(usedRules(base, [`<p class="${classes.join(' ')}">${elements}`]))).to.equal(bare(base));
    expect(usedRules(base, ['<p>x']).length).to.be.below(base.length / 4);
  });
});
