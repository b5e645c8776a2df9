import { ContentBudget } from '../../content/budget.ts';
import type { ContentFont } from '../../content/fonts/content-font.ts';
import type { Color } from '../../content/state/graphics-state.ts';
import { quadsBox, unitBox } from '../../content/state/boxes.ts';
import { runPage } from '../../content/run-page.ts';
import type { Context, PaintedImage, PaintedPath, ShownText, Visitor } from '../../content/visitor.ts';
import type { Box, PdfFile, PdfPage } from '../../file/pdf-file.ts';
import { Name, type Dict, type Obj } from '../../objects/objects.ts';
import { readColourSpace } from '../model/colour-spaces.ts';
import { Markings } from '../model/usage/markings.ts';
import type { Model } from '../model/model.ts';
import { maxFormDepth } from '../model/usage/read-usage.ts';
import type { ObjectLocation } from '../object-location.ts';
import { contrastRatio, type Rgb } from './contrast-ratio.ts';

/** Text whose contrast with its background is too low. */
export interface FaintText {
  readonly place: ObjectLocation;
  readonly ratio: number;
  /** The least ratio that WCAG allows for its size. */
  readonly needed: number;
  readonly text: string;
}

/** A painted area of the page; its colour is null where it is not plain, or shines through. */
interface Layer {
  readonly box: Box;
  readonly colour: Rgb | null;
}

const maxCount = { layers: 4000, faint: 1000, text: 60 };
const white: Rgb = [1, 1, 1];

/**
 * Finds text with too little contrast to the area painted behind it (WCAG 2.2, 1.4.3). Judges plain colours only: fills
 * that are rectangles, and the white page. Text over images, shadings and patterns is not judged.
 * @throws AppError `limit-exceeded`
 */
export function faintTexts({ file, tree }: Model): FaintText[] {
  const found: FaintText[] = [];
  const budget = new ContentBudget({ depth: maxFormDepth });
  const fonts = new Map<Dict, ContentFont>();
  const markings = new Markings(file, tree);
  for (const [index, page] of file.pages().entries()) {
    markings.begin(page);
    runPage(file, page, new PageContrast({ file, page, number: index + 1, markings, found }), {
      budget,
      fonts,
      annotations: false,
    });
  }
  return found;
}

interface PageToJudge {
  readonly file: PdfFile;
  readonly page: PdfPage;
  /** 1-based. */
  readonly number: number;
  readonly markings: Markings;
  /** Receives the faint texts. */
  readonly found: FaintText[];
}

/** Remembers the areas that a page paints, and compares each text with the topmost area behind its middle. */
class PageContrast implements Visitor {
  readonly #subject: PageToJudge;
  readonly #layers: Layer[] = [];

  constructor(subject: PageToJudge) {
    this.#subject = subject;
  }

  path({ fill, bounds, subpaths }: PaintedPath, context: Context): void {
    if (fill === null) return;
    const plain = subpaths.every(({ rectangle }) => rectangle) && isOpaque(context);
    this.#cover(bounds, plain ? colourOf(this.#subject.file, context.state.fill) : null);
  }

  image({ matrix }: PaintedImage): void {
    this.#cover(unitBox(matrix), null);
  }

  shading(_shading: unknown, { state: { clip } }: Context): void {
    this.#cover(clip ?? this.#subject.page.mediaBox, null);
  }

  text({ glyphs, font, matrix }: ShownText, context: Context): void {
    const { file, page, number, markings, found } = this.#subject;
    const { text, fill } = context.state;
    const shown = glyphs.filter(({ unicode }) => unicode !== null && unicode.trim() !== '');
    const box = quadsBox(shown.map(({ quad }) => quad));
    const isFilled = text.render % 4 !== 3 && text.render % 4 !== 1;
    if (box === null || !isFilled || found.length >= maxCount.faint) return;
    if (markings.isInArtifact(context.mark) || !isOpaque(context)) return;
    const [own, ground] = [colourOf(file, fill), this.#colourBehind(box)];
    if (own === null || ground === null) return;
    const needed = neededRatio(Math.hypot(matrix[2], matrix[3]), font?.name ?? '');
    const ratio = contrastRatio(own, ground);
    if (ratio >= needed) return;
    const faint = {
      place: { page: number, object: page.ref?.num, rectangle: box },
      ratio,
      needed,
      text: shown
        .map(({ unicode }) => unicode ?? '')
        .join('')
        .slice(0, maxCount.text),
    };
    const line = continuedLine(found.at(-1), faint);
    if (line === null) found.push(faint);
    else found[found.length - 1] = line;
  }

  #cover(box: Box | null, colour: Rgb | null): void {
    if (box !== null && this.#layers.length < maxCount.layers) this.#layers.push({ box, colour });
  }

  #colourBehind(box: Box): Rgb | null {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const behind = this.#layers.findLast(
      (layer) => x >= layer.box[0] && x <= layer.box[2] && y >= layer.box[1] && y <= layer.box[3],
    );
    return behind === undefined ? white : behind.colour;
  }
}

/** The least ratio for text of a size in points: 3 for large text (18, or 14 where it is bold), 4.5 for other text. */
const neededRatio = (size: number, font: string): number =>
  size >= 18 || (size >= 14 && /bold|black|heavy/i.test(font)) ? 3 : 4.5;

/** Gaps between pieces of a line, in heights of the line: the least that is a space, and the largest within a line. */
const gaps = { word: 0.12, line: 0.8 } as const;

/**
 * The line with a piece appended, because many producers show a line letter by letter. Null where the piece is not on
 * the line, or has other colours.
 */
function continuedLine(line: FaintText | undefined, { place, ratio, needed, text }: FaintText): FaintText | null {
  const [one, other] = [line?.place.rectangle, place.rectangle];
  if (
    line === undefined ||
    one === undefined ||
    other === undefined ||
    line.place.page !== place.page ||
    line.ratio !== ratio ||
    line.needed !== needed
  )
    return null;
  const height = Math.max(one[3] - one[1], other[3] - other[1]);
  const gap = (other[0] - one[2]) / height;
  if (Math.abs(one[1] - other[1]) > height / 2 || Math.abs(gap) > gaps.line) return null;
  const rectangle: Box = [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
  return {
    ...line,
    place: { ...place, rectangle },
    text: `${line.text}${gap > gaps.word ? ' ' : ''}${text}`.slice(0, maxCount.text),
  };
}

/** No constant alpha below 1 is in effect for fills. */
function isOpaque({ state: { external } }: Context): boolean {
  return !external.some((dict) => {
    const opacity = dict.get('ca');
    return typeof opacity === 'number' && opacity < 1;
  });
}

/** A colour in RGB by plain arithmetic; null for patterns and spot colours. */
function colourOf(file: PdfFile, { space, components, pattern }: Color): Rgb | null {
  if (pattern !== null) return null;
  if (space === null) return grey(components[0] ?? 0);
  const count = componentsOf(file, space);
  const [a = 0, b = 0, c = 0, d = 0] = components;
  if (count === 1) return grey(a);
  if (count === 3) return [a, b, c];
  return count === 4 ? [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)] : null;
}

const grey = (value: number): Rgb => [value, value, value];

function componentsOf(file: PdfFile, obj: Obj): number | null {
  const space = readColourSpace(file, obj instanceof Name ? obj : file.resolve(obj));
  const device = { DeviceGray: 1, CalGray: 1, DeviceRGB: 3, CalRGB: 3, DeviceCMYK: 4 }[space?.family ?? ''];
  return device ?? (space?.family === 'ICCBased' ? space.components : null);
}
