import { encodingOf } from '../../fonts/encodings/encodings.ts';
import { isSpace } from '../../objects/characters.ts';

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

const maxCount = { glyphs: 20_000, subrs: 65_536 };

/** Null for what is none, or of a kind that a CFF program can not be (stroked, multiple master). */
export function readType1Program(bytes: Buffer): Type1Program | null {
  const mark = bytes.indexOf('eexec');
  if (bytes[0] === 0x80 || mark < 0) return null;
  const clear = bytes.toString('latin1', 0, mark);
  if (/\/(WeightVector|BlendDesignMap)\b/.test(clear) || (numberAfter(clear, 'PaintType') ?? 0) !== 0) return null;
  const hidden = bytes.subarray(startOf(bytes, mark + 5));
  const plain = revealed(
    /^[0-9A-Fa-f\s]{8}/.test(hidden.toString('latin1', 0, 8))
      ? Buffer.from(hidden.toString('latin1').replace(/\s+/g, ''), 'hex')
      : hidden,
    55_665,
    4,
  );
  const text = plain.toString('latin1');
  const charStrings = text.indexOf('/CharStrings');
  if (charStrings < 0) return null;
  const subrs = text.indexOf('/Subrs');
  const head = text.slice(0, subrs < 0 ? charStrings : Math.min(subrs, charStrings));
  const skip = numberAfter(text.slice(0, charStrings), 'lenIV') ?? 4;
  const open = (code: Buffer) => (skip < 0 ? code : revealed(code, 4330, skip));
  const matrix = arrayAfter(clear, 'FontMatrix') ?? [0.001, 0, 0, 0.001, 0, 0];
  return matrix.length !== 6
    ? null
    : {
        matrix,
        box: arrayAfter(clear, 'FontBBox') ?? [0, 0, 0, 0],
        encoding: encodingIn(clear),
        hints: hintsIn(head),
        subrs:
          subrs < 0 || subrs > charStrings
            ? new Map()
            : new Map(
                [...entriesIn({ text, plain, pattern: /dup\s+(\d+)\s+(\d+)\s+\S+\s/g }, subrs, charStrings)]
                  .slice(0, maxCount.subrs)
                  .map(([name, code]) => [Number(name), open(code)]),
              ),
        glyphs: new Map(
          [
            ...entriesIn(
              { text, plain, pattern: /\/([^\s/(){}<>[\]%]+)\s+(\d+)\s+(?:RD|-\||\S+)\s/g },
              charStrings + 12,
              text.length,
            ),
          ]
            .slice(0, maxCount.glyphs)
            .map(([name, code]) => [name, open(code)]),
        ),
      };
}

function startOf(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at] ?? 0x21)) at += 1;
  return at;
}

/** Undoes the encryption of the private part and of charstrings (7.1): the first `skip` bytes are noise. */
function revealed(bytes: Buffer, key: number, skip: number): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let state = key;
  bytes.forEach((cipher, at) => {
    plain[at] = cipher ^ (state >> 8);
    state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
  });
  return plain.subarray(skip);
}

interface Binary {
  readonly text: string;
  readonly plain: Buffer;
  readonly pattern: RegExp;
}

/**
 * Named binary data: after what the pattern matches, as many bytes as its second group says. The first of a name
 * counts.
 */
function entriesIn({ text, plain, pattern }: Binary, from: number, to: number): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found !== null && found.index < to; found = pattern.exec(text)) {
    const length = Number(found[2]);
    if (!entries.has(found[1] ?? ''))
      entries.set(found[1] ?? '', plain.subarray(pattern.lastIndex, pattern.lastIndex + length));
    pattern.lastIndex += length;
  }
  return entries;
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

function encodingIn(clear: string): Map<number, string> | null {
  if (/\/Encoding\s+StandardEncoding\b/.test(clear)) return null;
  const pairs = [...clear.matchAll(/\bdup\s+(\d+)\s*\/([^\s/(){}<>[\]%]+)\s+put\b/g)].map(
    ([, code, name]) => [Number(code), name ?? ''] as const,
  );
  return pairs.length === 0 ? new Map(encodingOf('StandardEncoding')) : new Map(pairs.filter(([code]) => code < 256));
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
