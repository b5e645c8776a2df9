import { Ref, type Dict, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { openPrint } from './page-content.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { MissingTexts, textOf, type MissingText } from './missing-text.ts';
import { printedFont, type PrintedFont } from './printed-font.ts';
import { scanText, type Surroundings } from './printed-text.ts';
import type { Shown } from './shown-line.ts';

/** Text that is cut off at the edge of its box or page. */
export interface CutText {
  /** Index of the page. */
  readonly page: number;
  readonly edge: 'left' | 'right' | 'bottom';
  /** Points of it that are gone; at the bottom 0. */
  readonly by: number;
  readonly text: string;
}

/** Fonts and faults of the text of a printed file. Plain data. */
export interface PrintedScan {
  /** By PostScript name: how many glyphs it set (spaces aside), and the indexes of the pages that they are on. */
  readonly fonts: readonly { readonly name: string; readonly glyphs: number; readonly pages: readonly number[] }[];
  readonly missing: readonly MissingText[];
  /** How many characters had no glyph, in all. */
  readonly missingGlyphs: number;
  readonly cut: readonly CutText[];
  /** Points a CSS pixel of the text that is largest: 0.75 where nothing was made smaller; `null` without text. */
  readonly scale: number | null;
  /** Where something is missing, every character that was set: the others of the document were not. */
  readonly characters: string;
}

/** Maximum number of findings of one kind; further ones are not reported. */
const maxFindings = 50;
/** Points that text may stand out before it is reported as cut off. */
const tolerance = 2;
/** A box that is smaller hides its text on purpose: text for screen readers alone. Points. */
const smallestBox = 4;

/**
 * Reads the text of a file that Chromium printed: see `PrintedScan`. Costs about what inflating its content streams
 * does.
 */
export function scanPrinted(pdf: Uint8Array): PrintedScan {
  const { file, pages } = openPrint(pdf);
  const fonts = new Fonts(file);
  const used = new Map<string, { glyphs: number; pages: Set<number> }>();
  const missing = new MissingTexts(maxFindings);
  const cut: CutText[] = [];
  let scale = 0;
  pages.forEach((read, index) => {
    const { content, resources } = read();
    scanText(content, fonts.of(resources), (line) => {
      const { font, inked } = line;
      const entry = used.get(font.name) ?? { glyphs: 0, pages: new Set<number>() };
      used.set(font.name, entry);
      entry.glyphs += inked - line.missing.length;
      entry.pages.add(index);
      scale = Math.max(scale, line.scale);
      missing.add(line, index);
      const edge = cut.length < maxFindings ? cutEdge(line) : null;
      if (edge !== null) cut.push({ page: index, ...edge, text: textOf(line) });
    });
  });
  return {
    fonts: [...used].map(([name, { glyphs, pages: on }]) => ({ name, glyphs, pages: [...on] })),
    missing: missing.found,
    missingGlyphs: missing.count,
    cut,
    scale: scale === 0 ? null : scale,
    characters: missing.count === 0 ? '' : fonts.characters(),
  };
}

/** Which edge of what clips it a line goes over, if it is seen at all. */
function cutEdge({ area, clip }: Shown): Pick<CutText, 'edge' | 'by'> | null {
  if (area === null || clip.right - clip.left < smallestBox || clip.top - clip.bottom < smallestBox) return null;
  const seen =
    area.left < clip.right - 1 && area.right > clip.left + 1 && area.bottom < clip.top && area.top > clip.bottom + 1;
  if (!seen) return null;
  if (area.right > clip.right + tolerance) return { edge: 'right', by: area.right - clip.right };
  if (area.left < clip.left - tolerance) return { edge: 'left', by: clip.left - area.left };
  return area.bottom < clip.bottom - tolerance ? { edge: 'bottom', by: 0 } : null;
}

/** The fonts and forms of a file, each read once. */
class Fonts {
  readonly #file: PdfFile;
  readonly #known = new Map<number, PrintedFont>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Fonts and forms by the names that a resource dictionary gives them. */
  of(resources: Dict | null): Surroundings {
    const file = this.#file;
    const fonts = file.dict(resources?.get('Font') ?? null);
    const objects = file.dict(resources?.get('XObject') ?? null);
    const names = new Map<string, PrintedFont | null>();
    return {
      font: (name) => {
        let font = names.get(name);
        if (font === undefined) names.set(name, (font = this.#font(fonts?.get(name) ?? null)));
        return font;
      },
      form: (name) => {
        const form = file.stream(objects?.get(name) ?? null);
        if (form === null || file.name(form.dict.get('Subtype')) !== 'Form') return null;
        const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = (file.array(form.dict.get('Matrix')) ?? []).map(Number);
        const matrix: Matrix = [a, b, c, d, e, f];
        return {
          bytes: form.decode(),
          matrix,
          surroundings: this.of(file.dict(form.dict.get('Resources')) ?? resources),
        };
      },
    };
  }

  characters(): string {
    return [...new Set([...this.#known.values()].flatMap((font) => [...font.texts()]).join(''))].join('');
  }

  #font(object: Obj): PrintedFont | null {
    if (!(object instanceof Ref)) return null;
    let font = this.#known.get(object.num);
    if (font === undefined) this.#known.set(object.num, (font = printedFont(this.#file, object)));
    return font;
  }
}
