import { assetAddress } from '../compose/assets.ts';
import { colourMistake } from '../../input/color.ts';
import type { Margins, PageSetup } from './types/page-geometry.ts';
import { colourNames } from '../../input/colour-names.ts';
import { either, joi } from '../../input/fields.ts';
import { length, points, type Length } from '../../input/length.ts';
import { didYouMean } from '../../near-names.ts';
import { paperSizes } from './paper-sizes.ts';

/** The fields of `document` and of `add_page` that describe a page. Absent fields are inherited. */
export interface PageOptions {
  readonly size?: string | { readonly width: Length; readonly height: Length };
  readonly orientation?: 'portrait' | 'landscape';
  readonly margin?:
    Length | { readonly top?: Length; readonly right?: Length; readonly bottom?: Length; readonly left?: Length };
  readonly background?: string;
}

/** Chromium refuses pages smaller than this on a side, in points. */
export const smallestSide = 20;

/** Joi fields of `PageOptions`, for `document` and `add_page`. */
export const pageFields = {
  size: either(
    joi.object({ width: length({ min: smallestSide }).required(), height: length({ min: smallestSide }).required() }),
    joi.string().valid(...Object.keys(paperSizes)),
  )
    .messages({
      'any.only': `{{#label}} must be one of ${Object.keys(paperSizes).join(', ')}, or an object with width and height`,
    })
    .description('A named size, or width and height.'),
  orientation: joi.string().valid('portrait', 'landscape'),
  margin: either(
    joi.object({ top: length(), right: length(), bottom: length(), left: length() }),
    length({ or: 'an object with such lengths, {top, right, bottom, left}' }),
  ).description('One length for the four sides, or {top, right, bottom, left}.'),
  background: joi.string().max(255).description('A CSS colour, or the name of an asset that fills the page.'),
};

/** Least room between the margins of a page, in points. */
export const leastRoom = 10;

/** A4 with 20 mm all round (docs/spec/render.md). */
const plain: PageSetup = {
  width: 595.276,
  height: 841.89,
  margin: { top: 56.69, right: 56.69, bottom: 56.69, left: 56.69 },
  background: null,
  bleed: 0,
  chapter: 0,
};

function marginOf(margin: PageOptions['margin'], base: Margins): Margins {
  if (margin === undefined) return base;
  if (typeof margin !== 'object') {
    const all = points(margin);
    return { top: all, right: all, bottom: all, left: all };
  }
  const side = (name: keyof Margins) => (margin[name] === undefined ? base[name] : points(margin[name]));
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

/** What of its pages and its language a request states itself. */
export interface Stated {
  readonly size: boolean;
  readonly orientation: boolean;
  /** The sides whose margins it states. */
  readonly margins: readonly (keyof Margins)[];
  readonly lang: boolean;
}

/** What these options of a document state. */
export function statedBy({ size, orientation, margin, lang }: PageOptions & { readonly lang?: string }): Stated {
  const isStated = (side: keyof Margins) => (typeof margin === 'object' ? margin[side] : margin) !== undefined;
  const margins = sides.filter(isStated);
  return { size: size !== undefined, orientation: orientation !== undefined, margins, lang: lang !== undefined };
}

function sizeOf(options: PageOptions, base: PageSetup): readonly [width: number, height: number] {
  const { size, orientation } = options;
  const [width, height] =
    typeof size === 'string'
      ? (paperSizes[size] ?? [base.width, base.height])
      : size
        ? [points(size.width), points(size.height)]
        : [base.width, base.height];
  const turned = (orientation === 'landscape' && width < height) || (orientation === 'portrait' && width > height);
  return turned ? [height, width] : [width, height];
}

/** CSS of a page background: the asset of that name, else the colour. */
function backgroundOf(background: string | undefined, assets: readonly string[], base: string | null): string | null {
  if (background === undefined) return base;
  return assets.includes(background) ? `url("${assetAddress(background)}")` : background;
}

/**
 * The page that `options` describe; absent fields are those of `base`. A named size without an orientation is portrait.
 */
export function pageSetup(options: PageOptions, assets: readonly string[], base: PageSetup = plain): PageSetup {
  const [width, height] = sizeOf(options, base);
  return {
    width,
    height,
    margin: marginOf(options.margin, base.margin),
    background: backgroundOf(options.background, assets, base.background),
    bleed: base.bleed,
    chapter: 0,
  };
}

/** Who leaves too little room, as the begin of a sentence: a client may not know of margins that it has not stated. */
function marginSubject({ margin }: PageOptions, { top, right, bottom, left }: Margins, base?: PageSetup): string {
  if (margin !== undefined) return '`margin` leaves';
  const lengths = [...new Set([top, right, bottom, left].map((side) => `${Math.round((side / 72) * 254) / 10} mm`))];
  const origin = base === undefined ? 'by default' : 'as that of `document`';
  return `\`margin\` is not stated, so it is ${lengths.join(', ')} ${origin}; state a smaller one, because it leaves`;
}

/**
 * A mistake in the page as a whole, or `undefined`: margins that leave no room, a background that is neither colour nor
 * asset.
 */
export function pageMistake(
  options: PageOptions,
  assets: readonly string[],
  base?: PageSetup,
): { readonly field: keyof PageOptions; readonly message: string } | undefined {
  const { background } = options;
  if (background !== undefined && !assets.includes(background) && colourMistake(background) !== undefined)
    return {
      field: 'background',
      message:
        '`background` must be a CSS colour or the name of one of `document.assets`' +
        didYouMean(background, [...assets, ...colourNames]),
    };
  const { width, height, margin } = pageSetup(options, assets, base);
  if (width - margin.left - margin.right < leastRoom || height - margin.top - margin.bottom < leastRoom)
    return {
      field: 'margin',
      message:
        `${marginSubject(options, margin, base)} less than ${leastRoom} points of a page of ${Math.round(width)} by ` +
        `${Math.round(height)} points`,
    };
  return undefined;
}
