import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { openPdf } from '../../src/pdf/file/open.ts';
import { hello, open, problemOf, smallPdf } from './raw/small-pdf.ts';

const head =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 ' +
  'obj<</Type/Page/Parent 2 0 R>>endobj\n';

const many = (count: number, body: (num: number) => string) =>
  head + Array.from({ length: count }, (_, index) => body(index + 4)).join('\n');

/** Reads every object, as the slowest of tools would. */
function readAll(text: string): number {
  const file = open(text);
  for (const num of file.numbers()) file.get(num);
  return file.pages().length;
}

describe('a hostile PDF', () => {
  it('with a circle in its page tree ends', () => {
    const circle = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R]>>',
      '<</Type/Pages/Kids[2 0 R 3 0 R]>>',
      '<</Type/Page>>',
    ];
    expect(open(smallPdf(circle).text).pages()).to.have.length(1);
  });

  it('with a page tree of 20,000 levels opens', () => {
    const levels = Array.from({ length: 20_000 }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R]>>`);
    expect(open(smallPdf(['<</Type/Catalog/Pages 2 0 R>>', ...levels, '<</Type/Page>>']).text).pages()).to.have.length(
      1,
    );
  });

  it('with a page tree that doubles at each level ends', () => {
    const levels = Array.from({ length: 60 }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R ${level + 3} 0 R]>>`);
    expect(
      open(smallPdf(['<</Type/Catalog/Pages 2 0 R>>', ...levels, '<</Type/Page>>']).text).pages().length,
    ).to.be.below(3);
  });

  it('with nodes that share their kids is refused', () => {
    const kids = Array.from({ length: 3000 }, (_, index) => `${index + 4} 0 R`).join(' ');
    const nodes = Array.from({ length: 3000 }, () => '<</Type/Pages/Kids 3 0 R>>');
    expect(
      problemOf(() =>
        open(smallPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids 3 0 R>>', `[${kids}]`, ...nodes]).text),
      ).slug,
    ).to.equal('limit-exceeded');
  });

  it('of 20,000 pages opens, and of one more does not', () => {
    const tree = (count: number) =>
      smallPdf(['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${'3 0 R '.repeat(count)}]>>`, '<</Type/Page>>'])
        .text;
    expect(open(tree(20_000)).pages()).to.have.length(20_000);
    expect(problemOf(() => open(tree(20_001))).slug).to.equal('too-many-pages');
    expect(problemOf(() => open(tree(3), { limits: { pages: 2 } }))).to.include({
      slug: 'too-many-pages',
      message: 'The document has more than 2 pages.',
    });
  });

  it('with a bomb in a stream is refused when the stream is decoded', () => {
    const twice = deflateSync(deflateSync(Buffer.alloc(4_000_000)));
    const head = `<</Filter[/FlateDecode/FlateDecode]/Length ${twice.length}>>`;
    const body = `${head}stream\n${twice.toString('latin1')}\nendstream`;
    const file = open(smallPdf([...hello, body, body]).text, { limits: { streamBytes: 3_000_000 } });
    expect(problemOf(() => file.stream(file.get(6))?.decode()).slug).to.equal('limit-exceeded');
    const whole = open(smallPdf([...hello, body, body]).text, { limits: { documentBytes: 6_000_000 } });
    expect(whole.stream(whole.get(6))?.decode().length).to.equal(4_000_000);
    expect(whole.stream(whole.get(6))?.decode().length, 'the same stream again is free').to.equal(4_000_000);
    expect(problemOf(() => whole.stream(whole.get(7))?.decode()).message).to.contain('6000000 bytes');
  });

  it('with a loop of Prev ends', () => {
    const { text, xref } = smallPdf(hello);
    const loop = text.replace('/Root', `/Prev ${xref}/Root`);
    expect(open(loop).sections).to.have.length(1);
  });

  it('that nests deeply is refused', () => {
    expect(problemOf(() => readAll(`${head}4 0 obj${'['.repeat(1_000_000)}`)).slug).to.equal('limit-exceeded');
    expect(problemOf(() => readAll(`${head}4 0 obj${'<</A'.repeat(1_000_000)}`)).slug).to.equal('limit-exceeded');
  });

  it('with too many objects is refused', () => {
    expect(
      problemOf(() =>
        open(
          many(600, (num) => `${num} 0 obj ${num} endobj`),
          { limits: { objects: 500 } },
        ),
      ).message,
    ).to.contain('500 objects');
    expect(
      problemOf(() =>
        open(smallPdf([...hello, ...new Array<string>(600).fill('1')]).text, { limits: { objects: 500 } }),
      ).slug,
    ).to.equal('limit-exceeded');
  });

  it('whose objects never close ends, one way or the other', () => {
    for (const opener of ['(', '<', '%', '[', '<<', '<<>>stream ', '<</Length 9 0 R>>stream ']) {
      const text = many(40_000, (num) => `${num} 0 obj${opener}`).replaceAll(opener === '%' ? '\n' : '\0', ' ');
      try {
        readAll(text);
      } catch (error) {
        expect(error, opener).to.include({ slug: 'limit-exceeded' });
      }
    }
  });

  it('with chains of lengths and references ends', () => {
    expect(readAll(many(20_000, (num) => `${num} 0 obj<</Length ${num + 1} 0 R>>stream\nendstream endobj`))).to.equal(
      1,
    );
    expect(readAll(many(20_000, (num) => `${num} 0 obj ${num + 1} 0 R endobj`))).to.equal(1);
    const circle = open(smallPdf([...hello, '7 0 R', '6 0 R', '8 0 R']).text);
    expect([6, 7, 8].map((num) => circle.resolve(circle.get(num)))).to.deep.equal([null, null, null]);
  });

  it('with an object stream in itself ends', () => {
    const rows = Buffer.from([0, 0, 0, 1, 9, 0, 2, 2, 0]).toString('latin1');
    const text =
      `%PDF-1.7\n1 0 obj<</Type/XRef/Size 3/W[1 1 1]/Root 2 0 R/Length 9>>stream\n${rows}\nendstream ` +
      `endobj\nstartxref\n9\n%%EOF`;
    expect(problemOf(() => open(text)).slug).to.equal('invalid-pdf');
  });

  it('with the Length of an object stream in that stream has its objects, whichever is read first', () => {
    const stream = '4 0 obj<</Type/ObjStm/N 2/First 8/Length 5 0 R>>stream\n5 0 6 3 19 <</A 1>>\nendstream endobj\n';
    const rows = [
      [0, 0, 0],
      [1, head.indexOf('1 0 obj'), 0],
      [1, head.indexOf('2 0 obj'), 0],
      [1, head.indexOf('3 0 obj'), 0],
      [1, head.length, 0],
      [2, 4, 0],
      [2, 4, 1],
    ].flatMap(([kind = 0, second = 0, third = 0]) => [kind, second >> 8, second & 255, third]);
    const text =
      `${head}${stream}7 0 obj<</Type/XRef/Size 7/W[1 2 1]/Root 1 0 R/Length ${rows.length}>>stream\n` +
      `${Buffer.from(rows).toString('latin1')}\nendstream endobj\nstartxref\n${head.length + stream.length}\n%%EOF`;
    for (const first of [4, 5, 6]) {
      const file = open(text);
      file.get(first);
      expect(file.dict(file.get(6))?.get('A'), `after ${first}`).to.equal(1);
      expect(file.repaired).to.equal(null);
    }
  });

  it('with a table of senseless widths and counts is repaired or refused', () => {
    for (const dict of [
      '/W[0 0 0]',
      '/W[99 1 1]',
      '/W[1 1 1]/Index[0 9999999999]',
      '/W[-1 2 3]',
      '/W 5',
      '/Size 9999999999/W[1 1 1]',
    ]) {
      const { text, xref } = smallPdf(hello);
      const broken =
        `${text.slice(0, xref)}9 0 obj<</Type/XRef/Root 1 0 R${dict}/Length 3>>stream\nabc\nendstream ` +
        `endobj\nstartxref\n${xref}\n%%EOF`;
      expect(open(broken).pages(), dict).to.have.length(1);
    }
  });

  it('cut off at every 97th byte opens or is refused, whatever is in it', () => {
    const bytes = Buffer.from(
      many(300, (num) => `${num} 0 obj<</Type/X/A[1 2(${'x'.repeat(num % 90)})]/B<</C ${num} 0 R>>>>endobj`),
      'latin1',
    );
    for (let length = 0; length < bytes.length; length += 97) {
      try {
        expect(openPdf(bytes.subarray(0, length)).pages().length).to.be.below(2);
      } catch (error) {
        expect(error).to.include({ slug: 'invalid-pdf' });
      }
    }
  });
});
