import { expect } from 'chai';
import fc from 'fast-check';
import { AppError } from '../../../src/problems.ts';
import type { Operation } from '../../../src/pdf/content/operation.ts';
import { parseContent } from '../../../src/pdf/content/parse-content.ts';
import { spliced, writeOperations } from '../../../src/pdf/content/write-content.ts';
import { Dict, Name, PdfString, type Obj } from '../../../src/pdf/objects/objects.ts';

const parsed = (text: string | Buffer): Operation[] => [...parseContent(Buffer.from(text as string, 'latin1'))];
const plain = (operations: readonly Operation[]) =>
  operations.map(({ operator, operands, image }) => ({ operator, operands, image }));

const operators = [
  'q',
  'Q',
  'cm',
  'w',
  'm',
  'l',
  're',
  'f*',
  'BT',
  'ET',
  'Tf',
  'Tj',
  'TJ',
  "'",
  '"',
  'T*',
  'Do',
  'BDC',
  'EMC',
  'scn',
  'sh',
  'foo',
];
const number = fc.oneof(
  fc.integer({ min: -1e6, max: 1e6 }),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }).map((value) => Math.round(value * 1e4) / 1e4 + 0),
);
const string = fc
  .tuple(fc.uint8Array({ maxLength: 12 }), fc.boolean())
  .map(([bytes, hex]) => new PdfString(Buffer.from(bytes), hex));
const name = fc
  .string({
    minLength: 1,
    maxLength: 6,
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
  })
  .map((value) => new Name(value));
const leaf: fc.Arbitrary<Obj> = fc.oneof(number, string, name, fc.boolean());
const operand: fc.Arbitrary<Obj> = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 5 }),
  fc
    .array(fc.tuple(fc.constantFrom('MCID', 'ActualText', 'a b'), leaf), { maxLength: 3 })
    .map((entries) => new Dict(entries)),
);
const operation = fc.record({ operator: fc.constantFrom(...operators), operands: fc.array(operand, { maxLength: 6 }) });

describe('A content stream', () => {
  it('is the same operations again after it was written', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 20 }), (operations) => {
        const read = plain(parsed(writeOperations(operations)));
        expect(read).to.deep.equal(
          operations.map((one) => ({ ...one, operands: one.operands.map(normal), image: undefined })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('says where each operation stands: what is between is white space and comments', () => {
    const text = ' q % a note (not) a string\n1 0 0 1 5 5 cm\r/F1 12 Tf[(a)-20(b)]TJ Q';
    const operations = parsed(text);
    expect(operations.map(({ start, end }) => text.slice(start, end))).to.deep.equal([
      'q',
      '1 0 0 1 5 5 cm',
      '/F1 12 Tf',
      '[(a)-20(b)]TJ',
      'Q',
    ]);
  });

  it('keeps every byte that no change is about', () => {
    const bytes = Buffer.from('q  1 0 0 1 5 5 cm (secret)Tj % kept\nQ', 'latin1');
    const [, , show] = parsed(bytes);
    expect(
      spliced(bytes, [{ start: show!.start, end: show!.end, bytes: Buffer.from('[0]TJ') }]).toString('latin1'),
    ).to.equal('q  1 0 0 1 5 5 cm \n[0]TJ\n % kept\nQ');
    expect(spliced(bytes, [])).to.deep.equal(bytes);
  });

  it('has inline images whole, also where their data looks like the end of one', () => {
    const data = 'EI Q \xff EI\x00';
    const [image, after] = parsed(`BI /W ${data.length} /H 1 /BPC 8 /CS /G ID ${data}\nEI Q`);
    expect(image!.image!.data.toString('latin1')).to.equal(data);
    expect(after!.operator).to.equal('Q');
    const [filtered, next] = parsed('BI /W 4 /H 4 /F /Fl ID abc EI\x80def\nEI\nQ');
    expect(filtered!.image!.data.toString('latin1')).to.equal('abc EI\x80def');
    expect(next!.operator).to.equal('Q');
  });

  it('is read to its end whatever it holds, and throws nothing but limits', () => {
    const token = fc.oneof(
      fc.constantFrom(
        'BI',
        'ID',
        'EI',
        '[',
        ']',
        '<<',
        '>>',
        '(',
        ')',
        '<',
        '>',
        '/',
        '%',
        '{',
        'BT',
        'Tj',
        'TJ',
        '1',
        '-',
        '\n',
        ' ',
      ),
      fc.string({ maxLength: 5 }),
    );
    const some = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.array(token, { maxLength: 80 }).map((tokens) => Buffer.from(tokens.join(' '), 'latin1')),
    );
    fc.assert(
      fc.property(some, (bytes) => {
        let end = 0;
        for (const one of parsed(bytes)) {
          expect(one.start).to.be.at.least(end);
          expect(one.end).to.be.at.least(one.start).and.at.most(bytes.length);
          end = one.end;
        }
      }),
      { numRuns: 1000 },
    );
    expect(() => parsed('['.repeat(100_000))).to.throw(AppError, /deep/);
  });
});

/** Numbers that PDF writes the same. */
function normal(value: Obj): Obj {
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map(normal);
  if (value instanceof Dict) return new Dict(value.entries().map(([key, entry]) => [key, normal(entry)]));
  return value;
}
