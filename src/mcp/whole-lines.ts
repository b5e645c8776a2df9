import { Transform } from 'node:stream';

/** Bytes of the longest message: a document of the largest request, as base64. */
export const maxLineBytes = 128 * 1024 * 1024;

const newline = 0x0a;

/**
 * Passes on whole lines. The reader of the SDK copies all that it has with every piece that arrives, so that a large
 * message in pieces takes minutes. A line that is too long is left out, and an empty line comes in its place.
 */
export function wholeLines(): Transform {
  let pieces: Buffer[] = [];
  let size = 0;
  const add = (piece: Buffer): void => {
    size += piece.byteLength;
    if (size <= maxLineBytes) pieces.push(piece);
    else pieces = [];
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        add(chunk.subarray(start, end + 1));
        this.push(pieces.length > 0 ? Buffer.concat(pieces) : Buffer.of(newline));
        pieces = [];
        size = 0;
        start = end + 1;
      }
      if (start < chunk.byteLength) add(chunk.subarray(start));
      done();
    },
  });
}
