import { mapPoint, type Matrix } from '../../geometry/matrix.ts';
import type { Box } from '../../file/pdf-file.ts';
import type { Operation } from '../operation.ts';
import type { PaintedPath, Subpath } from '../visitor.ts';

interface Growing {
  /** A rectangle is never extended. */
  readonly kinds: ('m' | 'l' | 'c')[];
  readonly points: number[];
  closed: boolean;
  readonly rectangle: boolean;
}

const ofRectangle: Growing['kinds'] = ['m', 'l', 'l', 'l'];

/** The current path (ISO 32000-2, 8.5.2), in page space. */
export class CurrentPath {
  #subpaths: Growing[] = [];
  #operations: Operation[] = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  clip: PaintedPath['clip'] = null;

  /** Adds a construction operation to the path. `numbers` are its operands. */
  add(operation: Operation, numbers: readonly number[], ctm: Matrix): void {
    this.#operations.push(operation);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    switch (operation.operator) {
      case 'm': {
        this.#move(a, b, ctm);
        return;
      }
      case 'l': {
        this.#line(a, b, ctm);
        return;
      }
      case 'c': {
        this.#curve([a, b, c, d, e, f], ctm);
        return;
      }
      case 'v': {
        this.#curve([this.#x, this.#y, a, b, c, d], ctm);
        return;
      }
      case 'y': {
        this.#curve([a, b, c, d, c, d], ctm);
        return;
      }
      case 're': {
        this.#rectangle([a, b, c, d], ctm);
        return;
      }
      case 'W':
        this.clip = 'nonzero';
        return;
      case 'W*':
        this.clip = 'evenodd';
        return;
      default:
        this.close();
    }
  }

  close(): void {
    const last = this.#subpaths.at(-1);
    if (last !== undefined) last.closed = true;
    [this.#x, this.#y] = [this.#startX, this.#startY];
  }

  /** Answers the path, and begins a new one. */
  take(): {
    construction: readonly Operation[];
    subpaths: readonly Subpath[];
    bounds: Box | null;
    clip: PaintedPath['clip'];
  } {
    const taken = {
      construction: this.#operations,
      subpaths: this.#subpaths,
      bounds: boundsOf(this.#subpaths),
      clip: this.clip,
    };
    this.#subpaths = [];
    this.#operations = [];
    this.clip = null;
    return taken;
  }

  #move(x: number, y: number, ctm: Matrix): Growing {
    this.#x = this.#startX = x;
    this.#y = this.#startY = y;
    const subpath: Growing = { kinds: ['m'], points: [...mapPoint(ctm, x, y)], closed: false, rectangle: false };
    this.#subpaths.push(subpath);
    return subpath;
  }

  /** The open subpath. After a closed one a new subpath begins at its start. */
  #open(ctm: Matrix): Growing {
    const last = this.#subpaths.at(-1);
    return last === undefined || last.closed ? this.#move(this.#x, this.#y, ctm) : last;
  }

  #line(x: number, y: number, ctm: Matrix): void {
    const { kinds, points } = this.#open(ctm);
    kinds.push('l');
    points.push(...mapPoint(ctm, x, y));
    this.#x = x;
    this.#y = y;
  }

  #curve([x1, y1, x2, y2, x, y]: readonly [number, number, number, number, number, number], ctm: Matrix): void {
    const { kinds, points } = this.#open(ctm);
    kinds.push('c');
    points.push(...mapPoint(ctm, x1, y1), ...mapPoint(ctm, x2, y2), ...mapPoint(ctm, x, y));
    this.#x = x;
    this.#y = y;
  }

  #rectangle([x, y, width, height]: readonly [number, number, number, number], [a, b, c, d, e, f]: Matrix): void {
    const [right, top] = [x + width, y + height];
    this.#x = this.#startX = x;
    this.#y = this.#startY = y;
    const points = [
      a * x + c * y + e,
      b * x + d * y + f,
      a * right + c * y + e,
      b * right + d * y + f,
      a * right + c * top + e,
      b * right + d * top + f,
      a * x + c * top + e,
      b * x + d * top + f,
    ];
    this.#subpaths.push({ kinds: ofRectangle, points, closed: true, rectangle: true });
  }
}

function boundsOf(subpaths: readonly Subpath[]): Box | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of subpaths) {
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x = 0, y = 0] = [points[at], points[at + 1]];
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  return x1 >= x0 && y1 >= y0 ? [x0, y0, x1, y1] : null;
}
