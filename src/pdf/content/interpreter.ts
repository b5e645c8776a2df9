import { AppError } from '../../problems.ts';
import { mapRect, multiply, type Matrix } from '../pdfium/memory.ts';
import { Dict, isName, Name, Ref, Stream, type Obj } from '../raw/objects.ts';
import type { Lookup } from './lookup.ts';
import type { ContentBudget } from './budget.ts';
import type { ContentFont } from './fonts/content-font.ts';
import { openFont } from './fonts/open-font.ts';
import { firstState, type Box, type Color, type GraphicsState, type TextState } from './graphics-state.ts';
import { fullImageDict } from './inline-image.ts';
import type { Operation } from './operation.ts';
import { CurrentPath } from './page-path.ts';
import { parseContent } from './parse-content.ts';
import { shownText, type TextPlace } from './shown-text.ts';
import type { Context, Frame, Mark, Visitor } from './visitor.ts';

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Fonts of a document by their dictionaries: to be kept over its pages. */
export type FontCache = Map<Dict, ContentFont>;

export interface InterpreterOptions {
  readonly file: Lookup;
  readonly visitor: Visitor;
  readonly budget: ContentBudget;
  readonly fonts: FontCache;
}

/**
 * Runs content streams (ISO 32000-2, 8 and 9) and tells a visitor of all that they do, in forms, tiling patterns, soft masks and the procedures of Type 3
 * fonts too. A pattern is run once for each painting with it, the procedure of a glyph once for its font. Broken content does what it does in viewers:
 * wrong operands do nothing. Nothing is hidden from the visitor: invisible text, layers that are off, what is clipped away.
 */
export class Interpreter {
  readonly #options: InterpreterOptions;
  /** Streams that are being run: one within itself is passed over. */
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
    if (frame.depth > depth) throw new AppError('limit-exceeded', `The content of the document has more than ${depth} forms or patterns within each other.`);
    if (visitor.enter?.(frame, frame.parent === null ? null : { frame: frame.parent, state, mark }) === false) return;
    if (frame.stream !== null) this.#active.add(frame.stream);
    try {
      new Run(frame, state, mark, { ...this.#options, interpreter: this, once: (font, code) => this.#once(font, code) }).run();
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

interface RunOptions extends InterpreterOptions {
  readonly interpreter: Interpreter;
  readonly once: (font: Dict, code: number) => boolean;
}

type Numbers = readonly number[];

/** One run of one stream. */
class Run {
  readonly #frame: Frame;
  readonly #options: RunOptions;
  readonly #saved: GraphicsState[] = [];
  readonly #path = new CurrentPath();
  #state: GraphicsState;
  #mark: Mark | null;
  #textMatrix = identity;
  #lineMatrix = identity;

  constructor(frame: Frame, state: GraphicsState, mark: Mark | null, options: RunOptions) {
    this.#frame = frame;
    this.#state = state;
    this.#mark = mark;
    this.#options = options;
  }

  run(): void {
    const { visitor, budget } = this.#options;
    for (const operation of parseContent(this.#frame.bytes)) {
      budget.operation();
      visitor.operation?.(operation, this.#context());
      this.#do(operation);
    }
  }

  #context(): Context {
    return { frame: this.#frame, state: this.#state, mark: this.#mark };
  }

  #do(operation: Operation): void {
    const { operands } = operation;
    const numbers = operands.every((operand) => typeof operand === 'number') ? (operands) : null;
    switch (operation.operator) {
      case 'q':
        if (this.#saved.length < this.#options.budget.limits.saved) this.#saved.push(this.#state);
        return;
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state;
        return;
      case 'cm':
        if (numbers?.length === 6) this.#set({ ctm: multiply(numbers as unknown as Matrix, this.#state.ctm) });
        return;
      case 'w':
        this.#set({ lineWidth: numbers?.at(-1) ?? this.#state.lineWidth });
        return;
      case 'gs':
        { this.#external(operation); return; }
      case 'm': case 'l': case 'c': case 'v': case 'y': case 'h': case 're': case 'W': case 'W*':
        { this.#path.add(operation, numbers ?? [], this.#state.ctm); return; }
      case 'S': case 's': case 'f': case 'F': case 'f*': case 'B': case 'B*': case 'b': case 'b*': case 'n':
        { this.#paint(operation); return; }
      case 'g': case 'rg': case 'k': case 'G': case 'RG': case 'K': case 'cs': case 'CS': case 'sc': case 'scn': case 'SC': case 'SCN':
        { this.#color(operation); return; }
      case 'BT':
        this.#textMatrix = this.#lineMatrix = identity;
        return;
      case 'Tc': case 'Tw': case 'Tz': case 'TL': case 'Ts': case 'Tr':
        { this.#textNumber(operation.operator, numbers?.at(-1) ?? 0); return; }
      case 'Tf':
        { this.#font(operands); return; }
      case 'Td': case 'TD': case 'T*': case 'Tm':
        { this.#position(operation.operator, numbers ?? []); return; }
      case 'Tj': case 'TJ': case "'": case '"':
        { this.#show(operation); return; }
      case 'Do':
        { this.#xobject(operation); return; }
      case 'BI':
        { this.#inline(operation); return; }
      case 'sh':
        this.#options.visitor.shading?.({ operation, object: this.#resource('Shading', operands) }, this.#context());
        return;
      case 'BMC': case 'BDC':
        { this.#beginMark(operation); return; }
      case 'EMC':
        { this.#endMark(); return; }
      default:
    }
  }

  #set(change: Partial<GraphicsState>): void {
    this.#state = { ...this.#state, ...change };
  }

  #setText(change: Partial<TextState>): void {
    this.#set({ text: { ...this.#state.text, ...change } });
  }

  /** What the last operand names, as the resources have it. */
  #entry(category: string, operands: readonly Obj[]): Obj {
    const { file } = this.#options;
    const name = operands.at(-1);
    return name instanceof Name ? (file.dict(this.#frame.resources.get(category))?.get(name.value) ?? null) : null;
  }

  #resource(category: string, operands: readonly Obj[]): Exclude<Obj, Ref> {
    return this.#options.file.resolve(this.#entry(category, operands));
  }

  #external(operation: Operation): void {
    const { file } = this.#options;
    const dict = this.#resource('ExtGState', operation.operands);
    if (!(dict instanceof Dict)) return;
    const width = file.number(dict.get('LW'));
    this.#set({ external: [...this.#state.external.slice(-15), dict], ...(width !== null && { lineWidth: width }) });
    const [font = null, size = null] = file.array(dict.get('Font')) ?? [];
    const found = file.dict(font);
    if (found !== null) this.#setText({ font: this.#opened(found), fontName: null, fontSize: file.number(size) ?? 0 });
    const group = file.dict(dict.get('SMask'))?.get('G') ?? null;
    const stream = file.stream(group);
    if (stream !== null) this.#form(operation, { stream, num: numOf(group), kind: 'soft-mask' });
  }

  #paint(operation: Operation): void {
    const { operator } = operation;
    if (operator === 's' || operator === 'b' || operator === 'b*') this.#path.close();
    const { construction, subpaths, bounds, clip } = this.#path.take();
    const fill = operator.endsWith('*') ? 'evenodd' : /^[fFBb]$/.test(operator) ? 'nonzero' : null;
    const stroke = /^[SsBb]/.test(operator);
    this.#options.visitor.path?.({ operation, construction, subpaths, bounds, fill, stroke, clip }, this.#context());
    if (fill !== null) this.#pattern(this.#state.fill, bounds);
    if (stroke) this.#pattern(this.#state.stroke, bounds);
    if (clip !== null) this.#set({ clip: intersection(this.#state.clip, bounds) });
  }

  #color({ operator, operands, ...place }: Operation): void {
    const side = operator === operator.toLowerCase() ? 'fill' : 'stroke';
    const components = operands.filter((operand) => typeof operand === 'number');
    const device = ({ g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' } as const)[operator.toLowerCase()];
    if (device !== undefined) { this.#set({ [side]: { space: new Name(device), components, pattern: null } }); return; }
    const name = operands.at(-1);
    if (operator === 'cs' || operator === 'CS') {
      this.#set({ [side]: { space: this.#resource('ColorSpace', operands) ?? name ?? null, components: [], pattern: null } }); return;
    }
    const pattern = name instanceof Name ? { name: name.value, object: this.#entry('Pattern', operands), operation: { operator, operands, ...place }, frame: this.#frame } : null;
    this.#set({ [side]: { ...this.#state[side], components, pattern } });
  }

  /** Runs the cell of a tiling pattern (8.7.3). */
  #pattern({ pattern }: Color, painted: Box | null): void {
    const { file, interpreter } = this.#options;
    const stream = pattern === null ? null : file.stream(pattern.object);
    if (pattern === null || stream === null) return;
    const { dict } = stream;
    const base = multiply(matrixOf(file, dict.get('Matrix')), pattern.frame.base);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(file, dict.get('BBox'));
    const tiling = { xStep: file.number(dict.get('XStep')) ?? 0, yStep: file.number(dict.get('YStep')) ?? 0, bbox: [x0, y0, x1, y1] as const, painted };
    const { depth } = this.#frame;
    interpreter.run({ ...this.#child(stream, numOf(pattern.object), pattern.operation), kind: 'pattern', name: pattern.name, parent: pattern.frame, depth: depth + 1, base, tiling }, undefined, this.#mark);
  }

  #child(stream: Stream, num: number, operation: Operation): Omit<Frame, 'kind' | 'base'> {
    const { file } = this.#options;
    const frame = this.#frame;
    const name = operation.operands.at(-1);
    return {
      bytes: contentBytes(stream), resources: file.dict(stream.dict.get('Resources')) ?? frame.resources, stream, num, parent: frame, operation,
      name: name instanceof Name ? name.value : '', depth: frame.depth + 1,
    };
  }

  #textNumber(operator: string, value: number): void {
    if (operator === 'Tc') this.#setText({ charSpace: value });
    else if (operator === 'Tw') this.#setText({ wordSpace: value });
    else if (operator === 'Tz') this.#setText({ scale: value / 100 });
    else if (operator === 'TL') this.#setText({ leading: value });
    else if (operator === 'Ts') this.#setText({ rise: value });
    else this.#setText({ render: value });
  }

  #font(operands: readonly Obj[]): void {
    const size = operands.at(-1);
    const dict = this.#resource('Font', operands.slice(0, -1));
    const name = operands.at(-2);
    if (typeof size !== 'number') return;
    this.#setText({ font: dict instanceof Dict ? this.#opened(dict) : null, fontName: name instanceof Name ? name.value : null, fontSize: size });
  }

  #opened(dict: Dict): ContentFont {
    const { fonts, file } = this.#options;
    const known = fonts.get(dict);
    if (known !== undefined) return known;
    const font = openFont(file, dict);
    fonts.set(dict, font);
    return font;
  }

  #position(operator: string, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: Numbers): void {
    if (operator === 'Tm') this.#lineMatrix = [a, b, c, d, e, f];
    else {
      if (operator === 'TD') this.#setText({ leading: -b });
      const [x, y] = operator === 'T*' ? [0, -this.#state.text.leading] : [a, b];
      this.#lineMatrix = multiply([1, 0, 0, 1, x, y], this.#lineMatrix);
    }
    this.#textMatrix = this.#lineMatrix;
  }

  #show(operation: Operation): void {
    const { visitor, budget } = this.#options;
    const { operator, operands } = operation;
    if (operator === '"') {
      const [word, character] = operands;
      this.#setText({ wordSpace: typeof word === 'number' ? word : 0, charSpace: typeof character === 'number' ? character : 0 });
    }
    if (operator === "'" || operator === '"') this.#position('T*', []);
    const last = operands.at(-1) ?? null;
    const elements = operator === 'TJ' ? (Array.isArray(last) ? last : []) : [last];
    const place: TextPlace = { matrix: this.#textMatrix, ctm: this.#state.ctm, text: this.#state.text };
    const { shown, matrix } = shownText(operation, elements, place);
    budget.glyphs(shown.glyphs.length);
    this.#textMatrix = matrix;
    visitor.text?.(shown, this.#context());
    const { font, render } = this.#state.text;
    if (font?.kind === 'type3') this.#glyphs(operation, font, shown.matrix, shown.glyphs.map(({ code }) => code));
    const bounds = this.#state.fill.pattern === null && this.#state.stroke.pattern === null ? null : quadsBox(shown.glyphs.map(({ quad }) => quad));
    if (render % 4 === 0 || render % 4 === 2) this.#pattern(this.#state.fill, bounds);
    if (render % 4 === 1 || render % 4 === 2) this.#pattern(this.#state.stroke, bounds);
  }

  /** The procedures of a Type 3 font (9.6.4), each once. */
  #glyphs(operation: Operation, font: ContentFont, matrix: Matrix, codes: readonly number[]): void {
    const { file, interpreter, once } = this.#options;
    for (const code of codes) {
      const stream = once(font.dict, code) ? font.procedure(code) : null;
      if (stream === null) continue;
      const base = multiply(font.matrix, matrix);
      const resources = file.dict(font.dict.get('Resources')) ?? this.#frame.resources;
      const entry = file.dict(font.dict.get('CharProcs'))?.get(font.glyphName(code) ?? '') ?? null;
      const frame: Frame = { ...this.#child(stream, numOf(entry), operation), kind: 'glyph', name: this.#state.text.fontName ?? '', resources, base, glyph: { font, code } };
      interpreter.run(frame, { ...this.#state, ctm: base }, this.#mark);
    }
  }

  #xobject(operation: Operation): void {
    const { file, visitor } = this.#options;
    const entry = this.#entry('XObject', operation.operands);
    const stream = file.resolve(entry);
    const name = operation.operands.at(-1);
    if (!(stream instanceof Stream) || !(name instanceof Name)) return;
    if (isName(file.resolve(stream.dict.get('Subtype')), 'Image')) {
      visitor.image?.({ operation, stream, inline: null, dict: stream.dict, name: name.value, num: numOf(entry), matrix: this.#state.ctm }, this.#context());
      this.#stencil(stream.dict);
    } else this.#form(operation, { stream, num: numOf(entry), kind: 'form' });
  }

  #form(operation: Operation, { stream, num, kind }: { readonly stream: Stream; readonly num: number; readonly kind: 'form' | 'soft-mask' }): void {
    const { file, interpreter } = this.#options;
    const base = multiply(matrixOf(file, stream.dict.get('Matrix')), this.#state.ctm);
    interpreter.run({ ...this.#child(stream, num, operation), kind, base }, { ...this.#state, ctm: base }, this.#mark);
  }

  #inline(operation: Operation): void {
    const { image } = operation;
    if (image === undefined) return;
    const dict = fullImageDict(image.dict);
    this.#options.visitor.image?.({ operation, stream: null, inline: image, dict, name: '', num: 0, matrix: this.#state.ctm }, this.#context());
    this.#stencil(dict);
  }

  /** A stencil mask is painted with the fill colour (8.9.6.2), which may be a pattern. */
  #stencil(dict: Dict): void {
    if (this.#state.fill.pattern === null || this.#options.file.resolve(dict.get('ImageMask')) !== true) return;
    const { x0, y0, x1, y1 } = mapRect(this.#state.ctm, { x0: 0, y0: 0, x1: 1, y1: 1 });
    this.#pattern(this.#state.fill, [x0, y0, x1, y1]);
  }

  #beginMark(operation: Operation): void {
    const { file, visitor } = this.#options;
    const { operands } = operation;
    const tag = operands[0];
    const written = operation.operator === 'BDC' ? operands.at(-1) : null;
    const properties = written instanceof Name ? this.#resource('Properties', operands) : (written ?? null);
    const own = properties instanceof Dict ? properties : null;
    const mark: Mark = {
      tag: tag instanceof Name ? tag.value : '', properties: own, name: written instanceof Name ? written.value : null,
      mcid: file.number(own?.get('MCID') ?? null), operation, frame: this.#frame, parent: this.#mark,
    };
    this.#mark = mark;
    visitor.mark?.(mark, this.#context());
  }

  /** A sequence ends in the stream in which it began (14.6.2). */
  #endMark(): void {
    const mark = this.#mark;
    if (mark?.frame !== this.#frame) return;
    this.#mark = mark.parent;
    this.#options.visitor.endMark?.(mark, this.#context());
  }
}

/** The bytes of a content stream; one with a filter of pictures on it has none. */
export function contentBytes(stream: Stream): Buffer {
  const { bytes, filters } = stream.decoded();
  return filters.length === 0 ? bytes : Buffer.alloc(0);
}

export const numOf = (obj: Obj): number => (obj instanceof Ref ? obj.num : 0);

export function numbersOf(file: Lookup, obj: Obj): number[] {
  return (file.array(obj) ?? []).map((entry) => file.number(entry) ?? 0);
}

export function matrixOf(file: Lookup, obj: Obj): Matrix {
  const numbers = numbersOf(file, obj);
  return numbers.length === 6 ? (numbers as unknown as Matrix) : identity;
}

function intersection(one: Box | null, other: Box | null): Box {
  if (other === null) return [0, 0, 0, 0];
  if (one === null) return other;
  const box: Box = [Math.max(one[0], other[0]), Math.max(one[1], other[1]), Math.min(one[2], other[2]), Math.min(one[3], other[3])];
  return box[2] >= box[0] && box[3] >= box[1] ? box : [0, 0, 0, 0];
}

/** The upright box around the unit square as a matrix maps it: of an image (ISO 32000-2, 8.9.5). */
export function unitBox([a, b, c, d, e, f]: Matrix): Box {
  return [e + Math.min(0, a, c, a + c), f + Math.min(0, b, d, b + d), e + Math.max(0, a, c, a + c), f + Math.max(0, b, d, b + d)];
}

/** The upright box around quads; null for none. */
export function quadsBox(quads: readonly (readonly number[])[]): Box | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const quad of quads) {
    for (let at = 0; at < 8; at += 2) {
      [x0, x1] = [Math.min(x0, quad[at] ?? 0), Math.max(x1, quad[at] ?? 0)];
      [y0, y1] = [Math.min(y0, quad[at + 1] ?? 0), Math.max(y1, quad[at + 1] ?? 0)];
    }
  }
  return x1 >= x0 ? [x0, y0, x1, y1] : null;
}

