import type { Operation } from '../../content/operation.ts';
import type { CompactWriter } from './compact-writer.ts';

/** The parameter that an operator sets (ISO 32000-2, 8.4.4, 8.6.8, 9.3). */
const kinds: Readonly<Record<string, string>> = {
  g: 'fill',
  rg: 'fill',
  k: 'fill',
  G: 'stroke',
  RG: 'stroke',
  K: 'stroke',
  Tf: 'font',
  gs: 'gs',
  w: 'w',
  J: 'J',
  j: 'j',
  M: 'M',
  d: 'd',
  i: 'i',
  ri: 'ri',
  Tr: 'Tr',
  Tc: 'Tc',
  Tw: 'Tw',
  Tz: 'Tz',
  TL: 'TL',
  Ts: 'Ts',
};

/** Parameters that an ExtGState may set as well (ISO 32000-2, 8.4.5). */
const external = ['w', 'J', 'j', 'M', 'd', 'i', 'ri', 'font'];

interface State {
  /** The last written value of each parameter. */
  readonly written: Map<string, string>;
  /** A stroke colour that is not written yet. */
  stroke: string | null;
}

/** Writes graphics state operators that change something, and stroke colours only before strokes. */
export class StateWriter {
  readonly #writer: CompactWriter;
  readonly #saved: State[] = [];
  #state: State = { written: new Map(), stroke: null };

  constructor(writer: CompactWriter) {
    this.#writer = writer;
  }

  /** False for an operator that sets nothing here: the caller writes it. */
  set({ operator }: Operation, text: string): boolean {
    const kind = kinds[operator];
    if (kind === undefined) return false;
    const { written } = this.#state;
    if (kind === 'stroke') {
      this.#state.stroke = written.get(kind) === text ? null : text;
      return true;
    }
    if (written.get(kind) === text) return true;
    if (kind === 'gs') for (const other of external) written.delete(other);
    else if (external.includes(kind)) written.delete('gs');
    written.set(kind, text);
    this.#writer.slice(Buffer.from(text, 'latin1'));
    return true;
  }

  /** Before operators that may stroke. */
  use(): void {
    const { stroke } = this.#state;
    if (stroke === null) return;
    this.#state.stroke = null;
    this.#state.written.set('stroke', stroke);
    this.#writer.slice(Buffer.from(stroke, 'latin1'));
  }

  /** The parameter was set in another way. */
  forget(kind: 'fill' | 'stroke' | 'Tc' | 'Tw' | 'TL'): void {
    this.#state.written.delete(kind);
    if (kind === 'stroke') this.#state.stroke = null;
  }

  /** `q` and `Q`. */
  save(): void {
    this.#saved.push({ written: new Map(this.#state.written), stroke: this.#state.stroke });
  }

  restore(): void {
    // An unmatched `Q` changes nothing.
    this.#state = this.#saved.pop() ?? { written: new Map(), stroke: this.#state.stroke };
  }
}
