// Outlines of CFF fonts (cubic curves) as those of TrueType fonts (quadratic ones), ISO/IEC 14496-22, 5.3.

/**
 * How far a quadratic curve may be from the cubic one that it stands for. Units of the font: a thousandth of the em.
 */
const toleranceUnits = 0.5;
/**
 * Of the distance between a cubic curve and the one quadratic curve through its ends, a share of the length of its
 * third difference.
 */
const distanceShare = Math.sqrt(3) / 36;

const flag = { onCurve: 1, xShort: 2, yShort: 4, repeat: 8, xSameOrPositive: 16, ySameOrPositive: 32 };

/** Takes the drawing commands of one glyph and gives back its contours, each a list of points `[x, y, onCurve]`. */
export class Outline {
  #contours = [];
  #points = [];

  moveTo(x, y) {
    this.closePath();
    this.#points.push([x, y, true]);
  }

  lineTo(x, y) {
    this.#points.push([x, y, true]);
  }

  cubicTo(...ends) {
    const [startX, startY] = this.#points.at(-1);
    this.#points.push(...quadratics([startX, startY, ...ends]));
  }

  closePath() {
    const rounded = this.#points.map(([x, y, onCurve]) => [Math.round(x), Math.round(y), onCurve]);
    const contour = withoutRepeats(rounded);
    if (contour.length > 2) this.#contours.push(reversed(contour));
    this.#points = [];
  }

  /** The contours of the glyph; what is drawn next is another glyph. */
  take() {
    this.closePath();
    const contours = this.#contours;
    this.#contours = [];
    return contours;
  }
}

/**
 * The points after the first of the quadratic curves that a cubic one becomes: as many pieces of equal length in time
 * as it needs.
 */
export function quadratics([x0, y0, x1, y1, x2, y2, x3, y3]) {
  const third = Math.hypot(x3 - 3 * x2 + 3 * x1 - x0, y3 - 3 * y2 + 3 * y1 - y0);
  const pieces = Math.max(1, Math.ceil(Math.cbrt((distanceShare * third) / toleranceUnits)));
  const points = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const [from, to] = [piece / pieces, (piece + 1) / pieces];
    const x = controlOf([x0, x1, x2, x3], from, to);
    const y = controlOf([y0, y1, y2, y3], from, to);
    points.push([x.control, y.control, false], piece + 1 === pieces ? [x3, y3, true] : [x.end, y.end, true]);
  }
  return points;
}

/**
 * In one dimension: where the piece between two times ends, and the control point of the quadratic curve nearest to
 * it.
 */
function controlOf([a, b, c, d], from, to) {
  const at = (t) => a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t ** 2 * (1 - t) + d * t ** 3;
  const slope = (t) => 3 * ((b - a) * (1 - t) ** 2 + 2 * (c - b) * t * (1 - t) + (d - c) * t ** 2);
  const [start, end, length] = [at(from), at(to), to - from];
  const first = start + (slope(from) * length) / 3;
  const second = end - (slope(to) * length) / 3;
  return { end, control: (3 * (first + second) - start - end) / 4 };
}

/**
 * Neither points on the curve that stand on the one before, nor those in the very middle of two control points, which
 * a reader adds itself.
 */
function withoutRepeats(points) {
  const distinct = points.filter(([x, y, onCurve], index) => {
    const [beforeX, beforeY, beforeOn] = points.at(index - 1);
    return !(onCurve && beforeOn && x === beforeX && y === beforeY);
  });
  return distinct.filter(([x, y, onCurve], index) => {
    const before = distinct.at(index - 1);
    const after = distinct[(index + 1) % distinct.length];
    const isMiddle = before[0] + after[0] === 2 * x && before[1] + after[1] === 2 * y;
    return !(onCurve && index > 0 && !before[2] && !after[2] && isMiddle);
  });
}

/** TrueType fills what is to the right of a contour, CFF what is to its left. The first point stays the first. */
const reversed = ([first, ...others]) => [first, ...others.reverse()];

/**
 * A simple glyph description (5.3.3.1) and its bounds `[xMin, yMin, xMax, yMax]`; nothing for a glyph without
 * contours.
 */
export function simpleGlyph(contours) {
  const points = contours.flat();
  if (points.length === 0) return { bytes: Buffer.alloc(0), bounds: null };
  const bounds = boundsOf(points);
  const { flags, xs, ys } = coordinates(points);
  const headLength = 12 + contours.length * 2; // the length of the instructions, 0, is its end
  const length = headLength + flags.length + xs.length + ys.length;
  const bytes = Buffer.alloc((length + 3) & ~3);
  [contours.length, ...bounds].forEach((value, index) => bytes.writeInt16BE(value, index * 2));
  let last = -1;
  contours.forEach((contour, index) => bytes.writeUInt16BE((last += contour.length), 10 + index * 2));
  bytes.set(flags, headLength);
  bytes.set(xs, headLength + flags.length);
  bytes.set(ys, headLength + flags.length + xs.length);
  return { bytes, bounds };
}

function boundsOf(points) {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  }
  return [left, bottom, right, top];
}

/**
 * Flags and coordinates, each from the point before it. Three equal flags in a row, or more, stand once with their
 * count.
 */
function coordinates(points) {
  const [flags, xs, ys] = [[], [], []];
  let [beforeX, beforeY, before, inRow] = [0, 0, -1, 0];
  for (const [x, y, onCurve] of points) {
    const horizontal = delta(xs, x - beforeX, flag.xShort, flag.xSameOrPositive);
    const bits = (onCurve ? flag.onCurve : 0) | horizontal | delta(ys, y - beforeY, flag.yShort, flag.ySameOrPositive);
    inRow = bits === before && inRow < 256 ? inRow + 1 : 1;
    if (inRow < 3) flags.push(bits);
    else flags.splice(-2, 2, bits | flag.repeat, inRow - 1);
    [beforeX, beforeY, before] = [x, y, bits];
  }
  return { flags, xs, ys };
}

/** Writes a difference in the fewest bytes, and returns the flags that say so. */
function delta(bytes, difference, short, sameOrPositive) {
  if (difference === 0) return sameOrPositive;
  if (Math.abs(difference) > 255) {
    bytes.push((difference >> 8) & 0xff, difference & 0xff);
    return 0;
  }
  bytes.push(Math.abs(difference));
  return short | (difference > 0 ? sameOrPositive : 0);
}
