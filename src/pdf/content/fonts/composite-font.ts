import { Name, Stream, type Dict, type Obj } from '../../objects/objects.ts';
import type { Lookup } from '../lookup.ts';
import { parseCMap, type CMap } from '../../fonts/cmap.ts';
import { numbersByCid } from '../../fonts/composite-widths.ts';
import type { ContentFont, FontCode } from './content-font.ts';
import { baseFontOf, lazy, lineOf, type FontSource } from './font-source.ts';
import { identityCMap, predefinedCMap, type PredefinedCMap } from './predefined-cmaps.ts';
import { trueTypeCharacters } from '../../fonts/programs/true-type-characters.ts';

/** Type 0 (ISO 32000-2, 9.7): codes of one to four bytes by a CMap, glyphs by CIDs. */
export function compositeFont({ dict, file, toUnicode }: FontSource): ContentFont {
  const descendant = file.dict(file.array(dict.get('DescendantFonts'))?.[0] ?? null);
  const coding = codingOf(file, dict.get('Encoding'));
  const descriptor = file.dict(descendant?.get('FontDescriptor') ?? null);
  const metrics = cidMetrics(file, descendant);
  const glyphs = lazy(() => characters(file, descendant, descriptor));
  return {
    dict,
    kind: 'composite',
    name: baseFontOf(file, dict),
    vertical: coding.vertical,
    matrix: [0.001, 0, 0, 0.001, 0, 0],
    ...lineOf(file, descriptor, { ascent: 0.85, descent: -0.2 }),
    codes: (bytes) => coding.codes(bytes),
    glyphName: () => null,
    cid: (code) => coding.cid(code),
    advance: (code) => {
      const cid = coding.cid(code);
      return (coding.vertical ? metrics.down(cid) : metrics.width(cid, code)) / 1000;
    },
    origin: (code) => {
      if (!coding.vertical) return [0, 0];
      const cid = coding.cid(code);
      const [x, y] = metrics.origin(cid, metrics.width(cid, code));
      return [x / 1000, y / 1000];
    },
    unicode: (code) => {
      const stated = toUnicode?.text(code) ?? null;
      if (stated !== null && stated !== '') return stated;
      return coding.unicode(code) ?? glyphs()?.(coding.cid(code)) ?? null;
    },
    procedure: () => null,
  };
}

interface Coding {
  readonly vertical: boolean;
  codes(bytes: Buffer): FontCode[];
  cid(code: number): number | null;
  unicode(code: number): string | null;
}

function codingOf(file: Lookup, obj: Obj): Coding {
  const value = file.resolve(obj);
  if (value instanceof Stream) {
    const cmap = parseCMap(value.decode());
    const base = file.resolve(value.dict.get('UseCMap'));
    const from =
      base instanceof Stream
        ? embedded(parseCMap(base.decode()), null)
        : named(base instanceof Name ? base.value : (cmap.base ?? ''));
    if (file.number(value.dict.get('WMode')) === 1) cmap.vertical = true;
    return embedded(cmap, from);
  }
  return (value instanceof Name ? named(value.value) : null) ?? predefined(identityCMap(false));
}

const named = (name: string): Coding | null => {
  const known = predefinedCMap(name);
  return known === null ? null : predefined(known);
};

function predefined(cmap: PredefinedCMap): Coding {
  // A code stands for the same whatever its length: the shortest that holds it is taken.
  const lengthOf = (code: number) => (code > 0xffffff ? 4 : code > 0xffff ? 3 : code > 0xff ? 2 : 1);
  return {
    vertical: cmap.vertical,
    codes: (bytes) => cmap.codes(bytes),
    cid: (code) => (cmap.identity ? code : null),
    unicode: (code) => cmap.unicode(code, lengthOf(code)),
  };
}

function embedded(cmap: CMap, base: Coding | null): Coding {
  return {
    vertical: cmap.vertical || (base?.vertical ?? false),
    codes: (bytes) => (cmap.spaces.length > 0 || base === null ? spacedCodes(bytes, cmap) : base.codes(bytes)),
    cid: (code) => cmap.cid(code) ?? base?.cid(code) ?? (base === null ? 0 : null),
    unicode: (code) => base?.unicode(code) ?? null,
  };
}

/**
 * Codes by the code space ranges (9.7.6.3), each byte within its own range. Where none fits, a code has as many bytes
 * as the shortest range.
 */
function spacedCodes(bytes: Buffer, { spaces }: CMap): FontCode[] {
  const lengths = [...new Set(spaces.map(({ length }) => length))].sort((one, other) => one - other);
  const shortest = lengths[0] ?? 2;
  const codes: FontCode[] = [];
  for (let at = 0; at < bytes.length;) {
    const fit =
      lengths.find((length) => spaces.some((space) => space.length === length && fits(bytes, at, space))) ?? shortest;
    const length = Math.min(Math.max(1, fit), bytes.length - at);
    let code = 0;
    for (let index = 0; index < length; index += 1) code = code * 256 + (bytes[at + index] ?? 0);
    codes.push({ code, length });
    at += length;
  }
  return codes;
}

function fits(
  bytes: Buffer,
  at: number,
  { length, low, high }: { length: number; low: number; high: number },
): boolean {
  if (at + length > bytes.length) return false;
  for (let index = 0; index < length; index += 1) {
    const unit = 256 ** (length - 1 - index);
    const byte = bytes[at + index] ?? 0;
    if (byte < Math.floor(low / unit) % 256 || byte > Math.floor(high / unit) % 256) return false;
  }
  return true;
}

interface CidMetrics {
  width(cid: number | null, code: number): number;
  /** The displacement of vertical writing. */
  down(cid: number | null): number;
  origin(cid: number | null, width: number): readonly [x: number, y: number];
}

/** W, DW, W2 and DW2 (9.7.4.3). Where the CID is not known, a code of one byte is taken for a narrow character. */
function cidMetrics(file: Lookup, dict: Dict | null): CidMetrics {
  const usual = file.number(dict?.get('DW') ?? null) ?? 1000;
  const [usualY = 880, usualDown = -1000] = (file.array(dict?.get('DW2') ?? null) ?? []).map(
    (entry) => file.number(entry) ?? 0,
  );
  const widths = lazy(() => numbersByCid(file, dict?.get('W') ?? null, 1));
  const columns = lazy(() => numbersByCid(file, dict?.get('W2') ?? null, 3));
  return {
    width: (cid, code) => (cid === null ? (code < 256 ? usual / 2 : usual) : (widths()(cid)?.[0] ?? usual)),
    down: (cid) => (cid === null ? null : columns()(cid)?.[0]) ?? usualDown,
    origin: (cid, width) => {
      const own = cid === null ? null : columns()(cid);
      return own == null ? [width / 2, usualY] : [own[1] ?? 0, own[2] ?? 0];
    },
  };
}

/** What the glyphs of an embedded TrueType font stand for, by CID (9.7.4.2). */
function characters(
  file: Lookup,
  descendant: Dict | null,
  descriptor: Dict | null,
): ((cid: number | null) => string | null) | null {
  const program = file.stream(descriptor?.get('FontFile2') ?? null);
  if (program === null || descendant === null) return null;
  const byGlyph = trueTypeCharacters(program.decode()).byGlyph;
  const map = file.resolve(descendant.get('CIDToGIDMap'));
  const table = map instanceof Stream ? map.decode() : null;
  return (cid) => {
    if (cid === null) return null;
    const glyph = table === null ? cid : 2 * cid + 1 < table.length ? table.readUInt16BE(2 * cid) : 0;
    return glyph === 0 ? null : (byGlyph.get(glyph) ?? null);
  };
}
