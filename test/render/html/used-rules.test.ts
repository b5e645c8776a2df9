import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { usedRules } from '../../../src/render/html/used-rules.ts';

const base = readFileSync('templates/base.css', 'utf8');
const sheet =
  '/* About p. */:where(p) { margin: 0; } @scope (.a) to (.html) { .table td, .markdown td { color: red } .list ' +
  '{ color: blue } b { color: green } } .toc .x { top: 0 }';

describe('The rules of a style sheet that a document uses', () => {
  it('are those without classes, and those of its classes, in their order', () => {
    expect(usedRules(sheet, ['<p>x'])).to.equal(':where(p) { margin: 0; }@scope (.a) to (.html) {b { color: green }}');
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

  it('are all where classes cannot be read', () => {
    for (const html of ['<p class="t&#97;ble">', 'x'.repeat(600_000)]) expect(usedRules(sheet, [html])).to.equal(sheet);
  });

  it('are the whole style sheet of the service for a document with all of its classes', () => {
    const classes = [...base.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name);
    const bare = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, '');
    expect(bare(usedRules(base, [`<p class="${classes.join(' ')}">`]))).to.equal(bare(base));
    expect(usedRules(base, ['<p>x']).length).to.be.below(base.length / 4);
  });
});
