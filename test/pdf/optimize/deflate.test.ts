import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { deflateSlowly } from '../../../src/pdf/optimize/deflate/zopfli.ts';

describe('Deflating slowly', () => {
  it('gives back what went in, whatever that is', () => {
    const noise = fc.uint8Array({ maxLength: 3000 });
    const few = fc.array(fc.constantFrom(0, 1, 65, 255), { maxLength: 4000 }).map((bytes) => Uint8Array.from(bytes));
    const words = fc
      .array(fc.constantFrom('0 0 ', '12.5 ', 'l\n', '/F4 18 Tf', '(ab)Tj'), { maxLength: 1500 })
      .map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(fc.oneof(noise, few, words), (bytes) => {
        const data = Buffer.from(bytes);
        expect(inflateSync(deflateSlowly(data)).equals(data)).to.equal(true);
      }),
      { numRuns: 60 },
    );
    for (const data of [
      Buffer.alloc(0),
      Buffer.alloc(1),
      Buffer.alloc(70_000),
      Buffer.from('x'.repeat(258) + 'y' + 'x'.repeat(259)),
    ])
      expect(inflateSync(deflateSlowly(data)).equals(data)).to.equal(true);
  });

  it('finds matches as far back as they may be', () => {
    const far = Buffer.concat([
      Buffer.from('a sentence that comes again'),
      Buffer.from(Array.from({ length: 32_768 - 27 }, (_, at) => (at * at * 31 + at * 7) & 0xff)),
      Buffer.from('a sentence that comes again'),
    ]);
    expect(inflateSync(deflateSlowly(far)).equals(far)).to.equal(true);
  });

  it('takes less than zlib does, also of data of two kinds', () => {
    const font = readFileSync(new URL('../../../fonts/arimo/Arimo-Regular.ttf', import.meta.url)).subarray(
      20_000,
      50_000,
    );
    const text = Buffer.from(
      Array.from({ length: 900 }, (_, at) => `${at * 3} 0 R /K ${at % 7} /P ${at >> 2} 0 R\n`).join(''),
    );
    for (const data of [font, text, Buffer.concat([font, text])])
      expect(deflateSlowly(data).length).to.be.below(deflateSync(data, { level: 9, memLevel: 9 }).length * 0.985);
  });
});
