import { expect } from 'chai';
import { operandLength, type1Operand, type2Operand } from '../../../../src/pdf/fonts/programs/charstring-operand.ts';

const bytes = (text: string) => Buffer.from(text, 'hex');

describe('An operand of a charstring', () => {
  it('has one, two or four bytes beside the first', () => {
    for (const [written, value] of [
      ['20', -107],
      ['8b', 0],
      ['f6', 107],
      ['f700', 108],
      ['faff', 1131],
      ['fb00', -108],
      ['feff', -1131],
      ['ff00018000', 98_304],
      ['fffffffff0', -16],
    ] as const) {
      expect(type1Operand(bytes(written), 0), written).to.equal(value);
      expect(type2Operand(bytes(`0e${written}`), 1), written).to.equal(
        written.startsWith('ff') ? value / 65_536 : value,
      );
      expect(operandLength(bytes(written)[0] ?? 0)).to.equal(written.length / 2);
    }
    expect(type2Operand(bytes('1cff00'), 0)).to.equal(-256);
    expect(operandLength(28)).to.equal(3);
  });

  it('is 0 where it breaks off', () => {
    expect([type1Operand(bytes('ff0001'), 0), type2Operand(bytes('ff0001'), 0)]).to.deep.equal([0, 0]);
    expect(type2Operand(bytes('1c01'), 0)).to.equal(0);
    expect(type2Operand(bytes('f7'), 0)).to.equal(108);
  });
});
