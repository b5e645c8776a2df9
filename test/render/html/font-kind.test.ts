import { expect } from 'chai';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { fontType } from '../../../src/render/html/font-kind.ts';

const folder = new URL('../../../fonts/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:ttf|otf|woff2?)$/.test(name),
);
const arimo = readFileSync(new URL('../../../fonts/arimo/Arimo-Bold.ttf', import.meta.url));

describe('the kind of a font', () => {
  it('is told for every bundled one', () => {
    for (const name of files)
      expect(fontType(readFileSync(new URL(name, folder))), name).to.match(/^font\/(?:ttf|otf|woff2?)$/);
  });

  it('is none for what has the first four bytes of one, or a part of one', () => {
    for (const start of ['00010000', '74727565', '4f54544f', '774f4646', '774f4632'])
      expect(fontType(Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(60)])), start).to.equal(undefined);
    expect(fontType(arimo.subarray(0, arimo.length - 100))).to.equal(undefined);
    expect(fontType(new Uint8Array())).to.equal(undefined);
  });

  it('is found out without failing, however the file is cut or spoilt', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.nat(300), fc.nat(255), (length, at, value) => {
        const spoilt = Buffer.from(arimo.subarray(0, length));
        if (at < spoilt.length) spoilt[at] = value;
        expect(() => fontType(spoilt)).not.to.throw();
      }),
    );
  });
});
