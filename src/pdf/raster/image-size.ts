import { AppError, type Mistake } from '../../problems.ts';

/** The size of images in a request: a resolution, or a width and height in pixels within which they fit. */
export interface ImageSize {
  readonly dpi?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Limits of images, in pixels. */
export interface PixelLimits {
  /** Of one image. */
  readonly image: number;
  /** Of all images of one request together. */
  readonly total: number;
  /** Along one side of an image. */
  readonly side: number;
}

/** The size of a page as shown, in points. */
export interface PagePoints {
  readonly width: number;
  readonly height: number;
}

/** The size of an image in pixels, and the pixels of a point. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** A part of a pixel that needs no pixel of its own, because lengths in points have rounding errors. */
const slack = 1e-3;

/** The size of a page as an image. The last pixel of a row or column may be covered in part. */
export function pixelSize(points: PagePoints, { dpi, width, height }: ImageSize): PixelSize {
  const scale = Math.min(
    dpi === undefined ? Infinity : dpi / 72,
    width === undefined ? Infinity : width / points.width,
    height === undefined ? Infinity : height / points.height,
  );
  const pixels = (length: number, most = Infinity) => Math.min(most, Math.max(1, Math.ceil(length * scale - slack)));
  return { width: pixels(points.width, width), height: pixels(points.height, height), scale };
}

/** Why the images of pages are too large; null = they are not. `page` is an index. */
function excess(
  pages: readonly PagePoints[],
  size: ImageSize,
  limits: PixelLimits,
): { readonly page: number; readonly width: number; readonly height: number } | { readonly pixels: number } | null {
  let pixels = 0;
  for (const [page, points] of pages.entries()) {
    const { width, height } = pixelSize(points, size);
    // Not a number is too large as well.
    if (!(width * height <= limits.image && Math.max(width, height) <= limits.side)) return { page, width, height };
    pixels += width * height;
  }
  return pixels > limits.total ? { pixels } : null;
}

/** The largest size of the same shape whose images are within the limits; null = there is none. */
function accepted(pages: readonly PagePoints[], size: ImageSize, limits: PixelLimits): ImageSize | null {
  const [name, given = 0] =
    size.width !== undefined
      ? (['width', size.width] as const)
      : size.height !== undefined
        ? (['height', size.height] as const)
        : (['dpi', size.dpi] as const);
  const smaller = (value: number): ImageSize =>
    name === 'width' && size.height !== undefined
      ? { width: value, height: Math.max(1, Math.floor((size.height * value) / given)) }
      : { [name]: value };
  let [fits, exceeds] = [0, Math.ceil(given)];
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (excess(pages, smaller(middle), limits) === null) fits = middle;
    else exceeds = middle;
  }
  return fits === 0 ? null : smaller(fits);
}

const number = (value: number) => value.toLocaleString('en');

/**
 * Refuses images that exceed the limits, with the size that would be accepted. `numbers` are the page numbers of `pages`.
 * @throws AppError `limit-exceeded`
 */
export function requirePixels(
  pages: readonly PagePoints[],
  numbers: readonly number[],
  size: ImageSize,
  limits: PixelLimits,
): void {
  const found = excess(pages, size, limits);
  if (found === null) return;
  const why =
    'page' in found
      ? `Page ${numbers[found.page]} would be an image of ${number(found.width)} by ${number(found.height)} pixels. An ` +
        `image may have ${number(limits.image)} pixels, and ${number(limits.side)} along a side.`
      : `The images of ${number(pages.length)} pages would have ${number(found.pixels)} pixels together, and ` +
        `${number(limits.total)} are allowed.`;
  const same = accepted(pages, size, limits);
  const other = same ?? accepted(pages, { width: limits.side }, limits);
  const errors = other === null ? [{ pointer: '/pages', message: 'names too many pages' }] : mistakes(other);
  const advice =
    other === null
      ? 'Request fewer pages.'
      : `Accepted would be ${Object.entries(other)
          .map(([name, value]) => `\`${name}\` ${value}`)
          .join(' with ')}${'page' in found ? '' : ', or fewer pages'}.`;
  throw new AppError('limit-exceeded', `${why} ${advice}`, { errors });
}

const mistakes = (size: ImageSize): Mistake[] =>
  Object.entries(size).map(([name, value]) => ({ pointer: `/${name}`, message: `must be at most ${value}` }));
