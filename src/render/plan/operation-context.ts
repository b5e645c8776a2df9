import type { Position } from '../model/types/position.ts';
import { currentSheet, placeAnchor, recallAnchors, sheetId } from './sheets.ts';
import { markComplete } from '../complete/mark-complete.ts';
import type { CompleteHtml } from '../complete/read-complete.ts';
import { directionOf } from '../compose/direction.ts';
import { insidePage, type Document } from '../model/document.ts';
import type { CompleteSegment, FlowSegment, Sheet, TablePiece } from '../model/segments.ts';
import { type Asset } from '../model/types/asset.ts';
import { highlight, whyLeftOut } from '../html/highlight.ts';
import { attributes } from '../html/html.ts';
import { maxPixels } from '../html/image-kind.ts';
import { noteHeadings, noteOwnHeadings } from '../numbering/note-headings.ts';
import { contentWidth, pastRightMargin, placedHtml } from './placed-html.ts';
import type { AddedComplete, CodeOptions, Resources } from './resources.ts';
import { addSheet, type ContentSheet } from '../typeset/styles/stretch-styles.ts';
import { composeInside, type Run } from '../compose/compose-nested.ts';
import { withMarks } from '../typeset/index/index-marks.ts';
import type { Step } from '../model/types/step.ts';
import { referenceHtml, textHtml, type NewReference } from '../typeset/references/reference-html.ts';
import type { Template } from '../templates/templates.ts';
import { waitsOf, type WaitForOptions } from '../compose/wait-for.ts';

/**
 * What one operation sees of the document around it: the target of its HTML, and the values that it shares with its
 * neighbours.
 */
export class OperationContext {
  readonly #document: Document;
  readonly #step: Step;
  readonly #resources: Resources;
  readonly #run: Run;

  /** `run` composes the lists of steps inside the step. */
  constructor(document: Document, step: Step, resources: Resources, run: Run = () => undefined) {
    this.#document = document;
    this.#step = step;
    this.#resources = resources;
    this.#run = run;
  }

  get templates(): readonly Template[] {
    return this.#resources.templates;
  }

  /** The language of the operation, else of the document. */
  get lang(): string {
    return this.#step.lang ?? this.#document.lang;
  }

  get position(): Position | undefined {
    return this.#step.position;
  }

  /** Font size in points that `set_font` has set for this place; `null` where it has set none. */
  get fontSize(): number | null {
    return this.#document.fontSize;
  }

  /** Colours of the document for charts; `undefined` where it has none of its own. */
  get palette(): readonly string[] | undefined {
    return this.#document.palette;
  }

  /** Points that the content may be wide: see `contentWidth`. */
  get contentWidth(): number {
    return contentWidth(this.#document, this.#step.position);
  }

  /** JSON Pointer to the operation, or to one of its fields. */
  pointer(field?: string): string {
    return field === undefined ? this.#step.pointer : `${this.#step.pointer}/${field}`;
  }

  warn(code: string, message: string, field?: string): void {
    this.#document.warnings.push({ code, message, pointer: this.pointer(field) });
  }

  /** A number that nothing else in the document has. */
  unique(): number {
    return (this.#document.counter += 1);
  }

  /** The attributes of the operation's outermost element: its own, and what `id`, `lang` and `set_font` bring. */
  attributes({ class: name, style, ...others }: Readonly<Record<string, string | undefined>> = {}): string {
    const classes = [name, this.#document.font].filter((name) => name != null).join(' ');
    return attributes({
      id: this.#step.id,
      lang: this.#step.lang,
      dir: directionOf(this.#step.lang, this.#document.lang),
      class: classes || undefined,
      style,
      ...others,
    });
  }

  /** A text of the operation as HTML, with its references; `isLinked` where it is the text of a link. */
  text(text: string, isLinked = false): string {
    return withMarks(text, (own) => textHtml(own, { document: this.#document, step: this.#step }, isLinked));
  }

  /** A reference of the operation as HTML. */
  reference(reference: NewReference): string {
    return referenceHtml({ document: this.#document, step: this.#step }, reference);
  }

  /** Code as a `<code>` element, in colours where it can have some; `field` is the one to warn of where it can not. */
  code(code: string, { language, lines, field }: CodeOptions): string {
    const { html, leftOut } = highlight(code, language, { lines, used: this.#document.highlighting });
    if (leftOut !== null) this.warn(leftOut, whyLeftOut(leftOut, language), field);
    return html;
  }

  /** Warns of elements of HTML that are certainly not printed. */
  warnOfOddities(
    { oddities }: { readonly oddities: readonly { readonly code: string; readonly message: string }[] },
    field: string,
  ): void {
    for (const { code, message } of oddities) this.warn(code, message, field);
  }

  /** Warns of images that `normalizeHtml` left out. */
  warnOfHugeImages({ hugeImages }: { readonly hugeImages: number }, field: string): void {
    if (hugeImages > 0)
      this.warn(
        'resource-failed',
        `${hugeImages} image${hugeImages === 1 ? '' : 's'} of more than ${maxPixels / 1e6} million pixels ` +
          `${hugeImages === 1 ? 'is' : 'are'} left out.`,
        field,
      );
  }

  /** The asset of that name. */
  asset(name: string): Asset | undefined {
    return this.#document.assets.find((asset) => asset.name === name);
  }

  /**
   * Puts whole elements into the flow, or at `position`. With `bookmark: false` the outline leaves their headings out.
   * With `inside: true` the operations inside have already reported their headings. `table` are the pieces of a table
   * that may be printed in parts.
   */
  add(
    html: string,
    {
      bookmark = true,
      inside = false,
      table,
    }: { readonly bookmark?: boolean; readonly inside?: boolean; readonly table?: readonly TablePiece[] } = {},
  ): void {
    const maker = { bookmarked: bookmark, pointer: this.pointer() };
    const noted = inside ? html : noteHeadings(this.#document, html, maker);
    if (!inside) this.#resources.styles?.addElements(noted);
    const { segment, sheet } = currentSheet(this.#document);
    if (this.#step.position) {
      sheet.html.push(this.#placed(segment, sheet, this.#step.position, noted));
    } else {
      if (table) sheet.tables.set(sheet.html.length, table);
      sheet.html.push(noted);
      sheet.flowed = true;
    }
  }

  /** Adds a style sheet of the content, which applies to the whole document. */
  addSheet(sheet: ContentSheet): void {
    if (this.#resources.styles) this.#resources.styles.addSheet(sheet);
    else addSheet(this.#document, sheet);
  }

  /**
   * Makes an id that other parts of the document can link to, and returns it with its kind of page. The id marks an
   * empty element in the flow, or the beginning of the next content where that begins on a new page.
   */
  anchor(): { id: string; page: string } {
    return placeAnchor(this.#document, `colophon-anchor-${this.unique()}`);
  }

  /** True where the operation stands inside another one, or at a position of its own: no page can begin there. */
  get isInside(): boolean {
    const last = this.#document.segments.at(-1);
    return this.#step.position !== undefined || (last?.kind === 'flow' && last.sheets.at(-1)?.page === insidePage);
  }

  /** Adds a complete HTML document, on pages of its own; `css` comes after its styles, `field` has the HTML. */
  addComplete(html: CompleteHtml, { scripts, waitFor, css, field }: AddedComplete): void {
    const document = this.#document;
    noteOwnHeadings(document, html, this.pointer());
    const segment: CompleteSegment = {
      kind: 'complete',
      pointer: this.pointer(field),
      html,
      edits: [...html.hugeImages],
      styles: [...css],
      scripts,
      waitFor: waitFor === undefined ? null : waitsOf(waitFor, this.pointer('waitFor')),
      anchors: [],
      marks: [],
    };
    document.openPage ??= document.segments.findLast((one) => one.kind === 'flow')?.sheets.at(-1)?.page ?? null;
    recallAnchors(document);
    document.segments.push(segment);
    markComplete(document, segment, 'start');
  }

  /** How many lists of steps stand inside this one. */
  get columns(): number {
    return this.#step.inside?.length ?? 0;
  }

  /**
   * The HTML of each list of steps inside this one, in `widths[i]` points. A font that they set ends with their list.
   */
  inside(widths: readonly number[]): string[] {
    const { segment } = currentSheet(this.#document);
    return (this.#step.inside ?? []).map((steps, index) =>
      composeInside(this.#document, segment, {
        steps,
        lang: this.lang,
        width: (widths[index] ?? this.contentWidth) * this.#document.scale,
        run: this.#run,
      }),
    );
  }

  /** Lets scripts run in the segment that the operation is in. */
  runScripts(): void {
    const { segment } = currentSheet(this.#document);
    segment.scripts = true;
    segment.scripted.push(this.pointer());
  }

  /** Makes the print wait for the conditions of the field `waitFor`. */
  waitFor(options: WaitForOptions): void {
    currentSheet(this.#document).segment.waitFor.push(waitsOf(options, this.pointer('waitFor')));
  }

  /** Content out of the flow. Where content in the flow precedes, its page is found by a print of an empty element. */
  #placed(segment: FlowSegment, sheet: Sheet, position: Position, html: string): string {
    const past = pastRightMargin(this.#document, position);
    if (past !== undefined) this.warn('overflow', past, 'position');
    const id = `colophon-place-${this.unique()}`;
    const start = sheetId(this.#document, segment, sheet);
    const { resolved } = this.#resources;
    if (sheet.flowed && !this.#document.singlePage && !resolved) {
      segment.probes.push(id, start);
      return `<div class="colophon-placed" id="${id}"></div>`;
    }
    const page = (resolved?.[id] ?? 0) - (resolved?.[start] ?? 0);
    return placedHtml(html, position, this.#document, page);
  }
}
