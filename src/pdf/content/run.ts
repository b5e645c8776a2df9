import { Name, type Dict, type Obj, type Ref, type Stream } from '../objects/objects.ts';
import { contentBytes } from './content-bytes.ts';
import { ContentReader } from './content-reader.ts';
import type { ContentFont } from './fonts/content-font.ts';
import { openFont } from './fonts/open-font.ts';
import type { GraphicsState, TextState } from './state/graphics-state.ts';
import type { InterpreterOptions } from './interpreter-options.ts';
import type { Operation } from './operation.ts';
import { CurrentPath } from './state/page-path.ts';
import { TextPosition } from './state/text-position.ts';
import type { Context, Mark } from './visitor.ts';
import type { Frame } from './state/frame.ts';

/** The surroundings of a run: the document, the visitor, and shared limits and fonts. */
export interface RunOptions extends InterpreterOptions {
  /** Runs forms, patterns and procedures of this stream. */
  readonly interpreter: { run(frame: Frame, state?: GraphicsState, mark?: Mark | null): void };
  /** By operator. */
  readonly effects: ReadonlyMap<string, Effect>;
  /** True the first time a font shows a code. */
  readonly once: (font: Dict, code: number) => boolean;
}

/** One run of one content stream, with the state that its operators (`operators/`) change. */
export class Run {
  readonly frame: Frame;
  readonly options: RunOptions;
  /** States saved by `q`. */
  readonly saved: GraphicsState[] = [];
  readonly path = new CurrentPath();
  readonly text = new TextPosition();
  #state: GraphicsState;
  #mark: Mark | null;
  /** Cached, because most operations do not change it. */
  #context: Context | null = null;

  constructor(frame: Frame, state: GraphicsState, mark: Mark | null, options: RunOptions) {
    this.frame = frame;
    this.options = options;
    this.#state = state;
    this.#mark = mark;
  }

  run(): void {
    const { visitor, budget } = this.options;
    const reader = new ContentReader(this.frame.bytes);
    for (let operation = reader.next(); operation !== null; operation = reader.next()) {
      budget.operation();
      visitor.operation?.(operation, this.context);
      this.options.effects.get(operation.operator)?.(this, operation);
    }
  }

  get state(): GraphicsState {
    return this.#state;
  }

  set state(state: GraphicsState) {
    this.#state = state;
    this.#context = null;
  }

  get mark(): Mark | null {
    return this.#mark;
  }

  set mark(mark: Mark | null) {
    this.#mark = mark;
    this.#context = null;
  }

  get context(): Context {
    return (this.#context ??= { frame: this.frame, state: this.#state, mark: this.#mark });
  }

  setText(text: TextState): void {
    this.state = { ...this.#state, text };
  }

  /** The resource that the last operand names. */
  entry(category: string, operands: readonly Obj[]): Obj {
    const name = operands[operands.length - 1];
    return name instanceof Name
      ? (this.options.file.dict(this.frame.resources.get(category))?.get(name.value) ?? null)
      : null;
  }

  resource(category: string, operands: readonly Obj[]): Exclude<Obj, Ref> {
    return this.options.file.resolve(this.entry(category, operands));
  }

  /** The properties that all frames run by an operation have. */
  child(stream: Stream, num: number, operation: Operation): Omit<Frame, 'kind' | 'base'> {
    const { frame } = this;
    const name = operation.operands.at(-1);
    return {
      bytes: contentBytes(stream),
      resources: this.options.file.dict(stream.dict.get('Resources')) ?? frame.resources,
      stream,
      num,
      parent: frame,
      operation,
      name: name instanceof Name ? name.value : '',
      depth: frame.depth + 1,
    };
  }

  opened(dict: Dict): ContentFont {
    const { fonts, file } = this.options;
    const known = fonts.get(dict);
    if (known !== undefined) return known;
    const font = openFont(file, dict);
    fonts.set(dict, font);
    return font;
  }
}

/** The effect of an operation: it changes the run, and notifies the visitor. */
export type Effect = (run: Run, operation: Operation) => void;
