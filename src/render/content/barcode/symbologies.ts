import type { SymbologyName } from './barcode-params.ts';

interface Common {
  /** Its usual name. */
  readonly title: string;
  /** Its values, in words after "takes ...". */
  readonly takes: string;
  /** The mistake of a value, in words; `undefined` for a valid value. */
  readonly mistake: (value: string) => string | undefined;
  /** Millimetres of the narrowest bar or square, unless `width` is set, and the minimum that scanners read. */
  readonly module: number;
  readonly smallestModule: number;
}

/** Bars: quiet zones to the left and right in modules, height of the bars in millimetres. */
export interface Bars extends Common {
  readonly shape: 'bars';
  readonly quiet: readonly [number, number];
  readonly barHeight: number;
}

/** Squares: the quiet zone all around in modules. */
export interface Squares extends Common {
  readonly shape: 'squares';
  readonly quiet: number;
}

/** A symbology of bars or of squares; `shape` distinguishes them. */
export type Symbology = Bars | Squares;

/** The check digit of GS1 numbers (GS1 General Specifications, 7.9.1): weights 3 and 1 from the right. */
export function checkDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** A number with its check digit, or without it. */
function gtin(length: number): Pick<Common, 'takes' | 'mistake'> {
  return {
    takes: `${length} digits, the last one the check digit, or ${length - 1} without it`,
    mistake(value) {
      if (!/^\d+$/.test(value)) return 'this has other characters';
      if (value.length !== length && value.length !== length - 1) return `this has ${value.length}`;
      const right = checkDigit(value.slice(0, length - 1));
      return value.length === length && !value.endsWith(right)
        ? `the check digit of this number is ${right}, not ${value.at(-1) ?? ''}`
        : undefined;
    },
  };
}

/** Texts of certain characters. */
function text(characters: RegExp, maxLength: number, takes: string): Pick<Common, 'takes' | 'mistake'> {
  return {
    takes,
    mistake(value) {
      if (value.length > maxLength) return `this has ${value.length}`;
      const wrong = Array.from(value).find((character) => !characters.test(character));
      return wrong === undefined ? undefined : `'${wrong}' is none of them`;
    },
  };
}

/** Maximum capacity of a symbol of squares, by the characters of its value. */
function capacity({
  digits,
  capitals,
  bytes,
}: {
  readonly digits: number;
  readonly capitals: number;
  readonly bytes: number;
}): Pick<Common, 'takes' | 'mistake'> {
  return {
    takes: `any text of up to ${digits} digits, ${capitals} capitals and digits, or ${bytes} bytes of UTF-8`,
    mistake(value) {
      if (/^\d*$/.test(value)) return value.length > digits ? `this has ${value.length} digits` : undefined;
      if (/^[0-9A-Z ]*$/.test(value))
        return value.length > capitals ? `this has ${value.length} characters` : undefined;
      const size = Buffer.byteLength(value);
      return size > bytes ? `this has ${size} bytes` : undefined;
    },
  };
}

const gs1: Pick<Common, 'takes' | 'mistake'> = {
  takes:
    'application identifiers in brackets with their values, up to 48 digits and characters, for example ' +
    '(01)09501101530003(10)ABC',
  mistake(value) {
    if (!/^(?:\(\d{2,4}\)[^()]+)+$/.test(value)) return 'this is not of that form';
    return value.replace(/[()]/g, '').length > 48 ? 'this is longer' : undefined;
  },
};

const bars = { shape: 'bars', module: 0.33, smallestModule: 0.19, barHeight: 15 } as const;
const squares = { shape: 'squares', smallestModule: 0.25 } as const;

/**
 * Quiet zones by ISO/IEC 15420 (EAN, UPC), 15417 (Code 128), 16388 (Code 39), 16390 (ITF), 18004 (QR), 16022 (Data
 * Matrix), 15438 (PDF417); sizes by GS1 General Specifications, 5.
 */
export const symbologies: Readonly<Record<SymbologyName, Symbology>> = {
  qrcode: {
    ...squares,
    title: 'QR code',
    module: 0.75,
    quiet: 4,
    ...capacity({ digits: 7089, capitals: 4296, bytes: 2953 }),
  },
  code128: {
    ...bars,
    title: 'Code 128',
    quiet: [10, 10],
    ...text(/^[ -~]$/, 80, 'up to 80 printable ASCII characters'),
  },
  ean13: { ...bars, title: 'EAN-13', quiet: [11, 7], barHeight: 22.85, ...gtin(13) },
  ean8: { ...bars, title: 'EAN-8', quiet: [7, 7], barHeight: 18.23, ...gtin(8) },
  upca: { ...bars, title: 'UPC-A', quiet: [9, 9], barHeight: 22.85, ...gtin(12) },
  datamatrix: {
    ...squares,
    title: 'Data Matrix',
    module: 0.75,
    quiet: 2,
    ...capacity({ digits: 3116, capitals: 2335, bytes: 1555 }),
  },
  pdf417: {
    ...squares,
    title: 'PDF417',
    module: 0.33,
    smallestModule: 0.17,
    quiet: 2,
    ...capacity({ digits: 2500, capitals: 1700, bytes: 1000 }),
  },
  code39: {
    ...bars,
    title: 'Code 39',
    quiet: [10, 10],
    ...text(/^[0-9A-Z .$/+%-]$/, 60, 'up to 60 characters out of digits, capital letters, space and - . $ / + %'),
  },
  itf14: { ...bars, title: 'ITF-14', module: 0.5, quiet: [10, 10], barHeight: 20, ...gtin(14) },
  'gs1-128': { ...bars, title: 'GS1-128', quiet: [10, 10], barHeight: 20, ...gs1 },
};

/** The mistake of a value in a sentence; `undefined` where no mistake shows before encoding. */
export function valueMistake(name: SymbologyName, value: string): string | undefined {
  const { title, takes, mistake } = symbologies[name];
  const problem =
    value === '' ? 'this is empty' : value.isWellFormed() ? mistake(value) : 'this has half a surrogate pair';
  return problem === undefined ? undefined : wrongValue(title, takes, problem);
}

/** The sentence about a value that cannot be encoded; `takes` describes the valid values. */
export function wrongValue(title: string, takes: string, problem: string): string {
  return `${title} takes ${takes}; ${problem}`;
}
