import type { ContentBudget } from '../content/budget.ts';
import type { ContentFont } from '../content/fonts/content-font.ts';
import type { FontCache } from '../content/interpreter.ts';
import { runPage } from '../content/run-page.ts';
import type { Frame, PaintedImage } from '../content/visitor.ts';
import { ResourceUses } from '../conformance/model/resource-uses.ts';
import type { Dict, Stream } from '../raw/objects.ts';
import type { PdfFile } from '../raw/pdf-file.ts';

/** A font that content shows text in. */
export interface ShownFont {
  readonly font: ContentFont;
  readonly codes: Set<number>;
  /** Indexes of the pages that it is on. */
  readonly pages: Set<number>;
}

/** A picture (image XObject) that content paints. */
export interface PaintedPicture {
  readonly stream: Stream;
  readonly num: number;
  readonly pages: Set<number>;
  /** Inches of the largest use, along its own width and height; Infinity where nobody can say. */
  widthInches: number;
  heightInches: number;
}

/** What the content of a document uses. */
export interface Survey {
  /** Resource dictionaries, and which names of which category are used of them. */
  readonly used: Map<Dict, Map<string, Set<string>>>;
  /** Dictionaries of content streams that were run. */
  readonly run: Set<Dict>;
  readonly fonts: Map<Dict, ShownFont>;
  readonly pictures: Map<number, PaintedPicture>;
}

/** Spaces that stand in for those of a device (ISO 32000-2, 8.6.5.6), without anybody naming them. */
const implied = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'];

/** Runs all content once. @throws AppError `limit-exceeded` */
export function survey(file: PdfFile, budget: ContentBudget): Survey {
  const found: Survey = { used: new Map(), run: new Set(), fonts: new Map(), pictures: new Map() };
  const fonts: FontCache = new Map();
  file.pages().forEach((page, index) => {
    const unit = file.number(page.dict.get('UserUnit')) ?? 1;
    runPage(file, page, {
      enter(frame: Frame) {
        if (frame.stream !== null) found.run.add(frame.stream.dict);
        if (!found.used.has(frame.resources)) found.used.set(frame.resources, new Map([['ColorSpace', new Set(implied)]]));
        return undefined;
      },
      operation(operation, { frame }) {
        const use = naming.of(operation);
        if (use !== null) note(found.used, frame.resources, use.category, use.name);
      },
      text({ font, glyphs }) {
        if (font === null) return;
        const own = found.fonts.get(font.dict) ?? { font, codes: new Set(), pages: new Set() };
        found.fonts.set(font.dict, own);
        own.pages.add(index);
        for (const { code } of glyphs) own.codes.add(code);
      },
      // The procedure of a glyph is run once, however large it is shown elsewhere.
      image: (image, { frame }) => { notePicture(found.pictures, image, index, isInGlyph(frame) ? Infinity : unit / 72); },
    }, { budget, fonts });
  });
  return found;
}

const naming = new ResourceUses();

function note(used: Survey['used'], resources: Dict, category: string, name: string): void {
  const own = used.get(resources) ?? new Map<string, Set<string>>();
  used.set(resources, own);
  own.set(category, (own.get(category) ?? new Set()).add(name));
}

function isInGlyph(frame: Frame): boolean {
  for (let at: Frame | null = frame; at !== null; at = at.parent) if (at.kind === 'glyph') return true;
  return false;
}

function notePicture(pictures: Survey['pictures'], { stream, num, matrix: [a, b, c, d] }: PaintedImage, page: number, inch: number): void {
  if (stream === null || num === 0) return;
  const own = pictures.get(num) ?? { stream, num, pages: new Set(), widthInches: 0, heightInches: 0 };
  pictures.set(num, own);
  own.pages.add(page);
  own.widthInches = Math.max(own.widthInches, Math.hypot(a, b) * inch);
  own.heightInches = Math.max(own.heightInches, Math.hypot(c, d) * inch);
}
