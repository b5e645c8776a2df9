import type { OpenDocument } from '../../pdfium/document.ts';
import { append } from '../../objects/large-arrays.ts';
import type { PdfPage } from '../../file/pdf-file.ts';
import { openPage } from '../../text/annotations.ts';
import { linesOf, type LinedPage, type PageGlyph } from '../survey/reading/lined-page.ts';
import { PageEnds } from '../survey/reading/page-ends.ts';
import { readingsOf } from '../survey/reading/readings.ts';
import { type Item } from '../survey/reading/reading-item.ts';
import { maxResidues, residuesAcross, rulesOn, type Residue, type VerifyOptions } from './residue.ts';
import type { Rule } from '../survey/rules.ts';
import { boundsOf, polygonOf } from '../../facts/shape.ts';
import { type Target } from '../../facts/targets.ts';
import { shownBox, shownSize } from '../../geometry/shown-page.ts';

/** Matches that PDFium still reads, on each page and across page breaks. `pages` are the pages of the file. */
export function inPdfium(
  document: OpenDocument,
  { rules, targets, pages }: VerifyOptions & { readonly pages: readonly PdfPage[] },
): Residue[] {
  const residues: Residue[] = [];
  const ends = new PageEnds<Character>(rules);
  for (let number = 1; number <= document.pages && residues.length < maxResidues; number += 1) {
    const characters = charactersOf(document, number);
    const own = rulesOn(rules, number);
    const page = pages[number - 1];
    if (page !== undefined && pages.length > 1 && rules.length > 0)
      append(
        residues,
        residuesAcross('pdfium', ends.add(linedPage(page, number, characters)), (some, pointer) =>
          some.map(({ box }) => around(box, pointer)),
        ),
      );
    if (own.length > 0) append(residues, matchesIn(characters, own, number));
    for (const target of targets[number - 1] ?? []) {
      const left = characters.filter(({ text, box }) => text.trim() !== '' && isInside(box, target));
      if (left.length > 0)
        residues.push({
          by: 'pdfium',
          page: number,
          where: `page ${number}`,
          pointer: target.pointer,
          targets: left.map(({ box }) => around(box, target.pointer)),
        });
    }
  }
  return residues;
}

interface Character extends PageGlyph {
  readonly text: string;
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number];
}

/** The characters of a page, its annotations included, in PDFium's order. */
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
      const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getFloat32(scratch + offset, true)) as [
        number,
        number,
        number,
        number,
      ];
      const code = calls.FPDFText_GetUnicode(text, index);
      const character =
        code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\uFFFC' : String.fromCodePoint(code);
      return {
        page: number,
        at: index,
        text: character,
        box: [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)],
      };
    });
  } finally {
    if (text !== 0) calls.FPDFText_ClosePage(text);
    if (page !== 0) calls.FPDF_ClosePage(page);
  }
}

/** The text of the page in PDFium's order. */
function linedPage(page: PdfPage, number: number, characters: readonly Character[]): LinedPage<Character> {
  const measure = (some: readonly Item<Character>[]) => {
    const inked = some.filter(({ text }) => text.trim() !== '').flatMap(({ glyphs }) => glyphs.map(({ box }) => box));
    const [{ y, height }, first] = [shownBox(page, boundsOf(inked.flat())), shownBox(page, inked[0] ?? [0, 0, 0, 0])];
    return { top: y, bottom: y + height, size: Math.round(2 * first.height) / 2, artifact: false };
  };
  return {
    number,
    height: shownSize(page)[1],
    orders: [linesOf(itemsOf(characters), measure)],
  };
}

/** The characters as items, in PDFium's order. PDFium writes a hyphen at the end of a line as U+0002. */
function itemsOf(characters: readonly Character[]): Item<Character>[] {
  const items: Item<Character>[] = [];
  let ended = false;
  for (const character of characters) {
    const { text, box } = character;
    if (text !== '\r' && text !== '\n')
      items.push({
        glyphs: [character],
        text: text === '\u0002' ? '-' : text,
        gap: ended ? '\n' : '',
        extent: [box[0], box[2]],
      });
    if (text !== '\r') ended = text === '\n';
  }
  return items;
}

/** Matches in every reading of the line ends. */
function matchesIn(characters: readonly Character[], rules: readonly Rule[], number: number): Residue[] {
  return readingsOf(itemsOf(characters)).flatMap(({ text, origins, glyphs }) =>
    rules.flatMap((rule) =>
      rule.find(text).flatMap(([start, end]): Residue[] => {
        const own = [...new Set(origins.slice(start, end))].flatMap((origin) => glyphs[origin] ?? []);
        if (own.every((character) => character.text.trim() === '')) return [];
        return [
          {
            by: 'pdfium',
            page: number,
            where: `page ${number}`,
            pointer: rule.pointer,
            targets: own.map(({ box }) => around(box, rule.pointer)),
          },
        ];
      }),
    ),
  );
}

const around = (box: Character['box'], pointer: string): Target => ({
  polygon: polygonOf(box),
  bounds: box,
  pointer,
  drawn: false,
});

/** Decides by the middle of the box, because boxes of characters reach into the lines above and below. */
function isInside([x0, y0, x1, y1]: Character['box'], { bounds, drawn }: Target): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return drawn && x > bounds[0] && x < bounds[2] && y > bounds[1] && y < bounds[3];
}
