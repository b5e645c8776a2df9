import { ContentBudget } from '../../content/budget.ts';
import type { ContentFont } from '../../content/fonts/content-font.ts';
import type { Color } from '../../content/state/graphics-state.ts';
import { quadsBox, unitBox } from '../../content/state/boxes.ts';
import { runPage } from '../../content/run-page.ts';
import type { Context, Visitor } from '../../content/visitor.ts';
import type { Box } from '../../file/pdf-file.ts';
import { Name, type Dict, type Obj } from '../../objects/objects.ts';
import { readColourSpace } from '../model/colour-spaces.ts';
import { Markings } from '../model/usage/markings.ts';
import type { Model } from '../model/model.ts';
import { deepestForms } from '../model/usage/read-usage.ts';
import type { Place } from '../place.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Text that stands out too little from what is behind it. */
export interface FaintText {
  readonly place: Place;
  readonly ratio: number;
  /** What it should be. */
  readonly needed: number;
  readonly text: string;
}

/** What covers a part of the page; no colour where it is not one. */
interface Layer {
  readonly box: Box;
  readonly colour: Rgb | null;
}

const maxCount = { layers: 4000, faint: 1000, text: 60 };

/**
 * Contrast of text with what was painted behind it (WCAG 2.2, 1.4.3), where both are plain colours: fills that are
 * rectangles, and the white page. Text over images, shadings and patterns is not judged.
 */
export function faintTexts({ file, tree }: Model): FaintText[] {
  const found: FaintText[] = [];
  const budget = new ContentBudget({ depth: deepestForms });
  const fonts = new Map<Dict, ContentFont>();
  const markings = new Markings(file, tree);
  for (const [index, page] of file.pages().entries()) {
    markings.begin(page);
    const layers: Layer[] = [];
    const cover = (box: Box | null, colour: Rgb | null) => {
      if (box !== null && layers.length < maxCount.layers) layers.push({ box, colour });
    };
    const visitor: Visitor = {
      path: ({ fill, bounds, subpaths }, context) => {
        if (fill !== null)
          cover(
            bounds,
            subpaths.every(({ rectangle }) => rectangle) && isOpaque(context)
              ? colourOf(file, context.state.fill)
              : null,
          );
      },
      image: ({ matrix }) => cover(unitBox(matrix), null),
      shading: (_shading, { state: { clip } }) => cover(clip ?? page.mediaBox, null),
      text: ({ glyphs, font, matrix }, context) => {
        const { text, fill } = context.state;
        const shown = glyphs.filter(({ unicode }) => unicode !== null && unicode.trim() !== '');
        const box = quadsBox(shown.map(({ quad }) => quad));
        if (
          box === null ||
          text.render % 4 === 3 ||
          text.render % 4 === 1 ||
          found.length >= maxCount.faint ||
          markings.isInArtifact(context.mark) ||
          !isOpaque(context)
        )
          return;
        const middle: readonly [number, number] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
        const behind = layers.findLast(
          (layer) =>
            middle[0] >= layer.box[0] &&
            middle[0] <= layer.box[2] &&
            middle[1] >= layer.box[1] &&
            middle[1] <= layer.box[3],
        );
        const [own, ground] = [colourOf(file, fill), behind === undefined ? ([1, 1, 1] as const) : behind.colour];
        if (own === null || ground === null) return;
        const size = Math.hypot(matrix[2], matrix[3]);
        const needed = size >= 18 || (size >= 14 && /bold|black|heavy/i.test(font?.name ?? '')) ? 3 : 4.5;
        const ratio = contrast(own, ground);
        if (ratio >= needed) return;
        const faint = {
          place: { page: index + 1, object: page.ref?.num, rectangle: box },
          ratio,
          needed,
          text: shown
            .map(({ unicode }) => unicode ?? '')
            .join('')
            .slice(0, maxCount.text),
        };
        const line = goingOn(found.at(-1), faint);
        if (line === null) found.push(faint);
        else found[found.length - 1] = line;
      },
    };
    runPage(file, page, visitor, { budget, fonts, annotations: false });
  }
  return found;
}

/** Gaps in heights of the line: one that is a space between words, and the widest within a line. */
const gaps = { word: 0.12, line: 0.8 } as const;

/**
 * The line that a piece goes on: many producers show a line letter by letter. Null where it is another one, or as faint
 * as something else.
 */
function goingOn(line: FaintText | undefined, { place, ratio, needed, text }: FaintText): FaintText | null {
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

/** Nothing in effect makes it shine through. */
function isOpaque({ state: { external } }: Context): boolean {
  return !external.some((dict) => {
    const opacity = dict.get('ca');
    return typeof opacity === 'number' && opacity < 1;
  });
}

/** As red, green and blue, as far as that is plain arithmetic; null for patterns and spot colours. */
function colourOf(file: Model['file'], { space, components, pattern }: Color): Rgb | null {
  if (pattern !== null) return null;
  if (space === null) return grey(components[0] ?? 0);
  const count = componentsOf(file, space);
  const [a = 0, b = 0, c = 0, d = 0] = components;
  if (count === 1) return grey(a);
  if (count === 3) return [a, b, c];
  return count === 4 ? [(1 - a) * (1 - d), (1 - b) * (1 - d), (1 - c) * (1 - d)] : null;
}

const grey = (value: number): Rgb => [value, value, value];

function componentsOf(file: Model['file'], obj: Obj): number | null {
  const space = readColourSpace(file, obj instanceof Name ? obj : file.resolve(obj));
  const device = { DeviceGray: 1, CalGray: 1, DeviceRGB: 3, CalRGB: 3, DeviceCMYK: 4 }[space?.family ?? ''];
  return device ?? (space?.family === 'ICCBased' ? space.components : null);
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const bounded = Math.min(1, Math.max(0, value));
    return bounded <= 0.040_45 ? bounded / 12.92 : ((bounded + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
