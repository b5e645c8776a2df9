import type { Matrix } from '../../geometry/matrix.ts';
import { Name, Stream, type Dict, type Obj } from '../../objects/objects.ts';
import type { Lookup } from '../lookup.ts';
import { builtInEncoding, type BuiltIn } from './built-in-encoding.ts';
import type { ContentFont, FontCode } from './content-font.ts';
import { encodingOf, isEncodingName, type Encoding } from '../../fonts/encodings/encodings.ts';
import { baseFontOf, lazy, lineOf, type FontSource } from './font-source.ts';
import { unicodeOfName } from '../../fonts/encodings/glyph-names.ts';
import { standardMetrics } from '../../fonts/encodings/standard-metrics.ts';

const thousandth: Matrix = [0.001, 0, 0, 0.001, 0, 0];
const single: readonly FontCode[] = Array.from({ length: 256 }, (_, code) => ({ code, length: 1 }));

/** Fonts whose codes are bytes: Type 1, TrueType, Type 3 (ISO 32000-2, 9.6). */
export function simpleFont({ dict, file, toUnicode }: FontSource): ContentFont {
  const type3 = file.name(dict.get('Subtype')) === 'Type3';
  const name = baseFontOf(file, dict);
  const descriptor = file.dict(dict.get('FontDescriptor'));
  const metrics = type3 ? null : (standardMetrics(name) ?? standardMetrics('Helvetica'));
  const builtIn = lazy(() => builtInEncoding(file, descriptor));
  const names = lazy(() =>
    namesOf(file, dict, { builtIn, symbolic: metrics?.symbolic ?? null, embedded: type3 || hasProgram(descriptor) }),
  );
  const zapf = metrics?.symbolic === 'ZapfDingbats';
  const matrix = type3 ? matrixOf(file, dict.get('FontMatrix')) : thousandth;
  const widths = widthsOf(file, dict);
  const missing = file.number(descriptor?.get('MissingWidth') ?? null) ?? 0;
  const width = (code: number): number =>
    widths?.(code) ??
    (widths === null && metrics !== null ? (metrics.width(names().get(code) ?? '') ?? missing) : missing);
  const procedures = type3 ? file.dict(dict.get('CharProcs')) : null;
  return {
    dict,
    kind: type3 ? 'type3' : 'simple',
    name,
    vertical: false,
    matrix,
    ...(type3 ? type3Line(file, dict, matrix) : lineOf(file, descriptor, metrics ?? { ascent: 0.75, descent: -0.25 })),
    codes: (bytes) => Array.from(bytes, (code) => single[code] ?? { code, length: 1 }),
    glyphName: (code) => names().get(code) ?? null,
    cid: (code) => code,
    advance: (code) => width(code) * matrix[0],
    origin: () => [0, 0],
    unicode: (code) => {
      const stated = toUnicode?.text(code) ?? null;
      if (stated !== null && stated !== '') return stated;
      const glyph = names().get(code);
      // WinAnsiEncoding has the hyphen twice: the second is the soft one (annex D.2, note 6).
      if (code === 0xad && glyph === 'hyphen') return '\u00AD';
      return (glyph === undefined ? null : unicodeOfName(glyph, zapf)) ?? builtIn()?.characters.get(code) ?? null;
    },
    procedure: (code) => {
      const glyph = procedures === null ? null : file.resolve(procedures.get(names().get(code) ?? ''));
      return glyph instanceof Stream ? glyph : null;
    },
  };
}

const hasProgram = (descriptor: Dict | null): boolean =>
  ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key));

interface Naming {
  readonly builtIn: () => BuiltIn | null;
  readonly symbolic: 'Symbol' | 'ZapfDingbats' | null;
  readonly embedded: boolean;
}

/** ISO 32000-2, 9.6.5: a base encoding, and what differs from it. */
function namesOf(file: Lookup, dict: Dict, { builtIn, symbolic, embedded }: Naming): Encoding {
  const encoding = file.resolve(dict.get('Encoding'));
  const own = () =>
    symbolic === null
      ? embedded
        ? (builtIn()?.names ?? encodingOf('StandardEncoding'))
        : encodingOf('StandardEncoding')
      : encodingOf(symbolic);
  if (encoding instanceof Name) return isEncodingName(encoding.value) ? encodingOf(encoding.value) : own();
  const entries = file.dict(encoding);
  const base = file.name(entries?.get('BaseEncoding') ?? null);
  const names = new Map(base !== null && isEncodingName(base) ? encodingOf(base) : own());
  let code = 0;
  for (const entry of file.array(entries?.get('Differences') ?? null) ?? []) {
    const value = file.resolve(entry);
    if (typeof value === 'number') code = value;
    else if (value instanceof Name) names.set(code++, value.value);
  }
  return names;
}

/** Null where there are none, as standard fonts need none. */
function widthsOf(file: Lookup, dict: Dict): ((code: number) => number | null) | null {
  const widths = file.array(dict.get('Widths'));
  if (widths === null) return null;
  const first = file.number(dict.get('FirstChar')) ?? 0;
  return (code) => (code < first ? null : file.number(widths[code - first] ?? null));
}

function matrixOf(file: Lookup, obj: Obj): Matrix {
  const [a = 0.001, b = 0, c = 0, d = 0.001, e = 0, f = 0] = (file.array(obj) ?? []).map(
    (entry) => file.number(entry) ?? 0,
  );
  return [a, b, c, d, e, f];
}

/** The box of a Type 3 font, where it has one with a height (9.6.4). */
function type3Line(file: Lookup, dict: Dict, matrix: Matrix): { ascent: number; descent: number } {
  const [, low = 0, , high = 0] = (file.array(dict.get('FontBBox')) ?? []).map(
    (entry) => (file.number(entry) ?? 0) * matrix[3],
  );
  const [descent, ascent] = [Math.min(low, high), Math.max(low, high)];
  return ascent - descent > 0.05 && ascent - descent < 20 ? { ascent, descent } : { ascent: 0.8, descent: -0.2 };
}
