import { encodingOf } from '../../fonts/encodings/encodings.ts';
import { isPfb, openType1, type1Encoding } from '../../fonts/type1.ts';

/** A Type 1 program in clear (Adobe Type 1 Font Format). */
export interface Type1Program {
  readonly matrix: readonly number[];
  readonly box: readonly number[];
  /** Names of glyphs by code; null for StandardEncoding. */
  readonly encoding: ReadonlyMap<number, string> | null;
  /** Entries of the private dictionary (5) that are numbers, arrays of them or booleans, by key. */
  readonly hints: ReadonlyMap<string, readonly number[]>;
  readonly glyphs: ReadonlyMap<string, Buffer>;
  readonly subrs: ReadonlyMap<number, Buffer>;
}

/** Null for what is none, or of a kind that a CFF program can not be (stroked, multiple master). */
export function readType1Program(bytes: Buffer): Type1Program | null {
  const font = isPfb(bytes) ? null : openType1(bytes);
  if (font === null) return null;
  const { clear, head } = font;
  const matrix = arrayAfter(clear, 'FontMatrix') ?? [0.001, 0, 0, 0.001, 0, 0];
  if (/\/(WeightVector|BlendDesignMap)\b/.test(clear) || (numberAfter(clear, 'PaintType') ?? 0) !== 0) return null;
  if (matrix.length !== 6) return null;
  const encoding = type1Encoding(bytes);
  return {
    matrix,
    box: arrayAfter(clear, 'FontBBox') ?? [0, 0, 0, 0],
    encoding: encoding === encodingOf('StandardEncoding') ? null : encoding,
    hints: hintsIn(head),
    subrs: font.subrs(),
    glyphs: font.glyphs(),
  };
}

function numberAfter(text: string, key: string): number | null {
  const found = new RegExp(`/${key}\\s+(-?[\\d.]+)`).exec(text);
  return found === null ? null : Number(found[1]);
}

function arrayAfter(text: string, key: string): number[] | null {
  const found = new RegExp(`/${key}\\s*[[{]([^[{\\]}]*)[\\]}]`).exec(text);
  const numbers = (found?.[1] ?? '').trim().split(/\s+/).map(Number);
  return found === null || numbers.some((number) => !Number.isFinite(number)) ? null : numbers;
}

function hintsIn(head: string): Map<string, number[]> {
  const hints = new Map<string, number[]>();
  for (const [, key = '', array, number, word] of head.matchAll(
    /\/([A-Za-z]+)\s*(?:[[{]([-\d.\s]*)[\]}]|(-?[\d.]+)|(true|false))/g,
  )) {
    hints.set(
      key,
      array === undefined
        ? [number === undefined ? Number(word === 'true') : Number(number)]
        : array
            .trim()
            .split(/\s+/)
            .filter((text) => text !== '')
            .map(Number),
    );
  }
  return hints;
}
