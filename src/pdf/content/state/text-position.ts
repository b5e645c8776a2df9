import { multiply, type Matrix, identity } from '../../geometry/matrix.ts';
import type { Shown } from '../shown-text.ts';

/** Where text goes on within a text object (ISO 32000-2, 9.4). */
export class TextPosition {
  #line: Matrix = identity;
  #matrix: Matrix = identity;
  /** What was shown last: how far it goes is asked only where text goes on from there. */
  #shown: Shown | null = null;

  /** The text matrix. */
  get matrix(): Matrix {
    if (this.#shown !== null) this.#matrix = this.#shown.after();
    this.#shown = null;
    return this.#matrix;
  }

  /** `Tm`, and the start of a text object. */
  place(matrix: Matrix): void {
    this.#line = this.#matrix = matrix;
    this.#shown = null;
  }

  /** From the start of the line. */
  move(x: number, y: number): void {
    this.place(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  show(shown: Shown): void {
    this.#shown = shown;
  }
}
