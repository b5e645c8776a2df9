import { multiply, type Matrix, identity } from '../../geometry/matrix.ts';
import type { Shown } from '../shown-text.ts';

/** The text and line matrices of a text object (ISO 32000-2, 9.4). */
export class TextPosition {
  #line: Matrix = identity;
  #matrix: Matrix = identity;
  /** The last shown text. Its width is computed only if text continues after it. */
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

  /** Moves relative to the start of the line. */
  move(x: number, y: number): void {
    this.place(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  show(shown: Shown): void {
    this.#shown = shown;
  }
}
