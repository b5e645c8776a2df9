import { ContentBudget } from '../../content/budget.ts';
import type { FontCache } from '../../content/interpreter-options.ts';
import { parseContent } from '../../content/parse-content.ts';
import { openPdf } from '../../file/open.ts';
import { withDocument } from '../../pdfium/document.ts';
import { append } from '../../objects/large-arrays.ts';
import { Dict, isName, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { textsIn } from './byte-texts.ts';
import { shortestInData } from '../rewriting/clean-text.ts';
import { linedPage, type FlowGlyph } from '../survey/across-pages.ts';
import { decide } from '../survey/decide.ts';
import { placesOf } from '../survey/match-places.ts';
import { joined } from '../survey/reading/normal-text.ts';
import { PageEnds } from '../survey/reading/page-ends.ts';
import { scanPage } from '../survey/page-scan.ts';
import { inPdfium } from './pdfium-residues.ts';
import { maxResidues, residuesAcross, rulesOn, type Residue, type VerifyOptions } from './residue.ts';
import type { Rule } from '../survey/rules.ts';
import { boundsOf, polygonOf } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';

/**
 * Searches the finished file for what should be gone, as a stranger would: with our own text extraction, with PDFium,
 * and in every string and stream in every encoding. Empty where nothing is found.
 */
export async function residuesOf(options: VerifyOptions): Promise<Residue[]> {
  const file = openPdf(options.bytes, { password: options.password });
  const found = [...inContent(file, options), ...rawResidues(file, options.rules)];
  const byPdfium = await withDocument({ bytes: options.bytes, password: options.password }, (document) =>
    inPdfium(document, { ...options, pages: file.pages() }),
  );
  return [...found, ...byPdfium].slice(0, maxResidues);
}

function inContent(file: PdfFile, { rules, targets }: VerifyOptions): Residue[] {
  const budget = new ContentBudget();
  const fonts: FontCache = new Map();
  const ends = new PageEnds<FlowGlyph>(rules);
  const around = (glyphs: readonly FlowGlyph[], pointer: string) =>
    placesOf(glyphs.map(({ glyph }) => glyph)).map((polygon): Target => ({
      polygon,
      bounds: boundsOf(polygon),
      pointer,
      drawn: false,
    }));
  return file.pages().flatMap((page, index, { length }): Residue[] => {
    const scan = scanPage(file, page, { budget, fonts });
    const across = length === 1 ? [] : residuesAcross('content', ends.add(linedPage(page, index + 1, scan)), around);
    const wanted = (targets[index] ?? []).map(inset);
    const { matches, glyphs, targets: found } = decide(scan, wanted, { rules: rulesOn(rules, index + 1) });
    if (across.length > 0) return across;
    if (matches.length > 0)
      return [
        {
          by: 'content',
          page: index + 1,
          where: `page ${index + 1}`,
          pointer: matches[0]?.pointer ?? '',
          targets: found.slice(wanted.length),
        },
      ];
    const [visible] = [...glyphs].filter(({ unicode }) => unicode?.trim() !== '');
    return visible === undefined
      ? []
      : [
          {
            by: 'content',
            page: index + 1,
            where: `page ${index + 1}`,
            pointer: wanted[0]?.pointer ?? '',
            targets: [],
          },
        ];
  });
}

/** What stands at the edge of an area may have moved by half of a step of spacing. */
function inset(target: Target): Target {
  const [x0, y0, x1, y1] = target.bounds;
  const by = target.drawn ? Math.min(0.3, (x1 - x0) / 4, (y1 - y0) / 4) : 0;
  const bounds = [x0 + by, y0 + by, x1 - by, y1 - by] as const;
  return target.drawn ? { ...target, bounds, polygon: polygonOf(bounds) } : target;
}

/**
 * Literals in strings and streams, whatever these are for, but for data in which chance makes words: pictures, fonts,
 * colours.
 */
function rawResidues(file: PdfFile, rules: readonly Rule[]): Residue[] {
  const literals = rules.filter(
    ({ literal, pages }) => literal !== null && literal.length >= shortestInData && pages === null,
  );
  if (literals.length === 0) return [];
  const residues: Residue[] = [];
  const look = (texts: readonly string[], where: string) => {
    for (const text of texts)
      for (const rule of literals)
        if (rule.find(joined(Array.from(text)).text).length > 0)
          residues.push({ by: 'raw', page: null, where, pointer: rule.pointer, targets: [] });
  };
  const contents = contentStreams(file);
  for (const num of file.numbers()) {
    const obj = file.get(num);
    if (residues.length >= maxResidues) break;
    for (const string of stringsOf(obj)) look([string.text, ...textsIn(string.bytes)], `a string of object ${num}`);
    if (!(obj instanceof Stream) || isBinary(obj)) continue;
    const bytes = obj.decode();
    if (!contents.has(num) && !isName(file.resolve(obj.dict.get('Subtype')), 'Form'))
      look(textsIn(bytes), `the stream of object ${num}`);
    else
      for (const operation of parseContent(bytes))
        for (const operand of operation.operands)
          for (const string of stringsOf(operand))
            look([string.text, ...textsIn(string.bytes)], `the content of object ${num}`);
  }
  return residues;
}

function contentStreams(file: PdfFile): Set<number> {
  const numbers = new Set<number>();
  for (const { dict } of file.pages())
    for (const entry of file.array(dict.get('Contents')) ?? [dict.get('Contents')])
      if (entry instanceof Ref) numbers.add(entry.num);
  return numbers;
}

function isBinary({ dict }: Stream): boolean {
  return (
    dict.has('FunctionType') ||
    dict.has('ShadingType') ||
    dict.has('HalftoneType') ||
    dict.has('Length1') ||
    dict.has('Alternate') ||
    ['Image', 'Type1C', 'CIDFontType0C', 'OpenType'].some((kind) => isName(dict.get('Subtype'), kind)) ||
    ['XRef', 'ObjStm'].some((kind) => isName(dict.get('Type'), kind)) ||
    dict.has('N')
  );
}

function stringsOf(root: Obj): PdfString[] {
  const strings: PdfString[] = [];
  const stack: Obj[] = [root];
  while (stack.length > 0) {
    const value = stack.pop() ?? null;
    if (value instanceof PdfString) strings.push(value);
    else if (Array.isArray(value)) append(stack, value);
    else if (value instanceof Stream) stack.push(value.dict);
    else if (value instanceof Dict)
      for (const [key, entry] of value) if (key !== 'Registry' && key !== 'Ordering') stack.push(entry);
  }
  return strings;
}
