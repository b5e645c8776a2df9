import type { ContentBudget } from '../content/budget.ts';
import type { ContentFont } from '../content/fonts/content-font.ts';
import type { FontCache } from '../content/interpreter-options.ts';
import { runPage } from '../content/run-page.ts';
import type { PaintedImage } from '../content/visitor.ts';
import type { Frame } from '../content/state/frame.ts';
import { ResourceUses } from '../conformance/model/usage/resource-uses.ts';
import type { Dict, Stream } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { unitOf } from '../geometry/shown-page.ts';

/** A font that content shows text in. */
export interface ShownFont {
  readonly font: ContentFont;
  readonly codes: Set<number>;
  /** Codes that are followed by another without repositioning, so that their widths matter. */
  readonly advancing: Set<number>;
  /** Indexes of its pages. */
  readonly pages: Set<number>;
}

/** An image XObject that content paints. */
export interface PaintedPicture {
  readonly stream: Stream;
  readonly num: number;
  readonly pages: Set<number>;
  /** Inches of its largest use, along its own width and height; Infinity where unknown. */
  widthInches: number;
  heightInches: number;
}

/** A content stream that was run. */
export interface RunContent {
  readonly kind: Frame['kind'];
  /** Index of the page for the content of a page, else 0. */
  readonly page: number;
  /** Object number of the stream; 0 for a page. */
  readonly num: number;
  readonly resources: Dict;
  /** Indexes of its pages. */
  readonly pages: Set<number>;
  /** Points of a unit of its space, where it is shown largest. */
  scale: number;
  /** It was run with different resources, or has no object number, so that its resource names are ambiguous. */
  ambiguous: boolean;
}

/** Resources and streams that the content of a document uses. */
export interface Survey {
  /** Resource dictionaries, and the used names of each category. */
  readonly used: Map<Dict, Map<string, Set<string>>>;
  /** Dictionaries of content streams that were run. */
  readonly run: Set<Dict>;
  readonly fonts: Map<Dict, ShownFont>;
  readonly pictures: Map<number, PaintedPicture>;
  /** By `p` and the index of a page, or by the number of the stream. */
  readonly contents: Map<string, RunContent>;
  /** Fonts in which some stream shows text without setting them, because it inherits them. */
  readonly inherited: Set<Dict>;
}

/** Colour spaces that replace device spaces (ISO 32000-2, 8.6.5.6) without being named in content. */
const implied = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'];

/** Runs all content once. @throws AppError `limit-exceeded` */
export function survey(file: PdfFile, budget: ContentBudget): Survey {
  const found: Survey = {
    used: new Map(),
    run: new Set(),
    fonts: new Map(),
    pictures: new Map(),
    contents: new Map(),
    inherited: new Set(),
  };
  const fonts: FontCache = new Map();
  const tracks = new Map<Frame, OwnFont>();
  file.pages().forEach((page, index) => {
    const unit = unitOf(file, page);
    runPage(
      file,
      page,
      {
        enter(frame: Frame) {
          if (frame.stream !== null) found.run.add(frame.stream.dict);
          noteContent(found.contents, frame, index);
          tracks.set(frame, new OwnFont());
          if (!found.used.has(frame.resources))
            found.used.set(frame.resources, new Map([['ColorSpace', new Set(implied)]]));
          return undefined;
        },
        operation(operation, { frame }) {
          const use = naming.of(operation);
          if (use !== null) note(found.used, frame.resources, use.category, use.name);
          tracks.get(frame)?.follow(operation.operator);
        },
        leave(frame) {
          tracks.delete(frame);
        },
        text({ font, glyphs }, { frame, state }) {
          if (font === null) return;
          if (tracks.get(frame)?.own !== true || state.text.fontName === null) found.inherited.add(font.dict);
          const own = found.fonts.get(font.dict) ?? { font, codes: new Set(), advancing: new Set(), pages: new Set() };
          found.fonts.set(font.dict, own);
          own.pages.add(index);
          for (const { code } of glyphs) own.codes.add(code);
          for (const { code } of glyphs.slice(0, -1)) own.advancing.add(code);
        },
        // The procedure of a glyph is run once, however large it is shown elsewhere.
        image: (image, { frame }) => {
          notePicture(found.pictures, image, index, isInGlyph(frame) ? Infinity : unit / 72);
        },
      },
      { budget, fonts },
    );
  });
  return found;
}

/** Whether the current font was set by the stream itself. */
class OwnFont {
  own = false;
  readonly #saved: boolean[] = [];

  follow(operator: string): void {
    if (operator === 'Tf') this.own = true;
    else if (operator === 'q') this.#saved.push(this.own);
    else if (operator === 'Q') this.own = this.#saved.pop() ?? this.own;
  }
}

function noteContent(
  contents: Survey['contents'],
  { kind, num, resources, base: [a, b, c, d] }: Frame,
  page: number,
): void {
  const key = contentKey(kind, num, page);
  const own = contents.get(key) ?? {
    kind,
    page: kind === 'page' ? page : 0,
    num,
    resources,
    pages: new Set(),
    scale: 0,
    ambiguous: kind !== 'page' && num === 0,
  };
  contents.set(key, own);
  own.pages.add(page);
  own.scale = Math.max(own.scale, Math.hypot(a, b), Math.hypot(c, d));
  if (own.resources !== resources || own.kind !== kind) own.ambiguous = true;
}

const contentKey = (kind: Frame['kind'], num: number, page: number): string =>
  kind === 'page' ? `p${page}` : String(num);

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

function notePicture(
  pictures: Survey['pictures'],
  { stream, num, matrix: [a, b, c, d] }: PaintedImage,
  page: number,
  inch: number,
): void {
  if (stream === null || num === 0) return;
  const own = pictures.get(num) ?? { stream, num, pages: new Set(), widthInches: 0, heightInches: 0 };
  pictures.set(num, own);
  own.pages.add(page);
  own.widthInches = Math.max(own.widthInches, Math.hypot(a, b) * inch);
  own.heightInches = Math.max(own.heightInches, Math.hypot(c, d) * inch);
}
