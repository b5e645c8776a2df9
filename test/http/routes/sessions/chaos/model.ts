/** The fields of an operation, `op` among them. */
export type Fields = Readonly<Record<string, unknown>>;

/** An operation that a client has added. */
export interface Held {
  readonly operationId: string;
  readonly fields: Fields;
}

/** What a session contains. */
export interface Content {
  readonly operations: readonly Held[];
  readonly document: Fields;
  readonly output: Fields;
  /** Digests by name. */
  readonly assets: Readonly<Record<string, string>>;
}

/** The same without one field. */
export function without<T>(fields: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
}

const empty: Content = { operations: [], document: {}, output: {}, assets: {} };

/** How many changes can be undone. */
const retained = 100;

/** A session as its client knows it: what it contained at each revision that was acknowledged. */
export class Model {
  readonly states: Content[];
  #undo: readonly number[] = [];
  #redo: readonly number[] = [];

  constructor(first: Content = empty) {
    this.states = [first];
  }

  get revision(): number {
    return this.states.length - 1;
  }

  get now(): Content {
    return this.states.at(-1) ?? empty;
  }

  /** The oldest revision whose content is retained. */
  get oldest(): number {
    return Math.min(this.revision, ...this.#undo, ...this.#redo);
  }

  get steps(): { readonly undo: number; readonly redo: number } {
    return { undo: this.#undo.length, redo: this.#redo.length };
  }

  isUsed(asset: string): boolean {
    return this.now.operations.some(({ fields }) => fields.asset === asset);
  }

  /** A change of operations or options. */
  change(change: Partial<Content>): void {
    this.#undo = [...this.#undo, this.revision].slice(-retained);
    this.#redo = [];
    this.states.push({ ...this.now, ...change });
  }

  /** A change of assets is no step, and discards what could be redone. */
  changeAssets(assets: Content['assets']): void {
    this.#redo = [];
    this.states.push({ ...this.now, assets });
  }

  undo(): void {
    const [earlier = 0] = this.#undo.slice(-1);
    this.#redo = [...this.#redo, this.revision];
    this.#undo = this.#undo.slice(0, -1);
    this.#restore(earlier);
  }

  redo(): void {
    const [earlier = 0] = this.#redo.slice(-1);
    this.#undo = [...this.#undo, this.revision];
    this.#redo = this.#redo.slice(0, -1);
    this.#restore(earlier);
  }

  /** Operations come back with the assets that they name, where those are not there any more. */
  #restore(revision: number): void {
    const { operations, document, output, assets } = this.states[revision] ?? empty;
    const named = new Set(operations.map(({ fields }) => fields.asset));
    const back = Object.entries(assets).filter(([name]) => named.has(name));
    this.states.push({ operations, document, output, assets: { ...Object.fromEntries(back), ...this.now.assets } });
  }
}
