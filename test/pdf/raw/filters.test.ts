import { expect } from 'chai';
import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { decodeAscii85, decodeAsciiHex } from '../../../src/pdf/filters/ascii.ts';
import { decode, filtersOf } from '../../../src/pdf/filters/decode.ts';
import { decodeFlate } from '../../../src/pdf/filters/flate.ts';
import { inflateLeniently } from '../../../src/pdf/filters/inflate.ts';
import { decodeLzw } from '../../../src/pdf/filters/lzw.ts';
import { undoPrediction } from '../../../src/pdf/filters/predictor.ts';
import { decodeRunLength } from '../../../src/pdf/filters/run-length.ts';
import { newFlateStream, newStream } from '../../../src/pdf/objects/new-stream.ts';
import { Dict, Name } from '../../../src/pdf/objects/objects.ts';
import { problemOf } from './small-pdf.ts';

const limit = 1_000_000;
const text = Buffer.from('the quick brown fox jumps over the lazy dog. '.repeat(400));

/** LZW as in ISO 32000-2, 7.4.4.2, with codes that grow early or not. */
function encodeLzw(bytes: Buffer, early: number): Buffer {
  let bits = '';
  let table = new Map<string, number>();
  let next = 258;
  let sequence = '';
  const width = () => Math.min(12, Math.max(9, 32 - Math.clz32(next + early - 1)));
  const codeOf = (known: string) => (known.length === 1 ? known.charCodeAt(0) : (table.get(known) ?? 0));
  const emit = (code: number) => (bits += code.toString(2).padStart(width(), '0'));
  emit(256);
  for (const character of bytes.toString('latin1')) {
    if (sequence === '' || table.has(sequence + character)) {
      sequence += character;
      continue;
    }
    emit(codeOf(sequence));
    table.set(sequence + character, next++);
    sequence = character;
    if (next === 4094) {
      emit(codeOf(sequence));
      next += 1;
      emit(256);
      table = new Map();
      next = 258;
      sequence = '';
    }
  }
  if (sequence !== '') {
    emit(codeOf(sequence));
    next += 1;
  }
  emit(257);
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

describe('filters', () => {
  it('undo LZW with and without early change', () => {
    const noise = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * index * 31 + (index >> 3)) & 0xff));
    for (const bytes of [Buffer.from('aaaaaaaaaa'), text, noise]) {
      expect(decodeLzw(encodeLzw(bytes, 1), true, limit).bytes.equals(bytes), 'early').to.equal(true);
      expect(decodeLzw(encodeLzw(bytes, 0), false, limit).bytes.equals(bytes), 'late').to.equal(true);
    }
  });

  it('undo ASCII85, ASCIIHex and RunLength', () => {
    expect(decodeAscii85(Buffer.from('<~87cURD]i,"Ebo80~>'), limit).bytes.toString()).to.equal('Hello World!');
    expect(decodeAscii85(Buffer.from('z87cUR\nDZ~>'), limit).bytes.toString('latin1')).to.equal('\0\0\0\0Hello');
    expect(decodeAsciiHex(Buffer.from('48 65 6c6C6F7>zz'), limit).bytes.toString()).to.equal('Hellop');
    expect(decodeRunLength(Buffer.from([2, 97, 98, 99, 254, 120, 128, 1]), limit).bytes.toString()).to.equal('abcxxx');
  });

  it('undo predictors', () => {
    const png = Buffer.from([1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1, 0, 9, 9, 9]);
    expect([...undoPrediction(png, { predictor: 15, colors: 1, bits: 8, columns: 3 }).bytes]).to.deep.equal([
      1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5, 9, 9, 9,
    ]);
    expect([
      ...undoPrediction(Buffer.from([1, 2, 3, 1, 1, 1]), { predictor: 2, colors: 3, bits: 8, columns: 2 }).bytes,
    ]).to.deep.equal([1, 2, 3, 2, 3, 4]);
    expect([
      ...undoPrediction(Buffer.from([0b10101010]), { predictor: 2, colors: 1, bits: 1, columns: 8 }).bytes,
    ]).to.deep.equal([0b11001100]);
    expect(undoPrediction(png, { predictor: 15, colors: 1e9, bits: 16, columns: 1e9 }).bytes.length).to.be.below(
      png.length,
    );
  });

  it('inflate as zlib does, by hand too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.integer({ min: 0, max: 9 }), (bytes, level) => {
        const packed = deflateSync(bytes, { level });
        expect(decodeFlate(packed, limit).bytes.equals(bytes)).to.equal(true);
        expect(inflateLeniently(packed, limit).bytes.equals(bytes)).to.equal(true);
      }),
    );
    expect(inflateLeniently(deflateSync(text), limit).bytes.equals(text)).to.equal(true);
  });

  it('give what can be had of data that are cut off, corrupt, or without a header', () => {
    const packed = deflateSync(text, { level: 1 });
    const half = decodeFlate(packed.subarray(0, packed.length - 30), limit);
    expect(half.intact).to.equal(false);
    expect(half.bytes.length).to.be.above(text.length / 4);
    expect(text.subarray(0, half.bytes.length).equals(half.bytes)).to.equal(true);
    const wrongSum = Buffer.from(packed).fill(0, packed.length - 4);
    expect(decodeFlate(wrongSum, limit).bytes.equals(text)).to.equal(true);
    expect(decodeFlate(packed.subarray(2), limit).bytes.equals(text)).to.equal(true);
  });

  it('never fail on any bytes but by a limit', () => {
    const chain = ['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'];
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...chain),
        fc.constantFrom(1, 2, 12, 15),
        (bytes, name, predictor) => {
          const dict = new Dict([
            ['Filter', new Name(name)],
            [
              'DecodeParms',
              new Dict([
                ['Predictor', predictor],
                ['Columns', 5],
              ]),
            ],
          ]);
          newStream(dict, bytes).decode();
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('stop at the limit', () => {
    const bomb = deflateSync(Buffer.alloc(2 * limit));
    expect(problemOf(() => decodeFlate(bomb, limit)).slug).to.equal('limit-exceeded');
    expect(problemOf(() => inflateLeniently(bomb, limit)).slug).to.equal('limit-exceeded');
    expect(
      problemOf(() =>
        filtersOf(new Dict([['Filter', new Array<Name>(17).fill(new Name('FlateDecode'))]]), (obj) => obj),
      ).slug,
    ).to.equal('limit-exceeded');
  });

  it('leave pictures as they are, and say which filters are left', () => {
    const dict = new Dict([['Filter', [new Name('FlateDecode'), new Name('DCTDecode')]]]);
    const left = decode(
      deflateSync(text),
      filtersOf(dict, (obj) => obj),
      (obj) => obj,
      limit,
    );
    expect(left).to.deep.include({ filters: ['DCTDecode'], intact: true });
    expect(left.bytes.equals(text)).to.equal(true);
    expect(newFlateStream(new Dict(), text).decode().equals(text)).to.equal(true);
  });
});
