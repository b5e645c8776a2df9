import { expect } from 'chai';
import fc from 'fast-check';
import { Lexer } from '../../../src/pdf/objects/lexer.ts';
import { Dict, Name, PdfString, Ref, type Obj } from '../../../src/pdf/objects/objects.ts';
import { Parser } from '../../../src/pdf/objects/parser.ts';
import { serialize } from '../../../src/pdf/objects/serialize.ts';

const parse = (text: string) =>
  new Parser(new Lexer(Buffer.from(text, 'latin1')), { depth: 200, references: true }).object();

const latin1 = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);

const { object } = fc.letrec<{ object: Obj }>((tie) => ({
  object: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    latin1.map((value) => new Name(value)),
    fc
      .tuple(fc.uint8Array({ maxLength: 20 }), fc.boolean())
      .map(([bytes, hex]) => new PdfString(Buffer.from(bytes), hex)),
    fc.nat(8_000_000).map((num) => new Ref(num)),
    fc.array(tie('object'), { maxLength: 6 }),
    fc.array(fc.tuple(latin1, tie('object')), { maxLength: 6 }).map((entries) => new Dict(entries)),
  ),
}));

describe('an object that is written', () => {
  it('is the same object when it is read again', () => {
    const same = fc.property(object, (value) => {
      expect(parse(serialize(value))).to.deep.equal(value);
    });
    fc.assert(same, { numRuns: 2000 });
  });

  it('has no space that is not needed, and always the same form', () => {
    expect(
      serialize(
        new Dict([
          ['A', 1],
          ['B', new Name('C D')],
          ['E', [1, new Ref(2, 5), new PdfString(Buffer.from('(x)'))]],
        ]),
      ),
    ).to.equal('<</A 1/B/C#20D/E[1 2 0 R (\\(x\\))]>>');
  });

  it('has numbers without an exponent', () => {
    expect([1e21, -1e20, 1.5e-7, -1e-10, 0.1, Number.NaN, -0].map((value) => serialize(value))).to.deep.equal([
      '1000000000000000000000.0',
      '-100000000000000000000.0',
      '0.00000015',
      '-0.0000000001',
      '0.1',
      '0',
      '0',
    ]);
  });

  it('cannot be within itself', () => {
    const circle: Obj[] = [];
    circle.push(circle);
    expect(() => serialize(circle)).to.throw('within itself');
  });

  it('reads text strings back as text', () => {
    const same = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(PdfString.ofText(text).text).to.equal(text);
    });
    fc.assert(same);
  });
});
