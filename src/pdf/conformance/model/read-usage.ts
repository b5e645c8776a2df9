import { ContentBudget } from '../../content/budget.ts';
import type { ContentFont } from '../../content/fonts/content-font.ts';
import type { Box } from '../../content/graphics-state.ts';
import { contentBytes, identity, Interpreter, numOf, quadsBox, unitBox } from '../../content/interpreter.ts';
import type { Operation } from '../../content/operation.ts';
import { runPage } from '../../content/run-page.ts';
import type { Context, Frame, Mark, PaintedImage, Visitor } from '../../content/visitor.ts';
import { Dict, Name, type Obj, type Stream } from '../../raw/objects.ts';
import type { PdfFile, PdfPage } from '../../raw/pdf-file.ts';
import type { Place } from '../rule.ts';
import { ContentLexemes } from './content-lexemes.ts';
import { Markings } from './markings.ts';
import { isKnownOperator } from './operators.ts';
import type { ResourceUse } from './resource-uses.ts';
import type { StructureTree } from './structure-tree.ts';
import { Usage, type MarkedPiece, type UsedCode, type UsedImage } from './usage.ts';

/** Forms within each other: a document may have more than a page of any use needs, and still conform. */
export const deepestForms = 100;

/** Pieces of a kind that are kept. */
const most = 10_000;

/** Runs all content once. @throws AppError `limit-exceeded` */
export function readUsage(file: PdfFile, structure: StructureTree): Usage {
  const usage = new Usage(file);
  const budget = new ContentBudget({ depth: deepestForms });
  const fonts = new Map<Dict, ContentFont>();
  const pass = new Pass(file, structure, usage);
  file.pages().forEach((page, index) => {
    pass.begin(page, index + 1);
    runPage(file, page, pass, { budget, fonts });
    for (const glyph of pass.glyphsNotShown()) new Interpreter({ file, visitor: pass, budget, fonts }).run(glyph);
  });
  return usage;
}

/** Looks at the content of one page after the other. */
class Pass implements Visitor {
  readonly #file: PdfFile;
  readonly #structure: StructureTree;
  readonly #usage: Usage;
  readonly #lexemes: ContentLexemes;
  readonly #markings: Markings;
  readonly #saves = new Map<Frame, { depth: number; deepest: number }>();
  readonly #entered = new Map<Stream, Set<string>>();
  readonly #documentLang: boolean;
  /** The resource of each category that was found last: content asks for the same again and again. */
  readonly #found = new Map<string, { readonly frame: Frame; readonly name: string }>();
  readonly #type3 = new Set<ContentFont>();
  #page: PdfPage | null = null;
  #number = 0;
  #placed: { readonly frame: Frame; readonly place: Place } | null = null;

  constructor(file: PdfFile, structure: StructureTree, usage: Usage) {
    this.#file = file;
    this.#structure = structure;
    this.#usage = usage;
    this.#lexemes = new ContentLexemes(usage.lexemes);
    this.#markings = new Markings(file, structure);
    this.#documentLang = file.string(file.catalog.get('Lang')) !== null;
  }

  begin(page: PdfPage, number: number): void {
    this.#page = page;
    this.#number = number;
    this.#placed = null;
    this.#markings.begin(page);
    this.#usage.colours.begin(page, number);
    this.#usage.transparency.begin(page, number);
  }

  /** Procedures of the Type 3 fonts that the page uses: those that it does not show keep the rules, too. */
  *glyphsNotShown(): Generator<Frame> {
    const fonts = [...this.#type3];
    this.#type3.clear();
    for (const font of fonts) {
      for (const [name, entry] of this.#file.dict(font.dict.get('CharProcs')) ?? new Dict()) {
        const stream = this.#file.stream(entry);
        if (stream === null || this.#entered.has(stream)) continue;
        const resources = this.#file.dict(font.dict.get('Resources')) ?? this.#page?.resources ?? new Dict();
        yield { kind: 'glyph', bytes: contentBytes(stream), resources, stream, num: numOf(entry), parent: null, operation: null, name, base: identity, depth: 1, glyph: { font, code: -1 } };
      }
    }
  }

  /** One object for all that is in a frame: content has very many operations. */
  #place(frame: Frame): Place {
    if (frame === this.#placed?.frame) return this.#placed.place;
    const place = this.#placeOf(frame);
    this.#placed = { frame, place };
    return place;
  }

  #placeOf(frame: Frame): Place {
    const object = frame.num > 0 ? frame.num : frame.kind === 'page' ? this.#page?.ref?.num : undefined;
    return { page: this.#number, object };
  }

  enter(frame: Frame, context: Context | null): boolean | undefined {
    const { stream } = frame;
    const usage = this.#usage;
    if (stream !== null && frame.kind !== 'page') {
      const place = this.#place(frame);
      const known = usage.forms.get(stream.dict);
      if (known) known.times += 1;
      else if (frame.kind === 'form' || frame.kind === 'appearance') usage.forms.set(stream.dict, { place, dict: stream.dict, stream, times: 1, tagged: false });
      if (this.#file.name(stream.dict.get('Subtype')) === 'PS') return false;
      // What is drawn again in the same circumstances says nothing new.
      const around = `${this.#number} ${context === null ? '' : this.#markings.of(context.mark)} ${usage.colours.blendOf(frame.parent) ?? ''}`;
      const times = this.#entered.get(stream) ?? new Set();
      this.#entered.set(stream, times);
      if (times.size === times.add(around).size) return false;
    }
    usage.colours.enter(frame, this.#place(frame));
    usage.transparency.enter(frame, this.#place(frame));
    this.#saves.set(frame, { depth: 0, deepest: 0 });
    return undefined;
  }

  leave(frame: Frame): void {
    const place = this.#place(frame);
    this.#lexemes.finish(frame.bytes, place);
    const saves = this.#saves.get(frame);
    if (saves !== undefined && saves.deepest > 0) this.#usage.deepestSaves.push({ place, depth: saves.deepest });
    this.#saves.delete(frame);
  }

  operation(operation: Operation, context: Context): void {
    const { operator, operands } = operation;
    const { frame } = context;
    const usage = this.#usage;
    if (!isKnownOperator(operator)) {
      if (usage.unknownOperators.length < most) usage.unknownOperators.push({ place: this.#place(frame), operator });
      return;
    }
    const saves = this.#saves.get(frame);
    if (operator === 'q' && saves !== undefined) saves.deepest = Math.max(saves.deepest, (saves.depth += 1));
    else if (operator === 'Q' && saves !== undefined) saves.depth = Math.max(0, saves.depth - 1);
    else if (operator === 'ri' && operands[0] instanceof Name) usage.intents.push({ place: this.#place(frame), name: operands[0].value });
    else if (operator === 'BI' && operation.image) this.#lexemes.image(frame.bytes, operation.start, operation.image.data);
    else if (operator === 'gs') this.#external(operation, frame);
    this.#resource(operation, frame);
    usage.colours.operation(operation, context, this.#place(frame));
  }

  #external({ operands }: Operation, frame: Frame): void {
    const [name] = operands;
    const dict = name instanceof Name ? this.#file.dict(this.#file.dict(frame.resources.get('ExtGState'))?.get(name.value) ?? null) : null;
    if (dict === null) return;
    if (!this.#usage.states.has(dict)) this.#usage.states.set(dict, { place: this.#place(frame), dict });
    this.#usage.transparency.state(dict, this.#place(frame));
  }

  #resource(operation: Operation, frame: Frame): void {
    const use = this.#usage.resources.of(operation);
    if (use === null) return;
    const before = this.#found.get(use.category);
    if (before?.frame === frame && before.name === use.name) return;
    const own = this.#ownResources(frame);
    const has = (dict: Dict | null) => this.#file.resolve(this.#file.dict(dict?.get(use.category) ?? null)?.get(use.name) ?? null) !== null;
    if (has(own)) {
      this.#found.set(use.category, { frame, name: use.name });
      return;
    }
    let around: Frame | null = frame;
    let found = has(frame.resources);
    for (; around !== null && !found; around = around.parent) found = has(around.resources);
    found ||= has(this.#page?.resources ?? null);
    const entry: ResourceUse & { place: Place } = { ...use, place: this.#place(frame) };
    (found ? this.#usage.resources.inherited : this.#usage.resources.undefined).push(entry);
  }

  /** Resources that the content stream has itself, not through what it is used by. */
  #ownResources(frame: Frame): Dict | null {
    if (frame.kind === 'page') return this.#file.dict(this.#page?.dict.get('Resources') ?? null);
    if (frame.kind === 'glyph') return this.#file.dict(frame.glyph?.font.dict.get('Resources') ?? null) ?? this.#file.dict(frame.stream?.dict.get('Resources') ?? null);
    return this.#file.dict(frame.stream?.dict.get('Resources') ?? null);
  }

  text({ font, glyphs }: Parameters<NonNullable<Visitor['text']>>[0], context: Context): void {
    const { state, mark, frame } = context;
    const place = this.#place(frame);
    if (glyphs.length === 0) return;
    const visible = state.text.render !== 3;
    if (font !== null) {
      const used = this.#usage.fonts.get(font.dict) ?? { place, dict: font.dict, font, codes: new Map<number, UsedCode>() };
      this.#usage.fonts.set(font.dict, used);
      if (font.kind === 'type3') this.#type3.add(font);
      const bare = !this.#markings.hasActualText(mark);
      for (const { code } of glyphs) {
        const known = used.codes.get(code);
        if (known === undefined) used.codes.set(code, { place, visible, bare });
        else {
          known.visible ||= visible;
          known.bare ||= bare;
        }
      }
    }
    const { render } = state.text;
    if (font?.kind !== 'type3') this.#paint(context, { fill: render % 4 === 0 || render % 4 === 2, stroke: render % 4 === 1 || render % 4 === 2 });
    const box = () => quadsBox(glyphs.map(({ quad }) => quad));
    this.#piece(context, 'text', box);
    if (!this.#documentLang && isPageContent(frame)) this.#language(context, box);
  }

  path({ fill, stroke, bounds }: Parameters<NonNullable<Visitor['path']>>[0], context: Context): void {
    if (fill === null && !stroke) return;
    this.#paint(context, { fill: fill !== null, stroke });
    this.#piece(context, 'a drawing', () => bounds);
  }

  image(image: PaintedImage, context: Context): void {
    const { frame } = context;
    const place = image.num > 0 ? { page: this.#number, object: image.num } : this.#place(frame);
    const used: UsedImage = { place, dict: image.dict, inline: image.inline !== null, stream: image.stream, resources: frame.resources };
    if (image.inline !== null) this.#usage.inlineImages.push(used);
    else if (!this.#usage.images.has(image.dict)) this.#usage.images.set(image.dict, used);
    this.#usage.colours.image(image.dict, context, place);
    this.#usage.transparency.image(image.dict, place);
    this.#paint(context, { fill: true, stroke: false }, image.dict.get('ImageMask') !== true);
    this.#piece(context, 'an image', () => unitBox(image.matrix));
  }

  shading({ object }: { object: Obj }, context: Context): void {
    this.#usage.colours.shading(this.#file.dict(object), context, this.#place(context.frame));
    this.#usage.transparency.paint(context.state, this.#place(context.frame));
    this.#piece(context, 'a shading', () => context.state.clip);
  }

  mark(mark: Mark, context: Context): void {
    const place = this.#place(context.frame);
    if (isPageContent(context.frame)) {
      const around = this.#markings.of(mark.parent);
      if (mark.tag === 'Artifact' && this.#markings.nodeOf(mark) !== null) this.#keep(this.#usage.contentInArtifacts, () => ({ place, what: 'tagged content' }));
      else if (mark.tag === 'Artifact' && around === 'tagged') this.#keep(this.#usage.artifactsInContent, () => ({ place, what: 'an artifact' }));
      if (mark.tag !== 'Artifact' && around === 'artifact' && this.#markings.nodeOf(mark) !== null) this.#keep(this.#usage.contentInArtifacts, () => ({ place, what: mark.tag }));
    }
    if (mark.mcid !== null) {
      const form = context.frame.stream === null ? undefined : this.#usage.forms.get(context.frame.stream.dict);
      if (form) form.tagged = true;
    }
    if (mark.properties !== null && this.#usage.sequences.length < most && mark.properties.size > (mark.mcid === null ? 0 : 1)) {
      this.#usage.sequences.push({ place, tag: mark.tag, properties: mark.properties, node: this.#markings.nodeAround(mark), lang: this.#markings.langOf(mark) });
    }
  }

  #paint({ state, frame }: Context, sides: { fill: boolean; stroke: boolean }, image = false): void {
    const place = this.#place(frame);
    this.#usage.colours.paint(state, frame, sides, place, image);
    if (sides.fill || sides.stroke) this.#usage.transparency.paint(state, place);
  }

  #piece({ frame, mark }: Context, what: string, box: () => Box | null): void {
    if (isPageContent(frame) && this.#markings.of(mark) === 'none' && !this.#isStructured(frame)) this.#keep(this.#usage.unmarked, () => ({ place: this.#shown(frame, box()), what }));
  }

  /** A form that the structure tree has as a whole. */
  #isStructured(frame: Frame): boolean {
    for (let at: Frame | null = frame; at !== null; at = at.parent) if (at.stream !== null && this.#structure.byObject.has(at.stream.dict)) return true;
    return false;
  }

  #shown(frame: Frame, box: Box | null): Place {
    return { ...this.#place(frame), ...(box !== null && { rectangle: box }) };
  }

  #keep(list: MarkedPiece[], piece: () => MarkedPiece): void {
    if (list.length < most) list.push(piece());
  }

  #language({ frame, mark }: Context, box: () => Box | null): void {
    const node = this.#markings.nodeAround(mark);
    if (this.#markings.langOf(mark) !== null) return;
    for (let at = node; at !== null; at = at.parent) if (at.lang !== null) return;
    if (this.#markings.of(mark) !== 'artifact') this.#keep(this.#usage.languageless, () => ({ place: this.#shown(frame, box()), what: 'text' }));
  }

}

/** Content of a page or of forms on it: not of annotations, patterns, glyphs or masks. */
function isPageContent(frame: Frame): boolean {
  for (let at: Frame | null = frame; at !== null; at = at.parent) if (at.kind !== 'page' && at.kind !== 'form') return false;
  return true;
}
