import { attributes, escape } from '../../html/html.ts';
import { points } from '../../../input/length.ts';
import type { Barcode } from './barcode-params.ts';
import { encodeBars, encodeSquares, type EncodedBars, type EncodedSquares } from './encode.ts';
import { barText, squareText, type Run } from './symbol-text.ts';
import { symbologies, type Bars, type Squares } from './symbologies.ts';

/** Lengths are in modules, the width of the narrowest bar, until the symbol is placed on paper. */
interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly text: readonly Run[];
  /** Where the first bar begins, and the text stands. */
  readonly left: number;
  readonly baseline: number;
}

const pointsPerMm = 72 / 25.4;
/**
 * Size of the text below, and the additional space that it takes, in points. Digits of EAN and UPC are as large as
 * their bars are wide.
 */
const textSize = 8;
const leading = 1.3;
/** How far tall bars reach down between the digits (ISO/IEC 15420, 4.3.1). */
const tallBy = 5;
const digitHeight = 11;

const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;
const round = (number: number) => Math.round(number * 1000) / 1000;

/**
 * The bearer bars of ITF-14, without which a scan across part of it reads another number (GS1 General Specifications,
 * 5.3.2.4).
 */
function bearer(width: number, height: number): string {
  return box(0, 0, width, 2) + box(0, height - 2, width, 2);
}

function drawBars(
  { widths, tall }: EncodedBars,
  { symbology, value, showText = true }: Barcode,
  { quiet: [before, after] }: Bars,
  { barHeight, textHeight }: { readonly barHeight: number; readonly textHeight: number },
): Drawing {
  let [x, path] = [before, ''];
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0)
      path += box(x, 0, width, round(barHeight + (showText && tall[index / 2] === true ? tallBy : 0)));
    x += width;
  }
  const width = x + after;
  if (symbology === 'itf14') path += bearer(width, round(barHeight));
  return {
    width,
    height: round(barHeight + textHeight),
    path,
    text: showText ? barText(symbology, value, x - before, textHeight / leading) : [],
    left: before,
    baseline: round(barHeight + textHeight * 0.88),
  };
}

/** Dark squares as few boxes: runs in a row, as tall as they repeat. */
function boxes(rows: EncodedSquares, quiet: number): string {
  const open = new Map<string, { x: number; y: number; width: number }>();
  let path = '';
  for (const [y, row] of [...rows, []].entries()) {
    const here = new Set(runs(row).map(([x, width]) => `${x} ${width}`));
    for (const [key, one] of open) {
      if (here.has(key)) continue;
      path += box(one.x + quiet, one.y + quiet, one.width, y - one.y);
      open.delete(key);
    }
    for (const [x, width] of runs(row)) if (!open.has(`${x} ${width}`)) open.set(`${x} ${width}`, { x, y, width });
  }
  return path;
}

function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = found.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) found.push([x, 1]);
  }
  return found;
}

function drawSquares(
  rows: EncodedSquares,
  { value, showText = false }: Barcode,
  { quiet }: Squares,
  size: number,
): Drawing {
  const inner = rows[0]?.length ?? 0;
  const height = rows.length + 2 * quiet;
  const below = showText ? round(size * leading) : 0;
  return {
    width: inner + 2 * quiet,
    height: round(height + below),
    path: boxes(rows, quiet),
    text: showText ? squareText(value, inner, size) : [],
    left: quiet,
    baseline: round(height + size * 0.9),
  };
}

/** Points of a module: from the requested width, else the usual one, but no wider than the available space. */
function moduleOf(modules: number, width: number | undefined, usual: number, room: number): number {
  return Math.min((width ?? modules * usual * pointsPerMm) / modules, room / modules);
}

interface Sized {
  readonly drawing: Drawing;
  /** Points. */
  readonly module: number;
}

function sizedBars(barcode: Barcode, symbology: Bars, room: number): Sized {
  const encoded = encodeBars(barcode.symbology, barcode.value);
  const modules = encoded.widths.reduce((sum, width) => sum + width, 0) + symbology.quiet[0] + symbology.quiet[1];
  const module = moduleOf(
    modules,
    barcode.width === undefined ? undefined : points(barcode.width),
    symbology.module,
    room,
  );
  const textHeight =
    barcode.showText === false ? 0 : encoded.tall.includes(true) ? digitHeight : (textSize * leading) / module;
  const barHeight =
    barcode.height === undefined
      ? Math.max((symbology.barHeight * pointsPerMm) / module, 20)
      : Math.max(points(barcode.height) / module - textHeight, 5);
  return { drawing: drawBars(encoded, barcode, symbology, { barHeight, textHeight }), module };
}

function sizedSquares(barcode: Barcode, symbology: Squares, room: number): Sized {
  const encoded = encodeSquares(barcode.symbology, barcode.value);
  const modules = (encoded[0]?.length ?? 0) + 2 * symbology.quiet;
  const drawn = (module: number) => drawSquares(encoded, barcode, symbology, Math.min(textSize / module, modules / 4));
  const given = barcode.width === undefined ? undefined : points(barcode.width);
  const high =
    barcode.height === undefined
      ? undefined
      : (points(barcode.height) * modules) / drawn(moduleOf(modules, given, symbology.module, room)).height;
  const module = moduleOf(
    modules,
    given === undefined || high === undefined ? (given ?? high) : Math.min(given, high),
    symbology.module,
    room,
  );
  return { drawing: drawn(module), module };
}

const run = ({ text, middles, size }: Run, left: number, baseline: number) => {
  const x = middles.map((middle) => round(left + middle)).join(' ');
  const spread =
    middles.length > 1
      ? Array.from(text)
          .map((digit, index) => `<tspan x="${round(left + (middles[index] ?? 0))}">${digit}</tspan>`)
          .join('')
      : escape(text);
  return (
    `<text${attributes({ x: middles.length > 1 ? undefined : x, y: baseline, 'font-size': round(size) })}>` +
    `${spread}</text>`
  );
};

/** Text for assistive technology. */
export const barcodeAlt = ({ symbology, value, alt }: Barcode) =>
  alt ?? `${symbologies[symbology].title}: ${value.length > 200 ? `${value.slice(0, 200)}…` : value}`;

/** A barcode on paper. */
export interface DrawnBarcode {
  readonly svg: string;
  /** Points of its narrowest bar or square, and the minimum that scanners read. */
  readonly module: number;
  readonly smallestModule: number;
}

/**
 * A barcode as SVG with its quiet zones, at most `width` points wide. The value must have passed `valueMistake`. Throws
 * BarcodeError.
 */
export function drawBarcode(barcode: Barcode, { width: room }: { readonly width: number }): DrawnBarcode {
  const symbology = symbologies[barcode.symbology];
  const { drawing, module } =
    symbology.shape === 'bars' ? sizedBars(barcode, symbology, room) : sizedSquares(barcode, symbology, room);
  const { width, height, path, text, left, baseline } = drawing;
  const alt = barcodeAlt(barcode);
  const named = alt === '' ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': alt };
  const svg =
    '<svg' +
    attributes({
      xmlns: 'http://www.w3.org/2000/svg',
      ...named,
      class: 'barcode-svg',
      width: `${round(width * module)}pt`,
      height: `${round(height * module)}pt`,
      viewBox: `0 0 ${width} ${height}`,
      style: 'direction:ltr;font-family:var(--sans);font-variant-numeric:tabular-nums',
    }) +
    '>' +
    '<path ' +
    `fill="#fff" d="${box(0, 0, width, height)}"/><path fill="#000" shape-rendering="crispEdges" d="${path}"/><g ` +
    'fill="#000" text-anchor="middle" ' +
    `text-rendering="geometricPrecision">${text.map((one) => run(one, left, baseline)).join('')}</g></svg>`;
  return { svg, module, smallestModule: symbology.smallestModule * pointsPerMm };
}

/** The picture of `drawBarcode` alone. */
export function barcodeSvg(barcode: Barcode, options: { readonly width: number }): string {
  return drawBarcode(barcode, options).svg;
}
