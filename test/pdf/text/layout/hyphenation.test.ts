import { expect } from 'chai';
import { joinedByHyphen } from '../../../../src/pdf/text/layout/hyphenation.ts';

const join = (text: string, next: string, words: readonly string[] = []) => joinedByHyphen(text, next, new Set(words));

describe('A hyphen at the end of a line', () => {
  it('goes where it cuts a word', () => {
    expect(join('an investi-', 'gation of')).to.equal('an investigation of');
    expect(join('an investi\u2010', 'gation of')).to.equal('an investigation of');
  });

  it('always goes where it is soft', () => {
    expect(join('Anglo\u00AD', 'Saxon')).to.equal('AngloSaxon');
  });

  it('stays before a capital or a digit', () => {
    expect(join('the Anglo-', 'Saxon world')).to.equal('the Anglo-Saxon world');
    expect(join('in 2019-', '2020')).to.equal('in 2019-2020');
  });

  it('stays where the text has the word with its hyphen, and goes where it has it without', () => {
    expect(join('well-', 'known', ['well-known'])).to.equal('well-known');
    expect(join('well-', 'known', ['wellknown', 'well-known'])).to.equal('wellknown');
  });

  it('stays in a word with more of them', () => {
    expect(join('state-of-', 'the-art')).to.equal('state-of-the-art');
  });

  it('is none where it stands by itself', () => {
    expect(join('one -', 'two')).to.equal(null);
    expect(join('no hyphen', 'here')).to.equal(null);
  });
});
