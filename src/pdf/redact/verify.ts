import { ContentBudget } from '../content/budget.ts';
import type { FontCache } from '../content/interpreter.ts';
import { parseContent } from '../content/parse-content.ts';
import { openPdf } from '../open.ts';
import { withDocument, type OpenDocument } from '../pdfium/document.ts';
import { Dict, isName, PdfString, Ref, Stream, type Obj } from '../raw/objects.ts';
import type { PdfFile } from '../raw/pdf-file.ts';
import { openPage } from '../text/annotations.ts';
import { textsIn } from './byte-texts.ts';
import { shortestInData } from './clean-text.ts';
import { decide } from './decide.ts';
import { joined } from './normal-text.ts';
import { scanPage } from './page-scan.ts';
import type { Rule } from './rules.ts';
import { polygonOf } from './shape.ts';
import type { Target } from './targets.ts';

/** Something that should be gone and is not. */
export interface Residue {
  readonly by: 'content' | 'pdfium' | 'raw';
  /** 1-based; null for what is on no page. */
  readonly page: number | null;
  readonly where: string;
  readonly pointer: string;
  /** Where on the page, for another attempt. */
  readonly targets: readonly Target[];
}

export interface VerifyOptions {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly rules: readonly Rule[];
  /** By page, from 0. */
  readonly targets: readonly (readonly Target[])[];
}

const mostResidues = 200;

/**
 * Looks for what should be gone in the finished file as strangers would: with our own extractor, with PDFium, and in every string and stream of the
 * file in every encoding. Empty when nothing was found.
 */
export async function residuesOf(options: VerifyOptions): Promise<Residue[]> {
  const file = openPdf(options.bytes, { password: options.password });
  const found = [...inContent(file, options), ...rawResidues(file, options.rules)];
  const byPdfium = await withDocument({ bytes: options.bytes, password: options.password }, (document) => inPdfium(document, options));
  return [...found, ...byPdfium].slice(0, mostResidues);
}

const rulesOn = (rules: readonly Rule[], page: number) => rules.filter(({ pages }) => pages?.has(page) ?? true);

function inContent(file: PdfFile, { rules, targets }: VerifyOptions): Residue[] {
  const budget = new ContentBudget();
  const fonts: FontCache = new Map();
  return file.pages().flatMap((page, index): Residue[] => {
    const scan = scanPage(file, page, { budget, fonts });
    const wanted = (targets[index] ?? []).map(inset);
    const { matches, glyphs, targets: found } = decide(scan, wanted, rulesOn(rules, index + 1));
    if (matches.length > 0) return [{ by: 'content', page: index + 1, where: `page ${index + 1}`, pointer: matches[0]?.pointer ?? '', targets: found.slice(wanted.length) }];
    const [visible] = [...glyphs].filter(({ unicode }) => unicode?.trim() !== '');
    return visible === undefined ? [] : [{ by: 'content', page: index + 1, where: `page ${index + 1}`, pointer: wanted[0]?.pointer ?? '', targets: [] }];
  });
}

/** What stands at the edge of an area may have moved by half of a step of spacing. */
function inset(target: Target): Target {
  const [x0, y0, x1, y1] = target.bounds;
  const by = target.drawn ? Math.min(0.3, (x1 - x0) / 4, (y1 - y0) / 4) : 0;
  const bounds = [x0 + by, y0 + by, x1 - by, y1 - by] as const;
  return target.drawn ? { ...target, bounds, polygon: polygonOf(bounds) } : target;
}

function inPdfium(document: OpenDocument, { rules, targets }: VerifyOptions): Residue[] {
  const residues: Residue[] = [];
  for (let number = 1; number <= document.pages && residues.length < mostResidues; number += 1) {
    const characters = charactersOf(document, number);
    const own = rulesOn(rules, number);
    if (own.length > 0) residues.push(...matchesIn(characters, own, number));
    for (const target of targets[number - 1] ?? []) {
      const left = characters.filter(({ text, box }) => text.trim() !== '' && isInside(box, target));
      if (left.length > 0) residues.push({ by: 'pdfium', page: number, where: `page ${number}`, pointer: target.pointer, targets: left.map(({ box }) => around(box, target.pointer)) });
    }
  }
  return residues;
}

interface Character {
  readonly text: string;
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number];
}

/** Characters of a page with its annotations drawn into it, in PDFium's order. */
function charactersOf(document: OpenDocument, number: number): Character[] {
  const { engine } = document;
  const { calls, scratch } = engine;
  const { page } = openPage(document, number);
  const text = page === 0 ? 0 : calls.FPDFText_LoadPage(page);
  try {
    if (text === 0) return [];
    const count = calls.FPDFText_CountChars(text);
    return Array.from({ length: Math.max(0, count) }, (_, index): Character => {
      calls.FPDFText_GetLooseCharBox(text, index, scratch);
      const view = engine.view();
      const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getFloat32(scratch + offset, true)) as [number, number, number, number];
      const code = calls.FPDFText_GetUnicode(text, index);
      const character = code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\uFFFC' : String.fromCodePoint(code);
      return { text: character, box: [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)] };
    });
  } finally {
    if (text !== 0) calls.FPDFText_ClosePage(text);
    if (page !== 0) calls.FPDF_ClosePage(page);
  }
}

/** Line ends as spaces, and words that a hyphen breaks as one (PDFium writes such a hyphen as U+0002). */
function matchesIn(characters: readonly Character[], rules: readonly Rule[], number: number): Residue[] {
  const ended = characters.filter(({ text }) => text !== '\r').map((character) => (character.text === '\u0002' ? { ...character, text: '-' } : character));
  const spaced = (character: Character) => (character.text === '\n' ? { ...character, text: ' ' } : character);
  const plain = ended.map(spaced);
  const isHyphen = (at: number) => ended[at]?.text === '-' && ended[at + 1]?.text === '\n';
  const whole = ended.filter((_, at) => !isHyphen(at) && !isHyphen(at - 1)).map(spaced);
  const residues: Residue[] = [];
  for (const some of plain.length === whole.length ? [plain] : [plain, whole]) {
    const { text, origins } = joined(some.map((character) => character.text));
    for (const { pointer, find } of rules.map((rule) => ({ pointer: rule.pointer, find: (words: string) => rule.find(words) }))) {
      for (const [start, end] of find(text)) {
        const own = [...new Set(origins.slice(start, end))].flatMap((origin) => some[origin] ?? []);
        if (own.some((character) => character.text.trim() !== '')) residues.push({ by: 'pdfium', page: number, where: `page ${number}`, pointer, targets: own.map(({ box }) => around(box, pointer)) });
      }
    }
  }
  return residues;
}

const around = (box: Character['box'], pointer: string): Target => ({ polygon: polygonOf(box), bounds: box, pointer, drawn: false });

/** By its middle: boxes of characters reach into the lines above and below. */
function isInside([x0, y0, x1, y1]: Character['box'], { bounds, drawn }: Target): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return drawn && x > bounds[0] && x < bounds[2] && y > bounds[1] && y < bounds[3];
}

/** Literals in strings and streams, whatever these are for, but for data in which chance makes words: pictures, fonts, colours. */
function rawResidues(file: PdfFile, rules: readonly Rule[]): Residue[] {
  const literals = rules.filter(({ literal, pages }) => literal !== null && literal.length >= shortestInData && pages === null);
  if (literals.length === 0) return [];
  const residues: Residue[] = [];
  const look = (texts: readonly string[], where: string) => {
    for (const text of texts) for (const rule of literals) if (rule.find(joined(Array.from(text)).text).length > 0) residues.push({ by: 'raw', page: null, where, pointer: rule.pointer, targets: [] });
  };
  const contents = contentStreams(file);
  for (const num of file.numbers()) {
    const obj = file.get(num);
    if (residues.length >= mostResidues) break;
    for (const string of stringsOf(obj)) look([string.text, ...textsIn(string.bytes)], `a string of object ${num}`);
    if (!(obj instanceof Stream) || isBinary(obj)) continue;
    const bytes = obj.decode();
    if (!contents.has(num) && !isName(file.resolve(obj.dict.get('Subtype')), 'Form')) look(textsIn(bytes), `the stream of object ${num}`);
    else for (const operation of parseContent(bytes)) for (const operand of operation.operands) for (const string of stringsOf(operand)) look([string.text, ...textsIn(string.bytes)], `the content of object ${num}`);
  }
  return residues;
}

function contentStreams(file: PdfFile): Set<number> {
  const numbers = new Set<number>();
  for (const { dict } of file.pages()) for (const entry of file.array(dict.get('Contents')) ?? [dict.get('Contents')]) if (entry instanceof Ref) numbers.add(entry.num);
  return numbers;
}

function isBinary({ dict }: Stream): boolean {
  return dict.has('FunctionType') || dict.has('ShadingType') || dict.has('HalftoneType') || dict.has('Length1') || dict.has('Alternate') || ['Image', 'Type1C', 'CIDFontType0C', 'OpenType'].some((kind) => isName(dict.get('Subtype'), kind)) || ['XRef', 'ObjStm'].some((kind) => isName(dict.get('Type'), kind)) || dict.has('N');
}

function stringsOf(root: Obj): PdfString[] {
  const strings: PdfString[] = [];
  const stack: Obj[] = [root];
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (value instanceof PdfString) strings.push(value);
    else if (Array.isArray(value)) stack.push(...value);
    else if (value instanceof Stream) stack.push(value.dict);
    else if (value instanceof Dict) for (const [key, entry] of value) if (key !== 'Registry' && key !== 'Ordering') stack.push(entry);
  }
  return strings;
}
