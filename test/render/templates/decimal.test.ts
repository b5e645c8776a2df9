import { expect } from 'chai';
import fc from 'fast-check';
import {
  add,
  compare,
  decimalOf,
  divide,
  multiply,
  plainOf,
  round,
  type Decimal,
} from '../../../src/render/templates/decimal.ts';

const of = (value: unknown): Decimal => decimalOf(value) ?? expect.fail(`no decimal: ${String(value)}`);
const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('A decimal', () => {
  it('is what a number or a text says, exactly', () => {
    expect(plainOf(add(of(0.1), of(0.2)))).to.equal(0.3);
    expect(plainOf(multiply(of('1.005'), of(100)))).to.equal(100.5);
    expect(plainOf(of('-0.0'))).to.equal(0);
    expect(plainOf(of(1e21))).to.equal(1e21);
    expect(plainOf(of('12345678901234567890.05'))).to.equal('12345678901234567890.05');
  });

  it('is none of what is no number, or longer than any quantity', () => {
    for (const value of [
      '',
      '.',
      'x',
      '1,5',
      ' ',
      '1e',
      '0x10',
      null,
      undefined,
      {},
      [],
      true,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1e999',
      `1e${'9'.repeat(50)}`,
      '9'.repeat(500),
    ])
      expect(decimalOf(value), JSON.stringify(value)).to.equal(undefined);
  });

  it('rounds halves away from zero', () => {
    expect([1.005, -1.005, 2.345, 0.5, -0.5, 1.004].map((value) => plainOf(round(of(value), 2)))).to.deep.equal([
      1.01, -1.01, 2.35, 0.5, -0.5, 1,
    ]);
    expect([2.5, 3.5, -2.5].map((value) => plainOf(round(of(value), 0)))).to.deep.equal([3, 4, -3]);
  });

  it('adds cents as integers are added, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 50 }), (amounts) => {
        const sum = amounts.map((amount) => of(amount / 100)).reduce(add, of(0));
        expect(compare(sum, { units: amounts.reduce((all, amount) => all + BigInt(amount), 0n), scale: 2 })).to.equal(
          0,
        );
      }),
    );
  });

  it('multiplies and divides back', () => {
    fc.assert(
      fc.property(
        cents,
        cents.filter((value) => value !== 0),
        (a, b) => {
          expect(compare(divide(multiply(of(a / 100), of(b / 100)), of(b / 100), 2), of(a / 100))).to.equal(0);
        },
      ),
    );
  });

  it('goes through its plain form unchanged', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 30 }),
        (units, scale) => {
          expect(compare(of(plainOf({ units, scale })), { units, scale })).to.equal(0);
        },
      ),
    );
  });
});
