import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../problems.ts';

/** The maximum depth of arrays and objects: far more than any request needs, and far less than a parser can take. */
const maxDepth = 200;

/** The maximum number of values: more than any document needs, and few enough to be parsed, checked and copied. */
const maxCount = {
  containers: { number: 300_000, name: 'objects and arrays' },
  keys: { number: 1_000_000, name: 'keys' },
  values: { number: 2_000_000, name: 'values' },
} as const;

/** The size up to which the main thread reads a request: parsing, checking and copying it takes a few milliseconds. */
const small = { bytes: 128 * 1024, values: 4000 } as const;

/** Bytes that are counted in one go. */
const step = 1024 * 1024;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Counts the values of a JSON text while it is received, before it is parsed: two million objects of eight bytes each
 * take a hundred times that memory after parsing. It does not check whether the text is JSON.
 */
export class JsonSize {
  readonly #what: string;
  readonly #counts = { containers: 0, keys: 0, values: 0 };
  #bytes = 0;
  #depth = 0;
  #inString = false;
  /** The last byte so far is a backslash in a string that escapes the next one. */
  #escapes = false;

  constructor(what = 'body') {
    this.#what = what;
  }

  /** True where reading the text would hold up other requests. */
  get isLarge(): boolean {
    return this.#bytes > small.bytes || this.#counts.values + this.#counts.containers > small.values;
  }

  /** The keys of all objects so far, equal ones in one object included. */
  get keys(): number {
    return this.#counts.keys;
  }

  /** Counts the next bytes. Throws AppError `limit-exceeded`, and `malformed-json` where they nest too deeply. */
  add(bytes: Uint8Array): void {
    this.#bytes += bytes.byteLength;
    for (let at = this.#inString ? this.#afterString(bytes, 0) : 0; at < bytes.length; at += 1) {
      switch (bytes[at]) {
        case quote:
          at = this.#afterString(bytes, at + 1) - 1;
          break;
        case openBrace:
        case openBracket:
          this.#depth += 1;
          if (this.#depth > maxDepth + 1)
            throw new AppError('malformed-json', `The ${this.#what} nests more than ${maxDepth} levels deep.`);
          this.#count('containers');
          break;
        case closeBrace:
        case closeBracket:
          this.#depth -= 1;
          break;
        case colon:
          this.#count('keys');
          break;
        case comma:
          this.#count('values');
          break;
        case undefined:
        default:
          break;
      }
    }
  }

  #count(what: keyof typeof maxCount): void {
    this.#counts[what] += 1;
    const { number, name } = maxCount[what];
    if (this.#counts[what] > number)
      throw new AppError(
        'limit-exceeded',
        `The ${this.#what} has more than ${number} ${name}. Send it in several requests.`,
      );
  }

  /** Where the bytes after a string begin; the end of the bytes where the string goes on. */
  #afterString(bytes: Uint8Array, start: number): number {
    for (let from = start; ;) {
      const end = bytes.indexOf(quote, from);
      const isEscaped = this.#isEscaped(bytes, from, end < 0 ? bytes.length : end);
      this.#inString = end < 0 || isEscaped;
      this.#escapes = end < 0 && isEscaped;
      if (!this.#inString) return end + 1;
      if (end < 0) return bytes.length;
      from = end + 1;
    }
  }

  /**
   * Whether there is an odd number of backslashes directly before `end`. The state before `from` counts where there are
   * only backslashes in between.
   */
  #isEscaped(bytes: Uint8Array, from: number, end: number): boolean {
    let first = end;
    while (first > from && bytes[first - 1] === backslash) first -= 1;
    const carried = first === 0 && from === 0 && this.#escapes;
    return (end - first) % 2 === (carried ? 0 : 1);
  }
}

/** Counts a text that is there as a whole. Throws as `JsonSize.add`. */
export function checkJsonSize(bytes: Uint8Array, what = 'body'): JsonSize {
  const size = new JsonSize(what);
  size.add(bytes);
  return size;
}

/** The same for any length: other work has its turn in between. */
export async function jsonSizeOf(bytes: Uint8Array, what: string): Promise<JsonSize> {
  const size = new JsonSize(what);
  for (let start = 0; start < bytes.byteLength; start += step) {
    size.add(bytes.subarray(start, start + step));
    await turn();
  }
  return size;
}
