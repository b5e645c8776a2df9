import { createRequire } from 'node:module';
import type * as BwipJs from 'bwip-js/node';
import type { SymbologyName } from './barcode-params.ts';
import { symbologies, wrongValue } from './symbologies.ts';

const require = createRequire(import.meta.url);

/** Loaded with the first barcode: it takes 30 ms, which other documents save. */
const library = () => require('bwip-js/node') as typeof BwipJs;

/** A value that the symbology cannot encode, found while encoding; `message` is a sentence for the client. */
export class BarcodeError extends Error {}

/** Widths in modules, alternating bars and spaces; `tall[i]` is true for a bar that reaches down between the digits. */
export interface EncodedBars {
  readonly widths: readonly number[];
  readonly tall: readonly boolean[];
}

/** Rows of squares, true for dark. */
export type EncodedSquares = readonly (readonly boolean[])[];

/** Options of bwip-js, with those of single symbologies that its types leave out. */
interface Options extends BwipJs.RawOptions {
  readonly eclevel?: string | number;
}
type Raw = Partial<{ sbs: number[]; bhs: number[]; pixs: number[]; pixx: number }>;

/** Modules that a row of PDF417 is tall (ISO/IEC 15438, 5.8.2: three at least). */
const rowHeight = 3;

const isAscii = (text: string) => /^[\p{ASCII}]*$/u.test(text);

/** Text beyond ASCII states its encoding (ECI 26 is UTF-8) where readers do not assume UTF-8; in QR codes they do. */
function input(symbology: SymbologyName, value: string): Options {
  const common = { bcid: symbology, text: value, includetext: true };
  if (symbology === 'qrcode') return { ...common, eclevel: 'M' };
  if (symbology !== 'datamatrix' && symbology !== 'pdf417') return common;
  return isAscii(value) ? common : { ...common, text: `^ECI000026${value.replaceAll('^', '^^')}`, parsefnc: true };
}

/** The first of the options with enough capacity for the value. */
function raw(symbology: SymbologyName, value: string): Raw {
  const options = input(symbology, value);
  const ways =
    symbology === 'qrcode'
      ? [options, { ...options, eclevel: 'L' }]
      : symbology === 'pdf417'
        ? [options, { ...options, eclevel: 2 }]
        : [options];
  let failure: unknown;
  for (const way of ways) {
    try {
      return (library().raw(way) as Raw[])[0] ?? {};
    } catch (error) {
      failure = error;
    }
  }
  throw failed(symbology, failure);
}

/** bwip-js reports `bwipp.GS1valueTooShort#3842: AI 01: Too short`; any other error is not a mistake of the value. */
function failed(symbology: SymbologyName, error: unknown): unknown {
  const problem = error instanceof Error ? /^bwipp\.\w+#\d+: (.*)$/s.exec(error.message)?.[1] : undefined;
  if (problem === undefined) return error;
  const { title, takes } = symbologies[symbology];
  return new BarcodeError(wrongValue(title, takes, `this can not be encoded (${problem.slice(0, 200)})`), {
    cause: error,
  });
}

/** Throws BarcodeError. */
export function encodeBars(symbology: SymbologyName, value: string): EncodedBars {
  const { sbs = [], bhs = [] } = raw(symbology, value);
  const shortest = Math.min(...bhs);
  return { widths: sbs, tall: bhs.map((height) => height > shortest + 0.01) };
}

/** Throws BarcodeError. */
export function encodeSquares(symbology: SymbologyName, value: string): EncodedSquares {
  const { pixs = [], pixx = 1 } = raw(symbology, value);
  const rows = Array.from({ length: pixs.length / pixx }, (_, row) =>
    pixs.slice(row * pixx, (row + 1) * pixx).map((pixel) => pixel === 1),
  );
  return symbology === 'pdf417' ? rows.flatMap((row) => Array.from({ length: rowHeight }, () => row)) : rows;
}
