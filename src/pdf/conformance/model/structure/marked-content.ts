import type { Context, Mark } from '../../../content/visitor.ts';
import type { Frame } from '../../../content/state/frame.ts';
import type { Box, PdfFile, PdfPage } from '../../../file/pdf-file.ts';
import type { ObjectLocation } from '../../object-location.ts';
import { Markings } from '../usage/markings.ts';
import type { StructureTree } from './structure-tree.ts';
import type { MarkedPiece, Usage } from '../usage/usage.ts';

/** Recorded pieces of each kind. */
const maxCount = 10_000;

/** Records how content is marked: as which element or as an artifact, and in which language. */
export class MarkedContent {
  readonly markings: Markings;
  readonly #structure: StructureTree;
  readonly #usage: Usage;
  /** The catalog states a language, so that no text lacks one. */
  readonly #spoken: boolean;
  #frame: Frame | null = null;
  #isPageContent = false;

  constructor(file: PdfFile, structure: StructureTree, usage: Usage) {
    this.markings = new Markings(file, structure);
    this.#structure = structure;
    this.#usage = usage;
    this.#spoken = file.string(file.catalog.get('Lang')) !== null;
  }

  begin(page: PdfPage): void {
    this.markings.begin(page);
  }

  /** Records a painted object; `what` names it. */
  piece({ frame, mark }: Context, what: string, place: ObjectLocation, box: () => Box | null): void {
    if (this.#onPage(frame) && this.markings.of(mark) === 'none' && !this.#isStructured(frame))
      keep(this.#usage.unmarked, () => ({ place: shown(place, box()), what }));
  }

  text(context: Context, place: ObjectLocation, box: () => Box | null): void {
    this.piece(context, 'text', place, box);
    if (!this.#spoken && this.#onPage(context.frame)) this.#language(context.mark, place, box);
  }

  #language(mark: Mark | null, place: ObjectLocation, box: () => Box | null): void {
    const node = this.markings.nodeAround(mark);
    if (this.markings.langOf(mark) !== null) return;
    for (let at = node; at !== null; at = at.parent) if (at.lang !== null) return;
    if (this.markings.of(mark) !== 'artifact')
      keep(this.#usage.languageless, () => ({ place: shown(place, box()), what: 'text' }));
  }

  mark(mark: Mark, { frame }: Context, place: ObjectLocation): void {
    const { usage, markings } = { usage: this.#usage, markings: this.markings };
    if (this.#onPage(frame)) {
      const around = markings.of(mark.parent);
      if (mark.tag === 'Artifact' && markings.nodeOf(mark) !== null)
        keep(usage.contentInArtifacts, () => ({ place, what: 'tagged content' }));
      else if (mark.tag === 'Artifact' && around === 'tagged')
        keep(usage.artifactsInContent, () => ({ place, what: 'an artifact' }));
      if (mark.tag !== 'Artifact' && around === 'artifact' && markings.nodeOf(mark) !== null)
        keep(usage.contentInArtifacts, () => ({ place, what: mark.tag }));
    }
    if (mark.mcid !== null) {
      const form = frame.stream === null ? undefined : usage.forms.get(frame.stream.dict);
      if (form) form.tagged = true;
    }
    if (
      mark.properties !== null &&
      usage.sequences.length < maxCount &&
      mark.properties.size > (mark.mcid === null ? 0 : 1)
    ) {
      usage.sequences.push({
        place,
        tag: mark.tag,
        properties: mark.properties,
        node: markings.nodeAround(mark),
        lang: markings.langOf(mark),
      });
    }
  }

  /** True for a form that a structure element refers to as a whole. */
  #isStructured(frame: Frame): boolean {
    for (let at: Frame | null = frame; at !== null; at = at.parent)
      if (at.stream !== null && this.#structure.byObject.has(at.stream.dict)) return true;
    return false;
  }

  /** True for content of a page or of forms on it, but not of annotations, patterns, glyphs or masks. */
  #onPage(frame: Frame): boolean {
    if (frame !== this.#frame) {
      this.#frame = frame;
      this.#isPageContent = true;
      for (let at: Frame | null = frame; at !== null; at = at.parent)
        this.#isPageContent &&= at.kind === 'page' || at.kind === 'form';
    }
    return this.#isPageContent;
  }
}

function keep(list: MarkedPiece[], piece: () => MarkedPiece): void {
  if (list.length < maxCount) list.push(piece());
}

function shown(place: ObjectLocation, box: Box | null): ObjectLocation {
  return box === null ? place : { ...place, rectangle: box };
}
