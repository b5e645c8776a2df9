import { expect } from 'chai';
import { end, Keyword, Lexer } from '../../../src/pdf/objects/lexer.ts';
import { Dict, Name, type PdfString, Ref, type Obj } from '../../../src/pdf/objects/objects.ts';
import { Parser } from '../../../src/pdf/objects/parser.ts';
import { problemOf } from '../raw/small-pdf.ts';

function parser(text: string, references = true): Parser {
  return new Parser(new Lexer(Buffer.from(text, 'latin1')), { depth: 200, references });
}

const parse = (text: string): Obj => parser(text).object();

function all(text: string, references = true): unknown[] {
  const source = parser(text, references);
  const found: unknown[] = [];
  for (let value = source.next(); value !== end; value = source.next())
    found.push(value instanceof Keyword ? value.value : value);
  return found;
}

const stringOf = (text: string) => (parse(text) as PdfString).bytes.toString('latin1');

describe('the parser', () => {
  it('reads numbers as readers do that people use', () => {
    expect(all('12 -7 +3 0.5 .5 -.5 4. --5 +.5 1-2 - . 007 1.2.3')).to.deep.equal([
      12, -7, 3, 0.5, 0.5, -0.5, 4, -5, 0.5, 12, -0, 0, 7, 1.2, 0.3,
    ]);
    expect(all('9007199254740991 0.1234567890123456 123456.789')).to.deep.equal([
      9007199254740991, 0.1234567890123456, 123456.789,
    ]);
  });

  it('reads names with escapes, and keeps a # that is none', () => {
    expect((parse('/A#20B#2F') as Name).value).to.equal('A B/');
    expect((parse('/A#G1#') as Name).value).to.equal('A#G1#');
    expect((parse('/ x') as Name).value).to.equal('');
    expect((parse('/Gr#C3#BC#C3#9Fe') as Name).text).to.equal('Grüße');
  });

  it('reads literal strings: parentheses, escapes, octal digits, line ends', () => {
    expect(stringOf('(a(b)c)')).to.equal('a(b)c');
    expect(stringOf('(\\(\\)\\\\\\n\\r\\t\\b\\f\\q)')).to.equal('()\\\n\r\t\b\fq');
    expect(stringOf('(\\101\\7\\0053)')).to.equal('A\x07\x053');
    expect(stringOf('(a\\\r\nb\r\nc\rd)')).to.equal('ab\nc\nd');
    expect(stringOf('(never closed')).to.equal('never closed');
  });

  it('reads hexadecimal strings with spaces, and half a byte at the end', () => {
    expect(stringOf('<48 65 6C6c 6F7>')).to.equal('Hellop');
    expect((parse('<>') as PdfString).bytes.length).to.equal(0);
  });

  it('tells references from numbers', () => {
    expect(all('[1 0 R 2 3 0 R 4 5]')[0]).to.deep.equal([new Ref(1), 2, new Ref(3), 4, 5]);
    expect(all('1 0 Rg')).to.deep.equal([1, 0, 'Rg']);
    expect(all('1 0 R', false)).to.deep.equal([1, 0, 'R']);
    expect(all('1%c\n0 R/X')).to.have.length(4);
  });

  it('goes on after comments, words that are no objects, and ends that are missing', () => {
    expect(parse('[1 % ] \n 2 nan 3]')).to.deep.equal([1, 2, null, 3]);
    expect(parse('<</A 1/B[2 3/C 4>>')).to.deep.equal(
      new Dict([
        ['A', 1],
        ['B', [2, 3, new Name('C'), 4]],
      ]),
    );
    expect(parse('<</A/B/C>>')).to.deep.equal(new Dict([['A', new Name('B')]]));
    expect(parse('<</A 1 endobj')).to.deep.equal(new Dict([['A', 1]]));
  });

  it('takes an entry that is null as one that is not there', () => {
    expect((parse('<</A null/B 1>>') as Dict).size).to.equal(1);
  });

  it('refuses to go deeper than the limit', () => {
    expect(problemOf(() => parse('['.repeat(100_000))).slug).to.equal('limit-exceeded');
    expect(parse('['.repeat(199) + ']'.repeat(199))).to.be.an('array');
  });
});
