import { quadsBox, unitBox } from '../../../content/state/boxes.ts';
import { ContentBudget } from '../../../content/budget.ts';
import type { ContentFont } from '../../../content/fonts/content-font.ts';
import { Interpreter } from '../../../content/interpreter.ts';
import type { Operation } from '../../../content/operation.ts';
import { runPage } from '../../../content/run-page.ts';
import type { Context, Mark, PaintedImage, PaintedPath, ShownText, Visitor } from '../../../content/visitor.ts';
import type { Frame } from '../../../content/state/frame.ts';
import type { Dict } from '../../../objects/objects.ts';
import { Name, type Obj, type Stream } from '../../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../../file/pdf-file.ts';
import type { ObjectLocation } from '../../object-location.ts';
import { ContentLexemes } from './content-lexemes.ts';
import { MarkedContent } from '../structure/marked-content.ts';
import { speaksOf } from './operators.ts';
import { ResourceFinder } from './resource-finder.ts';
import { SaveDepths } from './save-depths.ts';
import type { StructureTree } from '../structure/structure-tree.ts';
import { type3Procedures } from './type3-procedures.ts';
import { Usage, type UsedCode, type UsedImage } from './usage.ts';

/** Depth of nested forms. Far more than documents need, because deep nesting may still conform. */
export const maxFormDepth = 100;

/** Recorded operators of each kind. */
const maxCount = 10_000;

/**
 * Runs all content once, and records what it uses.
 * @throws AppError `limit-exceeded`
 */
export function readUsage(file: PdfFile, structure: StructureTree): Usage {
  const usage = new Usage(file);
  const budget = new ContentBudget({ depth: maxFormDepth });
  const fonts = new Map<Dict, ContentFont>();
  const pass = new Pass(file, structure, usage);
  file.pages().forEach((page, index) => {
    pass.begin(page, index + 1);
    runPage(file, page, pass, { budget, fonts });
    for (const glyph of pass.glyphsNotShown()) new Interpreter({ file, visitor: pass, budget, fonts }).run(glyph);
  });
  return usage;
}

/** Visits the content of all pages in order. */
class Pass implements Visitor {
  readonly #file: PdfFile;
  readonly #usage: Usage;
  readonly #lexemes: ContentLexemes;
  readonly #marked: MarkedContent;
  readonly #resources: ResourceFinder;
  readonly #saves = new SaveDepths();
  readonly #entered = new Map<Stream, Set<string>>();
  readonly #type3 = new Set<ContentFont>();
  #page: PdfPage | null = null;
  #number = 0;
  #placed: { readonly frame: Frame; readonly place: ObjectLocation } | null = null;

  constructor(file: PdfFile, structure: StructureTree, usage: Usage) {
    this.#file = file;
    this.#usage = usage;
    this.#lexemes = new ContentLexemes(usage.lexemes);
    this.#marked = new MarkedContent(file, structure, usage);
    this.#resources = new ResourceFinder(file, usage.resources);
  }

  begin(page: PdfPage, number: number): void {
    this.#page = page;
    this.#number = number;
    this.#placed = null;
    this.#marked.begin(page);
    this.#usage.colours.begin(page, number);
    this.#usage.transparency.begin(page, number);
  }

  /** Procedures of the page's Type 3 fonts that it does not show; rules apply to them, too. */
  *glyphsNotShown(): Generator<Frame> {
    const fonts = [...this.#type3];
    this.#type3.clear();
    const options = { pageResources: this.#page?.resources, skips: (stream: Stream) => this.#entered.has(stream) };
    for (const font of fonts) yield* type3Procedures(this.#file, font, options);
  }

  /** The place of a frame, shared by all its operations. */
  #place(frame: Frame): ObjectLocation {
    if (frame === this.#placed?.frame) return this.#placed.place;
    const place = this.#placeOf(frame);
    this.#placed = { frame, place };
    return place;
  }

  #placeOf(frame: Frame): ObjectLocation {
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
      else if (frame.kind === 'form' || frame.kind === 'appearance')
        usage.forms.set(stream.dict, { place, dict: stream.dict, stream, times: 1, tagged: false });
      if (this.#file.name(stream.dict.get('Subtype')) === 'PS') return false;
      // Repeated content in equal circumstances adds nothing.
      const around =
        `${this.#number} ${context === null ? '' : this.#marked.markings.of(context.mark)} ` +
        (usage.colours.blendOf(frame.parent) ?? '');
      const times = this.#entered.get(stream) ?? new Set();
      this.#entered.set(stream, times);
      if (times.size === times.add(around).size) return false;
    }
    usage.colours.enter(frame, this.#place(frame));
    usage.transparency.enter(frame, this.#place(frame));
    this.#saves.enter(frame);
    return undefined;
  }

  leave(frame: Frame): void {
    const place = this.#place(frame);
    this.#lexemes.finish(frame.bytes, place);
    const depth = this.#saves.leave(frame);
    if (depth > 0) this.#usage.saveDepths.push({ place, depth });
  }

  operation(operation: Operation, context: Context): void {
    const { operator, operands } = operation;
    const speaks = speaksOf(operator);
    if (speaks === 'nothing') return;
    const { frame } = context;
    const place = this.#place(frame);
    if (speaks === 'unknown') {
      if (this.#usage.unknownOperators.length < maxCount) this.#usage.unknownOperators.push({ place, operator });
      return;
    }
    if (operator === 'q' || operator === 'Q') this.#saves.operation(operator, frame);
    else if (operator === 'ri' && operands[0] instanceof Name)
      this.#usage.intents.push({ place, name: operands[0].value });
    else if (operator === 'BI' && operation.image)
      this.#lexemes.image(frame.bytes, operation.start, operation.image.data);
    else if (operator === 'gs') this.#external(operation, frame);
    this.#resources.look(operation, frame, this.#page, place);
    this.#usage.colours.operation(operation, context, place);
  }

  #external({ operands }: Operation, frame: Frame): void {
    const [name] = operands;
    const dict =
      name instanceof Name
        ? this.#file.dict(this.#file.dict(frame.resources.get('ExtGState'))?.get(name.value) ?? null)
        : null;
    if (dict === null) return;
    if (!this.#usage.states.has(dict)) this.#usage.states.set(dict, { place: this.#place(frame), dict });
    this.#usage.transparency.state(dict, this.#place(frame));
  }

  text(shown: ShownText, context: Context): void {
    const { font, codes } = shown;
    const { state, mark, frame } = context;
    const { render } = state.text;
    if (codes.length === 0) return;
    const place = this.#place(frame);
    this.#codes(shown, render !== 3, !this.#marked.markings.hasActualText(mark), place);
    if (font?.kind === 'type3') this.#type3.add(font);
    else this.#paint(context, render % 4 === 0 || render % 4 === 2, render % 4 === 1 || render % 4 === 2);
    this.#marked.text(context, place, () => quadsBox(shown.glyphs.map(({ quad }) => quad)));
  }

  #codes({ font, codes }: ShownText, visible: boolean, bare: boolean, place: ObjectLocation): void {
    if (font === null) return;
    const used = this.#usage.fonts.get(font.dict) ?? {
      place,
      dict: font.dict,
      font,
      codes: new Map<number, UsedCode>(),
    };
    this.#usage.fonts.set(font.dict, used);
    for (const { code } of codes) {
      const known = used.codes.get(code);
      if (known === undefined) used.codes.set(code, { place, visible, bare });
      else {
        known.visible ||= visible;
        known.bare ||= bare;
      }
    }
  }

  path({ fill, stroke, bounds }: PaintedPath, context: Context): void {
    if (fill === null && !stroke) return;
    this.#paint(context, fill !== null, stroke);
    this.#marked.piece(context, 'a drawing', this.#place(context.frame), () => bounds);
  }

  image(image: PaintedImage, context: Context): void {
    const { frame } = context;
    const place = image.num > 0 ? { page: this.#number, object: image.num } : this.#place(frame);
    const used: UsedImage = {
      place,
      dict: image.dict,
      inline: image.inline !== null,
      stream: image.stream,
      resources: frame.resources,
    };
    if (image.inline !== null) this.#usage.inlineImages.push(used);
    else if (!this.#usage.images.has(image.dict)) this.#usage.images.set(image.dict, used);
    this.#usage.colours.image(image.dict, context, place);
    this.#usage.transparency.image(image.dict, place);
    // An image that is no stencil does not use the fill colour.
    if (image.dict.get('ImageMask') === true) this.#paint(context, true, false);
    else this.#usage.transparency.paint(context.state, this.#place(frame));
    this.#marked.piece(context, 'an image', this.#place(frame), () => unitBox(image.matrix));
  }

  shading({ object }: { object: Obj }, context: Context): void {
    const place = this.#place(context.frame);
    this.#usage.colours.shading(this.#file.dict(object), context, place);
    this.#usage.transparency.paint(context.state, place);
    this.#marked.piece(context, 'a shading', place, () => context.state.clip);
  }

  mark(mark: Mark, context: Context): void {
    this.#marked.mark(mark, context, this.#place(context.frame));
  }

  #paint({ state, frame }: Context, fill: boolean, stroke: boolean): void {
    if (!fill && !stroke) return;
    const place = this.#place(frame);
    this.#usage.colours.paint(state, frame, { fill, stroke }, place);
    this.#usage.transparency.paint(state, place);
  }
}
