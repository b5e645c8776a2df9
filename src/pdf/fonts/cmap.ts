import { end, Keyword, Lexer } from '../objects/lexer.ts';
import { Name, PdfString, type Obj } from '../objects/objects.ts';
import { Parser } from '../objects/parser.ts';

interface Range {
  readonly low: number;
  readonly high: number;
}

interface CodeSpace extends Range {
  /** Of a code. */
  readonly length: number;
}

/** Maximum number of entries: a font has 65,536 glyphs at most. */
const maxEntries = 400_000;

/** Ranges up to this long are stored as single entries. */
const shortRange = 512;

/**
 * A CMap (ISO 32000-2, 9.7.5, 9.10.3; Adobe technical note 5014): codes of one to four bytes, and their CIDs or their
 * text.
 */
export class CMap {
  readonly spaces: CodeSpace[] = [];
  readonly cids = new Map<number, number>();
  readonly cidRanges: (Range & { readonly cid: number })[] = [];
  readonly texts = new Map<number, string>();
  readonly textRanges: (Range & { readonly text: string })[] = [];
  vertical = false;
  /** The CMap that this one goes on from. */
  base: string | null = null;
  #entries = 0;

  cid(code: number): number | null {
    const own = this.cids.get(code);
    if (own !== undefined) return own;
    const range = this.cidRanges.findLast(({ low, high }) => code >= low && code <= high);
    return range === undefined ? null : range.cid + code - range.low;
  }

  text(code: number): string | null {
    const own = this.texts.get(code);
    if (own !== undefined) return own;
    const range = this.textRanges.findLast(({ low, high }) => code >= low && code <= high);
    return range === undefined ? null : plus(range.text, code - range.low);
  }

  addCids(low: number, high: number, cid: number): void {
    if (high < low || (this.#entries += 1) > maxEntries) return;
    if (high - low >= shortRange) this.cidRanges.push({ low, high, cid });
    else for (let code = low; code <= high; code += 1) this.cids.set(code, cid + code - low);
  }

  addTexts(low: number, high: number, text: string): void {
    if (high < low || (this.#entries += 1) > maxEntries) return;
    if (high - low >= shortRange) this.textRanges.push({ low, high, text });
    else for (let code = low; code <= high; code += 1) this.texts.set(code, plus(text, code - low));
  }
}

/** The last unit goes up (9.10.3). */
function plus(text: string, more: number): string {
  if (more === 0 || text === '') return text;
  const points = Array.from(text);
  const last = (points.at(-1)?.codePointAt(0) ?? 0) + more;
  return last > 0x10ffff ? text : (points.slice(0, -1).join('') + String.fromCodePoint(last)).toWellFormed();
}

/** Never fails: bytes that are no CMap give an empty one. */
export function parseCMap(bytes: Buffer): CMap {
  const cmap = new CMap();
  const parser = new Parser(new Lexer(bytes), { depth: 20, references: false });
  let previous: ReturnType<Parser['next']> = null;
  for (;;) {
    const value = parser.next();
    if (value === end) return cmap;
    if (value instanceof Keyword) {
      if (value.value === 'usecmap' && previous instanceof Name) cmap.base = previous.value;
      else section(cmap, parser, value.value);
    } else if (previous instanceof Name && previous.value === 'WMode' && typeof value === 'number')
      cmap.vertical = value === 1;
    previous = value;
  }
}

function section(cmap: CMap, parser: Parser, keyword: string): void {
  const kind = /^begin(codespacerange|cidchar|cidrange|bfchar|bfrange)$/.exec(keyword)?.[1];
  if (kind === undefined) return;
  const width = kind.endsWith('char') || kind === 'codespacerange' ? 2 : 3;
  for (;;) {
    const entry: Obj[] = [];
    while (entry.length < width) {
      const value = parser.next();
      if (value === end || value instanceof Keyword) return;
      entry.push(value);
    }
    take(cmap, kind, entry);
  }
}

function take(cmap: CMap, kind: string, [first = null, second = null, third = null]: readonly Obj[]): void {
  if (!(first instanceof PdfString)) return;
  const low = codeOf(first);
  const high = second instanceof PdfString ? codeOf(second) : low;
  if (kind === 'codespacerange' && second instanceof PdfString)
    cmap.spaces.push({ length: first.bytes.length, low, high });
  else if (kind === 'cidchar' && typeof second === 'number') cmap.addCids(low, low, second);
  else if (kind === 'cidrange' && typeof third === 'number') cmap.addCids(low, high, third);
  else if (kind === 'bfchar') cmap.addTexts(low, low, textOf(second));
  else if (kind === 'bfrange' && Array.isArray(third))
    third.slice(0, high - low + 1).forEach((text, index) => cmap.addTexts(low + index, low + index, textOf(text)));
  else if (kind === 'bfrange') cmap.addTexts(low, high, textOf(third));
}

const codeOf = ({ bytes }: PdfString): number => bytes.subarray(-4).reduce((code, byte) => code * 256 + byte, 0);

function textOf(value: Obj): string {
  if (!(value instanceof PdfString)) return '';
  const { bytes } = value;
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0);
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
    .toWellFormed();
}
