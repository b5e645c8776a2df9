import type { InterpreterOptions } from './interpreter-options.ts';
import { AppError } from '../../problems.ts';
import type { Dict, Stream } from '../objects/objects.ts';
import { firstState, type GraphicsState } from './state/graphics-state.ts';
import { effects } from './operators/effects.ts';
import { Run } from './run.ts';
import type { Mark } from './visitor.ts';
import type { Frame } from './state/frame.ts';

/**
 * Runs content streams (ISO 32000-2, 8 and 9), with forms, tiling patterns, soft masks and Type 3 procedures, and
 * notifies a visitor of all operations. A pattern is run once for each painting, the procedure of a glyph once for its
 * font. Broken content has the same effect as in viewers: operators with wrong operands are ignored. The visitor also
 * gets invisible text, hidden layers, and clipped content.
 */
export class Interpreter {
  readonly #options: InterpreterOptions;
  /** Streams that are being run; a stream within itself is skipped. */
  readonly #active = new Set<Stream>();
  readonly #procedures = new Map<Dict, Set<number>>();

  constructor(options: InterpreterOptions) {
    this.#options = options;
  }

  /** @throws AppError `limit-exceeded` */
  run(frame: Frame, state: GraphicsState = firstState(frame.base), mark: Mark | null = null): void {
    const { visitor } = this.#options;
    if (frame.stream !== null && this.#active.has(frame.stream)) return;
    const { depth } = this.#options.budget.limits;
    if (frame.depth > depth)
      throw new AppError(
        'limit-exceeded',
        `The content of the document has more than ${depth} forms or patterns within each other.`,
      );
    if (visitor.enter?.(frame, frame.parent === null ? null : { frame: frame.parent, state, mark }) === false) return;
    if (frame.stream !== null) this.#active.add(frame.stream);
    try {
      new Run(frame, state, mark, {
        ...this.#options,
        interpreter: this,
        effects,
        once: (font, code) => this.#once(font, code),
      }).run();
    } finally {
      if (frame.stream !== null) this.#active.delete(frame.stream);
    }
    visitor.leave?.(frame);
  }

  /** True the first time. */
  #once(font: Dict, code: number): boolean {
    const codes = this.#procedures.get(font) ?? new Set();
    this.#procedures.set(font, codes);
    return codes.size !== codes.add(code).size;
  }
}
