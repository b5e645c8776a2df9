import { expect } from 'chai';
import { alignPages } from '../../../../src/pdf/compare/pages/align-pages.ts';
import { regionsOf } from '../../../../src/pdf/compare/pages/regions.ts';
import { compareWords } from '../../../../src/pdf/compare/words/text-changes.ts';
import { keyOf, readAlike, softHyphen, textOf, type Word } from '../../../../src/pdf/compare/words/word.ts';

/** Words of one line; `|` begins another paragraph or cell. */
function words(text: string): Word[] {
  return text.split('|').flatMap((part, block) =>
    part
      .trim()
      .split(' ')
      .map((word, index): Word => ({
        text: word,
        key: keyOf(word),
        loose: keyOf(word),
        boxes: [{ x: 0, y: 0, width: 1, height: 1 }],
        page: 0,
        block,
        startsLine: index === 0,
        spaced: true,
      })),
  );
}

const changes = (before: string, after: string) =>
  compareWords(words(before), words(after), { moves: true }).changes.map((change) => [
    change.kind,
    textOf(change.before),
    textOf(change.after),
  ]);

describe('The words that differ', () => {
  it('are runs: what stands in the place of another is one change', () => {
    expect(changes('pay within thirty days of it', 'pay within six weeks of it')).to.deep.equal([
      ['changed', 'thirty days', 'six weeks'],
    ]);
  });

  it('begin where a sentence begins, where that is as good', () => {
    expect(changes('The cat sat. The dog ran off.', 'The cat sat. The bird flew. The dog ran off.')).to.deep.equal([
      ['inserted', '', 'The bird flew.'],
    ]);
  });

  it('are told cell by cell where both sides have as many', () => {
    expect(changes('Bolt | 4 | 10.00 | end of it', 'Bolt | 5 | 12.50 | end of it')).to.deep.equal([
      ['changed', '4', '5'],
      ['changed', '10.00', '12.50'],
    ]);
  });

  it('that only stay by chance in the middle of what was rewritten are rewritten', () => {
    expect(
      changes('start one two three the four five six end', 'start red blue green the black white grey end'),
    ).to.deep.equal([['changed', 'one two three the four five six', 'red blue green the black white grey']]);
  });

  it('moved where a run is gone in one place and came in another, with what was edited on the way', () => {
    const [stays, moves] = [
      'the first part of it stays exactly where it always was and so it is longer',
      'every invoice has to be paid within thirty days after it was sent',
    ];
    expect(changes(`${moves}. ${stays}.`, `${stays}. ${moves}.`)).to.deep.equal([['moved', `${moves}.`, `${moves}.`]]);
    expect(changes(`${moves}. ${stays}.`, `${stays}. ${moves.replace('thirty', 'ten')}.`)).to.deep.equal([
      ['moved', 'every invoice has to be paid within', 'every invoice has to be paid within'],
      ['changed', 'thirty', 'ten'],
      ['moved', 'days after it was sent.', 'days after it was sent.'],
    ]);
  });
});

describe('What is compared of a word', () => {
  it('is the same for ligatures, composed and wide forms, kinds of hyphens and what shows nothing', () => {
    expect(keyOf('o\uFB03cial')).to.equal(keyOf('official'));
    expect(keyOf('cafe\u0301')).to.equal(keyOf('caf\u00e9'));
    expect(keyOf('\uFF21\uFF11')).to.equal('A1');
    expect(keyOf('co\u2011op\u00AD')).to.equal('co-op');
  });

  it('is another for powers, fractions and numbers in circles, capitals and quotes', () => {
    for (const [one, other] of [
      ['10\u00B2', '102'],
      ['\u00BD', '1/2'],
      ['\u2460', '1'],
      ['Party', 'party'],
      ['\u2019', "'"],
    ] as const)
      expect(keyOf(one)).not.to.equal(keyOf(other));
  });

  it('allows for a hyphen at the end of a line, and for white space, only there', () => {
    const read = (...loose: string[]) => loose.map((text): Word => ({ ...words('x')[0]!, loose: text }));
    expect(readAlike(read(`agree${softHyphen}ment`), read('agreement'))).to.be.true;
    expect(readAlike(read(`well${softHyphen}known`), read('well-known'))).to.be.true;
    expect(readAlike(read('foo', 'bar'), read('foobar'))).to.be.true;
    expect(readAlike(read('re-sign'), read('resign'))).to.be.false;
    expect(readAlike(read(`agree${softHyphen}`), read('agrees'))).to.be.false;
  });
});

describe('The pages that belong together', () => {
  const page = (text: string) => ({ keys: text.split(' '), look: null });
  const pairs = (before: readonly string[], after: readonly string[]) =>
    alignPages(before.map(page), after.map(page)).map((pair) => [pair.before, pair.after]);

  it('are those that share most of what they say, in order', () => {
    expect(pairs(['a b c d e', 'f g h i j'], ['f g h i j'])).to.deep.equal([
      [0, null],
      [1, 0],
    ]);
    expect(pairs(['a b c d e', 'f g h i j'], ['a b c d e', 'x y z x y', 'f g h i k'])).to.deep.equal([
      [0, 0],
      [null, 1],
      [1, 2],
    ]);
  });

  it('stay together where as many on both sides were written anew', () => {
    expect(pairs(['a b c d e', 'f g h i j', 'k l m n o'], ['a b c d e', 'p q r s t', 'k l m n o'])).to.deep.equal([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
  });

  it('are told by their looks where they have no words', () => {
    const look = (value: number) => ({ keys: [], look: new Uint8Array(16).fill(value) });
    expect(alignPages([look(0), look(200)], [look(200)]).map((pair) => [pair.before, pair.after])).to.deep.equal([
      [0, null],
      [1, 0],
    ]);
  });
});

describe('The regions of a page that looks different', () => {
  it('are boxes in points around pixels that are close to each other', () => {
    const mask = new Uint8Array(200 * 100);
    for (const [x, y] of [
      [20, 20],
      [24, 22],
      [150, 80],
    ] as const)
      mask[y * 200 + x] = 1;
    expect(regionsOf({ width: 200, height: 100, mask }, 2)).to.deep.equal([
      { x: 9, y: 9, width: 4.5, height: 3.5 },
      { x: 74, y: 39, width: 2.5, height: 2.5 },
    ]);
  });
});
