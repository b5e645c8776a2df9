/**
 * States of the probability estimation (ISO/IEC 14492, table E.1): probability, next state after the more and the less
 * probable symbol, and whether these are exchanged.
 */
const states: readonly (readonly [qe: number, more: number, less: number, switches: 0 | 1])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

/** The MQ encoder of JBIG2 and JPEG 2000 (ISO/IEC 14492, annex E.2): encodes bits in contexts. */
export class ArithmeticCoder {
  readonly #index: Uint8Array;
  readonly #likely: Uint8Array;
  #bytes = Buffer.alloc(65_536);
  /** Index of the byte that may still receive a carry; the first byte is no data. */
  #at = 0;
  #a = 0x8000;
  #c = 0;
  #count = 12;

  constructor(contexts: number) {
    this.#index = new Uint8Array(contexts);
    this.#likely = new Uint8Array(contexts);
  }

  encode(context: number, bit: 0 | 1): void {
    const [qe, more, less, switches] = states[this.#index[context] ?? 0] ?? [0, 0, 0, 0];
    this.#a -= qe;
    if (bit === this.#likely[context]) {
      if ((this.#a & 0x8000) !== 0) {
        this.#c += qe;
        return;
      }
      if (this.#a < qe) this.#a = qe;
      else this.#c += qe;
      this.#index[context] = more;
    } else {
      if (this.#a < qe) this.#c += qe;
      else this.#a = qe;
      if (switches === 1) this.#likely[context] = 1 - bit === 0 ? 1 : 0;
      this.#index[context] = less;
    }
    do {
      this.#a <<= 1;
      this.#c *= 2;
      this.#count -= 1;
      if (this.#count === 0) this.#byteOut();
    } while ((this.#a & 0x8000) === 0);
  }

  /** The encoded data, with the end marker. */
  finish(): Buffer {
    const limit = this.#c + this.#a;
    this.#c = Math.floor(this.#c / 0x10000) * 0x10000 + 0xffff;
    if (this.#c >= limit) this.#c -= 0x8000;
    for (let time = 0; time < 2; time += 1) {
      this.#c *= 2 ** this.#count;
      this.#byteOut();
    }
    if (this.#bytes[this.#at] !== 0xff) this.#push(0xff);
    this.#push(0xac);
    return this.#bytes.subarray(1, this.#at + 1);
  }

  #byteOut(): void {
    if (this.#bytes[this.#at] !== 0xff && this.#c >= 0x8000000) {
      this.#bytes[this.#at] = (this.#bytes[this.#at] ?? 0) + 1;
      this.#c -= 0x8000000;
    }
    const stuffed = this.#bytes[this.#at] === 0xff;
    const unit = stuffed ? 0x100000 : 0x80000;
    this.#push(Math.floor(this.#c / unit) & 0xff);
    this.#c %= unit;
    this.#count = stuffed ? 7 : 8;
  }

  #push(byte: number): void {
    this.#at += 1;
    if (this.#at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    this.#bytes[this.#at] = byte;
  }
}
