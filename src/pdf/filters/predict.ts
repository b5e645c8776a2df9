import { type Prediction, upFilter } from './predictor.ts';

/**
 * Applies PNG predictors (ISO 32000-2, 7.4.4.4): for each row the filter with the smallest differences, or a given one
 * for all.
 */
export function predictPng(
  bytes: Buffer,
  { colors, bits, columns }: Omit<Prediction, 'predictor'>,
  only?: number,
): Buffer {
  const row = Math.ceil((colors * bits * columns) / 8);
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
  const rows = Math.ceil(bytes.length / row);
  const output = Buffer.alloc(rows * (row + 1));
  if (only === upFilter) {
    applyUp(bytes, row, output);
    return output.subarray(0, bytes.length + rows);
  }
  const filters = only === undefined ? [0, 1, 2, 3, 4] : [only];
  const line = Buffer.alloc(row);
  for (let index = 0, to = 0; index < rows; index += 1, to += row + 1) {
    let least = Infinity;
    for (const filter of filters) {
      const sum = filterRow({ bytes, at: index * row, row, pixel, line }, filter);
      if (sum >= least) continue;
      least = sum;
      output[to] = filter;
      line.copy(output, to + 1);
    }
  }
  return output.subarray(0, bytes.length + rows);
}

/** Applies Up to all rows. */
function applyUp(bytes: Buffer, row: number, output: Buffer): void {
  let to = 0;
  for (let at = 0; at < bytes.length; at += row) {
    output[to++] = upFilter;
    const end = Math.min(at + row, bytes.length);
    for (let from = at; from < end; from += 1)
      output[to++] = (bytes[from] ?? 0) - (from >= row ? (bytes[from - row] ?? 0) : 0);
  }
}

interface Row {
  readonly bytes: Buffer;
  readonly at: number;
  readonly row: number;
  readonly pixel: number;
  readonly line: Buffer;
}

/** Applies one of the five PNG filters (ISO 15948, 9) to a row in `line`. Answers the sum of absolute differences. */
function filterRow({ bytes, at, row, pixel, line }: Row, filter: number): number {
  const above = at > 0;
  let sum = 0;
  for (let x = 0; x < row; x += 1) {
    const left = x >= pixel ? (bytes[at + x - pixel] ?? 0) : 0;
    const up = above ? (bytes[at + x - row] ?? 0) : 0;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = up;
    else if (filter === 3) guess = (left + up) >> 1;
    else if (filter === 4) guess = paeth(left, up, above && x >= pixel ? (bytes[at + x - pixel - row] ?? 0) : 0);
    const value = ((bytes[at + x] ?? 0) - guess) & 0xff;
    line[x] = value;
    sum += value < 128 ? value : 256 - value;
  }
  return sum;
}

function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
