import { Name, Stream, type Dict, type Obj } from '../../objects/objects.ts';
import type { Lookup } from '../lookup.ts';
import { parseCMap, type CMap } from '../../fonts/cmap.ts';
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
      const said = toUnicode?.text(code) ?? null;
      if (said !== null && said !== '') return said;
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
 * Codes by the code space ranges (9.7.6.3), each byte within its own range; where none fits, as many bytes as the
 * shortest has.
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
  const widths = lazy(() => metricsOf(file, file.array(dict?.get('W') ?? null) ?? [], 1));
  const columns = lazy(() => metricsOf(file, file.array(dict?.get('W2') ?? null) ?? [], 3));
  return {
    width: (cid, code) => (cid === null ? (code < 256 ? usual / 2 : usual) : (widths()(cid)?.[0] ?? usual)),
    down: (cid) => (cid === null ? null : columns()(cid)?.[0]) ?? usualDown,
    origin: (cid, width) => {
      const own = cid === null ? null : columns()(cid);
      return own == null ? [width / 2, usualY] : [own[1] ?? 0, own[2] ?? 0];
    },
  };
}

/** CIDs end here (ISO 32000-2, Annex C). */
const highestCid = 65_535;

/** `c [w1 w2 ...]` and `first last w`, each `w` being `count` numbers. Of ranges that overlap, the first counts. */
function metricsOf(file: Lookup, array: readonly Obj[], count: number): (cid: number) => readonly number[] | null {
  const own = new Map<number, readonly number[]>();
  const ranges = new FirstRanges();
  for (let at = 0; at < array.length;) {
    const first = file.number(array[at] ?? null) ?? 0;
    const list = file.array(array[at + 1] ?? null);
    if (list !== null) {
      const most = Math.min(list.length, count * Math.max(0, highestCid + 1 - first));
      for (let index = 0; index + count <= most; index += count)
        own.set(first + index / count, numbersAt(file, list, index, count));
      at += 2;
    } else {
      const last = file.number(array[at + 1] ?? null) ?? first;
      ranges.add(first, last, numbersAt(file, array, at + 2, count));
      at += 2 + count;
    }
  }
  return (cid) => own.get(cid) ?? ranges.get(cid);
}

function numbersAt(file: Lookup, array: readonly Obj[], at: number, count: number): readonly number[] {
  return array.slice(at, at + count).map((entry) => file.number(entry) ?? 0);
}

/** Values of ranges of CIDs. Each CID is visited once, however many ranges have it. */
class FirstRanges {
  readonly #values = new Map<number, readonly number[]>();
  /** For each CID one at or after it that may still be without values, or less where that is not known yet. */
  #open: Uint32Array | null = null;

  add(first: number, last: number, values: readonly number[]): void {
    const open = (this.#open ??= Uint32Array.from({ length: highestCid + 2 }, (_, cid) => cid));
    const end = Math.min(last, highestCid);
    for (let cid = this.#next(Math.max(0, Math.ceil(first)), open); cid <= end; cid = this.#next(cid, open)) {
      this.#values.set(cid, values);
      open[cid] = cid + 1;
    }
  }

  get(cid: number): readonly number[] | null {
    return this.#values.get(cid) ?? null;
  }

  #next(from: number, open: Uint32Array): number {
    let cid = Math.min(from, highestCid + 1);
    while (open[cid] !== cid) {
      const beyond = open[cid] ?? highestCid + 1;
      open[cid] = open[beyond] ?? highestCid + 1;
      cid = beyond;
    }
    return cid;
  }
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
