import { expect } from 'chai';
import fc from 'fast-check';
import { sniffImage } from '../../../src/render/html/image-kind.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(24),
  ]);

describe('the kind of an image', () => {
  const kinds: [string, Buffer, object][] = [
    [
      'PNG',
      bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 0, 0, 0, 9]),
      { contentType: 'image/png', width: 256, height: 9 },
    ],
    [
      'JPEG',
      bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 11, 8, 0, 5, 1, 4]),
      { contentType: 'image/jpeg', width: 260, height: 5 },
    ],
    ['GIF', bytes('GIF89a', [3, 0, 4, 0]), { contentType: 'image/gif', width: 3, height: 4 }],
    [
      'WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 7, 0, 0]),
      { contentType: 'image/webp', width: 7, height: 8 },
    ],
    [
      'lossless WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [9, 0, 0, 0, 0x2f, 2, 0xc0, 0, 0]),
      { contentType: 'image/webp', width: 3, height: 4 },
    ],
    ['AVIF', bytes([0, 0, 0, 32], 'ftypavif'), { contentType: 'image/avif' }],
    [
      'AVIF with tiles',
      bytes(
        [0, 0, 0, 32],
        'ftypavif',
        [0, 0, 0, 20],
        'ispe',
        [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0],
        'ispe',
        [0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 3, 0],
      ),
      { contentType: 'image/avif', width: 1024, height: 768 },
    ],
    [
      'SVG',
      Buffer.from('\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg:svg>'),
      { contentType: 'image/svg+xml' },
    ],
  ];
  for (const [name, data, kind] of kinds) {
    it(`is told for ${name}`, () => {
      expect(sniffImage(data)).to.deep.equal(kind);
    });
  }

  it('is SVG behind any number of comments and a doctype with entities', () => {
    const doctype = '<!doctype svg [<!ENTITY a "x>y">]>';
    for (const prolog of [
      '<!---->'.repeat(60),
      `<!-- -- > -->\n${doctype}\n<!-- a -->`,
      `<?xml version="1.0"?>${doctype}`,
    ]) {
      expect(sniffImage(Buffer.from(`${prolog}<svg>`)), prolog).to.deep.equal({ contentType: 'image/svg+xml' });
    }
    for (const data of ['<!-- <svg>', `${doctype.slice(0, -1)}<svg>`, '<!doctype svg [ <svg>', '<!-- --><p><svg>'])
      expect(sniffImage(Buffer.from(data)), data).to.equal(undefined);
  });

  it('is none for anything else', () => {
    for (const data of ['', 'hello', '<html><svg>', '%PDF-1.7', 'BM6'])
      expect(sniffImage(Buffer.from(data)), data).to.equal(undefined);
  });

  it('is found out without failing, however the file is cut or spoilt', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds.map(([, data]) => data)),
        fc.nat(60),
        fc.nat(60),
        fc.nat(255),
        (data, length, at, value) => {
          const spoilt = Buffer.from(data.subarray(0, length));
          if (at < spoilt.length) spoilt[at] = value;
          expect(() => sniffImage(spoilt)).not.to.throw();
        },
      ),
      { numRuns: 500 },
    );
  });
});
