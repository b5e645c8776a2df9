import { expect } from 'chai';
import fc from 'fast-check';
import { logicalOrder } from '../../../../src/pdf/text/layout/bidi.ts';

const items = (text: string) => Array.from(text, (character) => ({ text: character }));
const turned = (visual: string) =>
  logicalOrder(items(visual))
    .map(({ text }) => text)
    .join('');

/** Letters from right to left stand reversed in these: that is how they are seen from the left. */
describe('Logical order', () => {
  it('turns a right-to-left line round, and leaves its numbers', () => {
    expect(turned('םילקש 1,250 ריחמה')).to.equal('המחיר 1,250 שקלים');
    expect(turned('2024/01/05 םויב')).to.equal('ביום 2024/01/05');
  });

  it('leaves a left-to-right line, and turns the words in it that run the other way', () => {
    expect(turned('the word םולש means peace')).to.equal('the word שלום means peace');
    expect(turned('a םלוע םולש b c')).to.equal('a שלום עולם b c');
  });

  it('keeps left-to-right words in a right-to-left line', () => {
    expect(turned('םלועה לכב Chromium Browser תנכות')).to.equal('תוכנת Chromium Browser בכל העולם');
  });

  it('turns brackets back', () => {
    expect(turned('(ללוכ) ריחמה')).to.equal('המחיר (כולל)');
  });

  it('neither loses nor makes up a letter', () => {
    const letters = fc.constantFrom('a', 'b', 'א', 'ב', 'م', '1', '2', ' ', '.', ',', '-');
    fc.assert(
      fc.property(fc.array(letters), (visual) => {
        const logical = logicalOrder(visual.map((text) => ({ text })));
        expect(logical.map(({ text }) => text).sort()).to.deep.equal([...visual].sort());
      }),
    );
  });

  it('leaves what has no right-to-left letter as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(turned(text)).to.equal(text);
      }),
    );
  });
});
