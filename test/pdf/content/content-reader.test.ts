import { expect } from 'chai';
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quickly, slowly, expectSameReading } from './read-both-ways.ts';

const pieces = [
  'q',
  'Q',
  'BT',
  'Tj',
  'T*',
  "'",
  '"',
  'f*',
  'BDC',
  'BX',
  'qq',
  'foo',
  'true',
  'null',
  'd0',
  'd01',
  '0',
  '-0',
  '12',
  '-7.25',
  '.5',
  '-.5',
  '5.',
  '+3',
  '--5',
  '1-2',
  '1.2.3',
  '.',
  '-',
  '1234567890123456',
  '0.000000000000001',
  '12abc',
  '4]',
  '<41>',
  '<4a6B>',
  '<414>',
  '<>',
  '<4 1>',
  '<4',
  '<</A 1>>',
  '<</MCID 5>>',
  '<</MCID 12 >>',
  '<</MCID 5 /A 1>>',
  '<</MCID 5.5>>',
  '<</MCID ',
  '<</MCID 1234567890>>',
  '[1 (x)-2.5]',
  '(a)',
  '/N',
  '/N#20',
  '%c\n',
  ']',
  '>',
  '\n',
  ' ',
];

describe('The reader of content', () => {
  it('reads the same as the parser of files, in every page of the gallery', () => {
    const gallery = join(import.meta.dirname, '../../../docs');
    const read = globSync('**/*.pdf', { cwd: gallery }).reduce(
      (sum, name) => sum + expectSameReading(readFileSync(join(gallery, name)), name),
      0,
    );
    expect(read).to.be.above(60);
  });

  it('reads the same as the parser of files, whatever is written', () => {
    const soup = fc
      .array(fc.constantFrom(...pieces), { maxLength: 40 })
      .chain((tokens) => fc.constantFrom(' ', '').map((between) => Buffer.from(tokens.join(between), 'latin1')));
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.oneof(soup, noise), (bytes) => {
        expect(quickly(bytes)).to.deep.equal(slowly(bytes));
      }),
      { numRuns: 2000 },
    );
  });
});
