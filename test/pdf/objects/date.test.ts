import { expect } from 'chai';
import fc from 'fast-check';
import { pdfDate, utcDate, zonedDate } from '../../../src/pdf/objects/date.ts';

describe('A date of PDF', () => {
  const dates: Record<string, [zoned: string | null, utc: string | null]> = {
    "D:20240131123456+05'30'": ['2024-01-31T12:34:56+05:30', '2024-01-31T07:04:56Z'],
    "D:20240131123456-08'00": ['2024-01-31T12:34:56-08:00', '2024-01-31T20:34:56Z'],
    'D:20240131123456Z': ['2024-01-31T12:34:56Z', '2024-01-31T12:34:56Z'],
    'D:20240131123456': ['2024-01-31T12:34:56Z', '2024-01-31T12:34:56Z'],
    '20240131': ['2024-01-31T00:00:00Z', '2024-01-31T00:00:00Z'],
    'D:2024': ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    'D:20249931': ['2024-99-31T00:00:00Z', null],
    yesterday: [null, null],
    '': [null, null],
  };
  for (const [text, [zoned, utc]] of Object.entries(dates))
    it(`is read: '${text}'`, () => {
      expect([zonedDate(text), utcDate(text)]).to.deep.equal([zoned, utc]);
    });

  it('is read as it was written, to the second', () => {
    const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(utcDate(pdfDate(moment))).to.equal(moment.toISOString().replace(/\.\d+Z$/, 'Z'));
      }),
    );
  });
});
