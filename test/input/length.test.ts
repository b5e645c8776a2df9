import { expect } from 'chai';
import fc from 'fast-check';
import { css, length, points, toPoints } from '../../src/input/length.ts';

const mistakeOf = (value: unknown, range = {}) => length(range).validate(value).error?.message;

describe('a length', () => {
  it('is in points where it has no unit', () => {
    expect(points(12.5)).to.equal(12.5);
  });

  it('is turned into points from every unit', () => {
    expect(points('72pt')).to.equal(72);
    expect(points('96px')).to.equal(72);
    expect(points('1in')).to.equal(72);
    expect(points('25.4mm')).to.be.closeTo(72, 1e-9);
    expect(points('2.54cm')).to.be.closeTo(72, 1e-9);
    expect(points('6pc')).to.equal(72);
  });

  it('with another unit, or none in a string, is a mistake that says what to write', () => {
    for (const wrong of ['12', '12em', 'mm', '', '1e3pt', '1 mm', true, null, [], Number.NaN])
      expect(mistakeOf(wrong), String(wrong)).to.match(/must be a length|required/);
  });

  it('outside of its range is a mistake that says the range', () => {
    expect(mistakeOf('-1mm')).to.contain('from 0 to 14400 points');
    expect(mistakeOf(5, { min: 10 })).to.contain('from 10');
    expect(mistakeOf('10mm')).to.equal(undefined);
  });

  it('survives being written as CSS', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 14_000, noNaN: true }),
        (value) => Math.abs((toPoints(css(value)) ?? -1) - value) < 1e-4,
      ),
    );
  });

  it('is never made of text that is none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = toPoints(text);
        return value === undefined || (Number.isFinite(value) && /^[+-]?[\d.]+[a-z]{2}$/.test(text));
      }),
    );
  });
});
