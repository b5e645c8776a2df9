import type { Mark } from '../../content/visitor.ts';
import type { PdfFile, PdfPage } from '../../raw/pdf-file.ts';
import type { StructureNode, StructureTree } from './structure-tree.ts';

export type Marking = 'none' | 'artifact' | 'tagged';

/** What marked-content sequences say of the content in them (ISO 32000-2, 14.6, 14.7.5). */
export class Markings {
  readonly #file: PdfFile;
  readonly #structure: StructureTree;
  #page: PdfPage | null = null;

  constructor(file: PdfFile, structure: StructureTree) {
    this.#file = file;
    this.#structure = structure;
  }

  begin(page: PdfPage): void {
    this.#page = page;
  }

  /** What a mark, or one around it, makes of content. */
  of(mark: Mark | null): Marking {
    for (let at = mark; at !== null; at = at.parent) {
      if (at.tag === 'Artifact') return 'artifact';
      if (this.nodeOf(at) !== null) return 'tagged';
    }
    return 'none';
  }

  /** The element that has the content of a mark itself. */
  nodeOf({ mcid, frame }: Mark): StructureNode | null {
    if (mcid === null) return null;
    const holder = frame.stream === null || frame.kind === 'page' ? this.#page?.dict : frame.stream.dict;
    return this.#structure.ofContent(this.#file.number(holder?.get('StructParents') ?? null), mcid);
  }

  /** The element that has the content of a mark, or of one around it. */
  nodeAround(mark: Mark | null): StructureNode | null {
    for (let at = mark; at !== null; at = at.parent) {
      const node = this.nodeOf(at);
      if (node !== null) return node;
    }
    return null;
  }

  /** Lang of a mark, or of the next around it that has one. */
  langOf(mark: Mark | null): string | null {
    for (let at = mark; at !== null; at = at.parent) {
      const lang = at.properties === null ? null : this.#file.string(at.properties.get('Lang'));
      if (lang !== null) return lang.text;
    }
    return null;
  }

  /** An ActualText of a marked-content sequence or of an element around it. */
  hasActualText(mark: Mark | null): boolean {
    for (let at = mark; at !== null; at = at.parent) if (at.properties?.has('ActualText')) return true;
    for (let node = this.nodeAround(mark); node !== null; node = node.parent) if (node.actualText !== null) return true;
    return false;
  }
}
