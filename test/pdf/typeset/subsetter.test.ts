import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { OpenFile } from '../../../src/pdf/typeset/harfbuzz.ts';
import { subsetFace } from '../../../src/pdf/typeset/subsetter.ts';

const mebibyte = 1024 * 1024;
const tinos = readFileSync(new URL('../../../fonts/tinos/Tinos-Regular.ttf', import.meta.url));
const faceOf = (bytes: Uint8Array) => new OpenFile(bytes).face(0);
const options = {
  glyphs: Array.from('Subset', (letter) => faceOf(tinos).glyphOf(letter.charCodeAt(0))),
  retain: false,
};

describe('A subset of a font', () => {
  it('is the same whichever fonts came before it', () => {
    const face = faceOf(tinos);
    const first = subsetFace(face, options);
    expect(first.length).to.be.within(500, 5000);
    const damaged = faceOf(Buffer.from(tinos.subarray(0, 200)));
    const large = faceOf(Buffer.concat([tinos, Buffer.alloc(45 * mebibyte)]));
    for (let round = 0; round < 3; round += 1) {
      expect(subsetFace(face, options).equals(first)).to.equal(true);
      expect(() => subsetFace(damaged, options)).to.throw('the font could not be subset');
      expect(subsetFace(large, options).equals(first)).to.equal(true);
    }
  });

  it('is refused where the font is larger than the memory for it', () => {
    const face = faceOf(Buffer.concat([tinos, Buffer.alloc(70 * mebibyte)]));
    expect(() => subsetFace(face, options)).to.throw('does not fit');
    expect(subsetFace(faceOf(tinos), options).length).to.be.greaterThan(500);
  });
});
