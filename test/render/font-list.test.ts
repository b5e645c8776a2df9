import { expect } from 'chai';
import { cssOfHtml, declaredFonts } from '../../src/render/finish/diagnostics/declared-fonts.ts';
import { familiesOfShorthand, fontList } from '../../src/render/finish/diagnostics/font-list.ts';

const names = (value: string) => fontList(value).map(({ name, generic }) => (generic ? `(${name})` : name));

describe('a font family list', () => {
  it('is names with or without quotes, and keywords', () => {
    expect(names('"Open Sans", \'Gill, Sons\' , Times New Roman,serif')).to.deep.equal([
      'Open Sans',
      'Gill, Sons',
      'Times New Roman',
      '(serif)',
    ]);
    expect(names('-apple-system, BlinkMacSystemFont, "serif"')).to.deep.equal([
      '(-apple-system)',
      '(BlinkMacSystemFont)',
      'serif',
    ]);
  });

  it('may have escapes, and white space where it likes', () => {
    expect(names('  Gr\\fc n  Sans ,\n"A\\"B"')).to.deep.equal(['Grün Sans', 'A"B']);
  });

  it('ends where a variable or a function begins', () => {
    expect(names('Nope, var(--sans, Arial), Inter')).to.deep.equal(['Nope']);
    expect(names('var(--sans)')).to.deep.equal([]);
    expect(names('')).to.deep.equal([]);
  });

  it('stands behind the size in a shorthand', () => {
    expect(familiesOfShorthand('italic 700 12pt/1.5 "My Font", serif')).to.equal('"My Font", serif');
    expect(familiesOfShorthand('bold medium Inter')).to.equal('Inter');
    expect(familiesOfShorthand('400 calc(1em + 2px) Own')).to.equal('Own');
    expect(familiesOfShorthand('menu')).to.equal('');
    expect(familiesOfShorthand('inherit')).to.equal('inherit');
  });
});

describe('the fonts that style sheets declare', () => {
  it('are those of font-family and font, without comments and @font-face', () => {
    const css =
      '/* font-family: No */ @font-face { font-family: "Own"; src: url(x) } p { font-family: A, "b;}" ' +
      '!important; color: red } h1 { font: 12px/1 C } :root { --font-family: D }';
    expect(declaredFonts([css])).to.deep.equal({ lists: ['A, "b;}"', 'C'], faces: ['Own'], isCertain: false });
  });

  it('are all values of a variable where a list is that variable', () => {
    const css = [':root { --text: "A B", serif; --none: 1 } p { font-family: var( --text ) }', '.b { --text: C }'];
    expect(declaredFonts(css).lists).to.deep.equal(['"A B", serif', 'C']);
    expect(declaredFonts(['p { font: 12px var(--x); font-family: var(--y), D }']).lists).to.deep.equal([
      'var(--x)',
      'var(--y), D',
    ]);
  });

  it('are not all read where there are hundreds', () => {
    const many = Array.from({ length: 600 }, (_, index) => `.c${index} { font-family: F${index} }`).join('');
    expect(declaredFonts([many]))
      .to.include({ isCertain: false })
      .and.have.property('lists')
      .with.length(500);
    const values = Array.from({ length: 20_000 }, (_, index) => `p{--f:F${index}}`).join('');
    const uses = Array.from({ length: 400 }, (_, index) => `p{font-family:var(--f${' '.repeat(index)})}`).join('');
    expect(declaredFonts([values + uses]))
      .to.include({ isCertain: false })
      .and.have.property('lists')
      .with.length(500);
  });

  it('are also read after hundreds of variables', () => {
    const variables = Array.from({ length: 600 }, (_, index) => `:root { --v${index}: ${index}px }`).join('');
    expect(declaredFonts([`${variables} p { font-family: Nope }`]).lists).to.deep.equal(['Nope']);
  });

  it('are those of attributes, and not of text that looks like one', () => {
    const html = '<p title=" style=">Use style=" here</p><p style="font-family:A">x</p>';
    expect(declaredFonts(cssOfHtml(html)).lists).to.deep.equal(['A']);
  });

  it('stand in style elements and attributes of HTML', () => {
    const html =
      '<style>a{font-family:A}</style><p style="font-family:&quot;B C&quot;">x</p><svg><text ' +
      'font-family="D">x</text></svg>';
    expect(declaredFonts(cssOfHtml(html)).lists).to.have.members(['A', '"B C"', 'D']);
  });

  it('are found in a long sheet of hostile text without taking long', () => {
    expect(
      declaredFonts([`font:${'"'.repeat(50_000)}`, `font-family:${'\\'.repeat(50_000)}`, '@font-face{'.repeat(20_000)])
        .faces,
    ).to.deep.equal([]);
  });
});
