import { Tagged, type Cbor } from './cbor.ts';

/** Thrown for bytes that are no CBOR, or use features that no manifest needs. */
export class CborError extends Error {}

/** Depth of nested arrays, maps and tags. */
const maxDepth = 32;

/**
 * Decodes one value that fills `bytes`.
 * @throws CborError, also for items of indefinite length and floats of 16 bits
 */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (!reader.done) throw new CborError('something follows the value');
  return value;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): Cbor {
    if (depth > maxDepth) throw new CborError('it is too deep');
    const [first = 0] = this.#take(1);
    const [major, low] = [first >> 5, first & 31];
    if (major === 7) return this.#simple(low);
    const argument = this.#argument(low);
    if (major === 0) return plain(argument);
    if (major === 1) return plain(-1n - argument);
    if (major === 2) return this.#take(this.#length(argument));
    if (major === 3)
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#take(this.#length(argument)));
    if (major === 4) return Array.from({ length: this.#length(argument) }, () => this.value(depth + 1));
    if (major === 5) return this.#map(this.#length(argument), depth);
    return new Tagged(Number(argument), this.value(depth + 1));
  }

  #map(entries: number, depth: number): Map<string | number, Cbor> {
    const map = new Map<string | number, Cbor>();
    for (let left = entries; left > 0; left -= 1) {
      const key = this.value(depth + 1);
      if ((typeof key !== 'string' && typeof key !== 'number') || map.has(key))
        throw new CborError('a map has a key twice, or one that is neither text nor number');
      map.set(key, this.value(depth + 1));
    }
    return map;
  }

  #simple(low: number): Cbor {
    if (low === 20 || low === 21) return low === 21;
    if (low === 22 || low === 23) return null;
    if (low === 26) return this.#take(4).readFloatBE();
    if (low === 27) return this.#take(8).readDoubleBE();
    throw new CborError('there is a simple value that is not known');
  }

  #argument(low: number): bigint {
    if (low < 24) return BigInt(low);
    if (low === 24) return BigInt(this.#take(1).readUInt8());
    if (low === 25) return BigInt(this.#take(2).readUInt16BE());
    if (low === 26) return BigInt(this.#take(4).readUInt32BE());
    if (low === 27) return this.#take(8).readBigUInt64BE();
    throw new CborError('an item has no length');
  }

  /** A length of items that take at least one byte each. */
  #length(argument: bigint): number {
    if (argument > BigInt(this.#bytes.length - this.#at)) throw new CborError('it ends too early');
    return Number(argument);
  }

  #take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new CborError('it ends too early');
    return this.#bytes.subarray(this.#at, (this.#at += count));
  }
}

function plain(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
