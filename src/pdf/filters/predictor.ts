import type { Filtered } from './filtered.ts';

/** The filter of differences from the row above (ISO 15948, 9), which cross-reference streams have in every row. */
export const upFilter = 2;

/** Parameters of LZWDecode and FlateDecode (ISO 32000-2, table 8). */
export interface Prediction {
  readonly predictor: number;
  readonly colors: number;
  readonly bits: number;
  readonly columns: number;
}

/** Reverses a predictor (ISO 32000-2, 7.4.4.4). The output is never longer than the input. */
export function undoPrediction(bytes: Buffer, prediction: Prediction): Filtered {
  const { predictor, colors, bits, columns } = prediction;
  if (predictor < 2) return { bytes, intact: true };
  const sane = [colors, bits, columns].every((value) => Number.isSafeInteger(value) && value > 0) && bits <= 32;
  if (!sane) return { bytes, intact: false };
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
  const row = Math.ceil((colors * bits * columns) / 8);
  return predictor === 2 ? { bytes: undoTiff(bytes, prediction, row), intact: true } : undoPng(bytes, pixel, row);
}

function undoPng(bytes: Buffer, pixel: number, row: number): Filtered {
  const rows = Math.ceil(bytes.length / (row + 1));
  const output = Buffer.alloc(Math.max(0, bytes.length - rows));
  let intact = true;
  for (let index = 0; index < rows; index += 1) {
    const from = index * (row + 1) + 1;
    const to = index * row;
    const length = Math.min(row, bytes.length - from);
    const tag = bytes[from - 1] ?? 0;
    if (tag > 4) intact = false;
    if (tag !== upFilter || index === 0)
      undoPngRow({ bytes, from, output, to, length, above: index === 0 ? -1 : to - row, pixel }, tag);
    else
      for (let at = 0; at < length; at += 1) output[to + at] = (bytes[from + at] ?? 0) + (output[to + at - row] ?? 0);
  }
  return { bytes: output, intact };
}

interface Row {
  readonly bytes: Buffer;
  readonly from: number;
  readonly output: Buffer;
  readonly to: number;
  readonly length: number;
  /** Offset of the previous row in `output`, or -1. */
  readonly above: number;
  readonly pixel: number;
}

function undoPngRow({ bytes, from, output, to, length, above, pixel }: Row, tag: number): void {
  for (let at = 0; at < length; at += 1) {
    const left = at >= pixel ? (output[to + at - pixel] ?? 0) : 0;
    const up = above >= 0 ? (output[above + at] ?? 0) : 0;
    const value = bytes[from + at] ?? 0;
    if (tag === 1) output[to + at] = value + left;
    else if (tag === 2) output[to + at] = value + up;
    else if (tag === 3) output[to + at] = value + ((left + up) >> 1);
    else if (tag === 4)
      output[to + at] = value + paeth(left, up, at >= pixel && above >= 0 ? (output[above + at - pixel] ?? 0) : 0);
    else output[to + at] = value;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const byLeft = Math.abs(estimate - left);
  const byUp = Math.abs(estimate - up);
  const byCorner = Math.abs(estimate - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** TIFF predictor 2: each component is the difference to the one on its left. */
function undoTiff(bytes: Buffer, { colors, bits, columns }: Prediction, row: number): Buffer {
  const output = Buffer.from(bytes);
  for (let start = 0; start < output.length; start += row) {
    const line = output.subarray(start, start + row);
    if (bits === 8)
      for (let at = colors; at < line.length; at += 1) line[at] = (line[at] ?? 0) + (line[at - colors] ?? 0);
    else if (bits === 16)
      for (let at = 2 * colors; at + 1 < line.length; at += 2)
        line.writeUInt16BE((line.readUInt16BE(at) + line.readUInt16BE(at - 2 * colors)) & 0xffff, at);
    else if (bits < 8) undoTiffBits(line, colors, bits, columns);
  }
  return output;
}

function undoTiffBits(line: Buffer, colors: number, bits: number, columns: number): void {
  const mask = (1 << bits) - 1;
  const components = Math.min(colors * columns, Math.floor((line.length * 8) / bits));
  const read = (index: number) => ((line[(index * bits) >> 3] ?? 0) >> (8 - bits - ((index * bits) & 7))) & mask;
  for (let index = colors; index < components; index += 1) {
    const shift = 8 - bits - ((index * bits) & 7);
    if (shift < 0) return;
    const at = (index * bits) >> 3;
    line[at] = ((line[at] ?? 0) & ~(mask << shift)) | (((read(index) + read(index - colors)) & mask) << shift);
  }
}
