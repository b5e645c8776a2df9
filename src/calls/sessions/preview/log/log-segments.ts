import type { Kind } from './operation-kinds.ts';

/** Siblings before an element that selectors may look for. */
const maxSiblings = 2;

/** True for pages of an existing PDF, a remote page and a complete HTML document: each is a segment by itself. */
export const isAlone = (kind: Kind): boolean => kind === 'existing' || kind === 'remote' || kind === 'document';

/** The segments of a session, each of which is printed by itself. */
export class LogSegments {
  readonly #kinds: readonly Kind[];
  readonly #alone: readonly number[];

  constructor(kinds: readonly Kind[]) {
    this.#kinds = kinds;
    this.#alone = kinds.flatMap((kind, index) => (isAlone(kind) ? [index] : []));
  }

  /** Index of the first operation that is a segment by itself; `null` = none. */
  get firstAlone(): number | null {
    return this.#alone[0] ?? null;
  }

  kindOf(index: number): Kind | null {
    return this.#kinds[index] ?? null;
  }

  /** True for an operation with which a page may begin whatever is before it. */
  beginsPage(index: number): boolean {
    return this.#kinds[index] === 'page' || this.#kinds[index] === 'break';
  }

  /** Index of the next operation with content; the length where there is none. */
  contentFrom(index: number): number {
    const found = this.#kinds.indexOf('content', index);
    return found < 0 ? this.#kinds.length : found;
  }

  /** True for an operation that adds pages of an existing PDF. */
  isExisting(index: number): boolean {
    return this.#kinds[index] === 'existing';
  }

  /** True for an operation that is a segment by itself. */
  isAlone(index: number): boolean {
    const kind = this.#kinds[index];
    return kind !== undefined && isAlone(kind);
  }

  /** True where a segment ends before an index. */
  endsBefore(index: number): boolean {
    return index === this.#kinds.length || this.isAlone(index);
  }

  /** Index of the first operation of the segment of one. */
  startOf(at: number): number {
    return this.isAlone(at) ? at : (this.#alone.findLast((index) => index < at) ?? -1) + 1;
  }

  /** The index after the last operation of the segment of one. */
  endOf(at: number): number {
    return this.isAlone(at) ? at + 1 : (this.#alone.find((index) => index > at) ?? this.#kinds.length);
  }

  /** Indexes of the content before an operation that selectors may look for. */
  siblingsOf(at: number): number[] {
    const found: number[] = [];
    const start = this.startOf(at);
    for (let [index, count] = [at - 1, 0]; index >= start && count < maxSiblings; index -= 1) {
      const kind = this.#kinds[index];
      if (kind === 'content') count += 1;
      if (kind === 'content' || kind === 'anchor') found.unshift(index);
    }
    return found;
  }

  /** True where selectors may look from the content that begins with an operation for that of one before it. */
  isSelectable(before: number, at: number): boolean {
    const content = this.contentFrom(at);
    for (let index = before + 1; index < content; index += 1) if (this.beginsPage(index)) return false;
    return true;
  }
}
