import { textWidth } from '../../html/text-width.ts';
import type { SymbologyName } from './barcode-params.ts';
import { checkDigit } from './symbologies.ts';

/**
 * Text below a symbol: the centres of its characters, or of the whole text, in modules from the left edge of the first
 * bar.
 */
export interface Run {
  readonly text: string;
  readonly middles: readonly number[];
  readonly size: number;
}

const withCheck = (value: string, length: number) => (value.length === length ? value : value + checkDigit(value));

/** Digits below the bars that encode them, seven modules each. */
const below = (digits: string, from: number): Run => ({
  text: digits,
  middles: Array.from(digits).map((_, index) => from + index * 7 + 3.5),
  size: 10,
});
const beside = (digit: string, middle: number, size: number): Run => ({ text: digit, middles: [middle], size });

/** Where the digits of EAN and UPC stand (ISO/IEC 15420, 4.3): in the gaps between the tall bars and beside them. */
const grouped: Partial<Record<SymbologyName, (value: string) => Run[]>> = {
  ean13(value) {
    const digits = withCheck(value, 13);
    return [beside(digits.slice(0, 1), -6, 10), below(digits.slice(1, 7), 3), below(digits.slice(7), 50)];
  },
  ean8(value) {
    const digits = withCheck(value, 8);
    return [below(digits.slice(0, 4), 3), below(digits.slice(4), 36)];
  },
  upca(value) {
    const digits = withCheck(value, 12);
    return [
      beside(digits.slice(0, 1), -5, 8),
      below(digits.slice(1, 6), 10),
      below(digits.slice(6, 11), 50),
      beside(digits.slice(11), 100, 8),
    ];
  },
};

/** The largest size, in modules, at which the text is no wider than the symbol. */
const fitting = (text: string, width: number, maxSize: number) => Math.min(maxSize, width / textWidth(text, 1));

/** The text of bars that are `width` modules wide. `size` is that of a text in one line, in modules. */
export function barText(symbology: SymbologyName, value: string, width: number, size: number): Run[] {
  const own = grouped[symbology];
  if (own) return own(value);
  const text = symbology === 'itf14' ? withCheck(value, 14) : value;
  return [{ text, middles: [width / 2], size: fitting(text, width, size) }];
}

/** The text of squares: one line, cut where it would be too small to read. */
export function squareText(value: string, width: number, size: number): Run[] {
  const line = value.replace(/\s+/g, ' ').trim();
  const smallest = size * 0.7;
  const characters = Array.from(line);
  let text = line;
  for (let length = Math.min(characters.length, 200); length > 0 && fitting(text, width, size) < smallest; length -= 1)
    text = `${characters.slice(0, length - 1).join('')}…`;
  return [{ text, middles: [width / 2], size: fitting(text, width, size) }];
}
