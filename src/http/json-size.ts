import { AppError } from '../problems.ts';

/** More than any document needs, and few enough to be parsed, checked and copied while others wait. */
const mostContainers = 300_000;
const mostValues = 2_000_000;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;

/**
 * Counts what is in a JSON text before anything is made of it: two million objects of eight bytes each become a hundred times their size.
 * Throws AppError `limit-exceeded`.
 */
export function checkJsonSize(bytes: Uint8Array, what = 'body'): void {
  let containers = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at + 1);
    } else if (byte === openBrace || byte === openBracket) {
      containers += 1;
      if (containers > mostContainers) throw tooMany(what, mostContainers, 'objects and arrays');
    } else if (byte === comma) {
      commas += 1;
      if (commas > mostValues) throw tooMany(what, mostValues, 'values');
    }
  }
}

/** Where the quote is that ends a string; the end of the text where there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let from = start; ; ) {
    const end = bytes.indexOf(quote, from);
    if (end < 0) return bytes.length;
    let slashes = 0;
    while (end - slashes > start && bytes[end - slashes - 1] === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
    from = end + 1;
  }
}

function tooMany(what: string, most: number, things: string): AppError {
  return new AppError('limit-exceeded', `The ${what} has more than ${most} ${things}. Send it in several requests.`);
}
