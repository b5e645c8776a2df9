import type { Frame } from '../../../content/state/frame.ts';

/** Counts how deeply content streams nest saved graphics states (`q` and `Q`: ISO 32000-2, 8.4.2). */
export class SaveDepths {
  readonly #frames = new Map<Frame, { depth: number; maxDepth: number }>();

  enter(frame: Frame): void {
    this.#frames.set(frame, { depth: 0, maxDepth: 0 });
  }

  operation(operator: 'q' | 'Q', frame: Frame): void {
    const saves = this.#frames.get(frame);
    if (saves === undefined) return;
    saves.depth = Math.max(0, saves.depth + (operator === 'q' ? 1 : -1));
    saves.maxDepth = Math.max(saves.maxDepth, saves.depth);
  }

  /** The greatest depth of a stream that ends; 0 for one that was not entered. */
  leave(frame: Frame): number {
    const depth = this.#frames.get(frame)?.maxDepth ?? 0;
    this.#frames.delete(frame);
    return depth;
  }
}
