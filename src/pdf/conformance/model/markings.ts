import type { Mark } from '../../content/visitor.ts';
import type { PdfFile, PdfPage } from '../../raw/pdf-file.ts';
import type { StructureNode, StructureTree } from './structure-tree.ts';

export type Marking = 'none' | 'artifact' | 'tagged';

/** What marked-content sequences say of the content in them (ISO 32000-2, 14.6, 14.7.5). */
export class Markings {
  readonly #file: PdfFile;
  readonly #structure: StructureTree;
  #key: number | null = null;
  /** The mark that was asked of last, and what is known of it: most is asked more than once of one. */
  #last: Mark | null = null;
  #node: StructureNode | null = null;
  /** Some element has an ActualText. */
  readonly #spells: boolean;
  #spelled: Mark | null = null;
  #isSpelled = false;

  constructor(file: PdfFile, structure: StructureTree) {
    this.#file = file;
    this.#structure = structure;
    this.#spells = structure.nodes.some(({ actualText }) => actualText !== null);
  }

  begin(page: PdfPage): void {
    this.#key = this.#file.number(page.dict.get('StructParents'));
    this.#last = this.#spelled = null;
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
  nodeOf(mark: Mark): StructureNode | null {
    const { mcid, frame } = mark;
    if (mcid === null) return null;
    if (mark === this.#last) return this.#node;
    const key = frame.stream === null || frame.kind === 'page' ? this.#key : this.#file.number(frame.stream.dict.get('StructParents'));
    this.#last = mark;
    this.#node = this.#structure.ofContent(key, mcid);
    return this.#node;
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
    if (mark === null || mark !== this.#spelled) {
      this.#isSpelled = this.#findsActualText(mark);
      this.#spelled = mark;
    }
    return this.#isSpelled;
  }

  #findsActualText(mark: Mark | null): boolean {
    for (let at = mark; at !== null; at = at.parent) if (at.properties?.has('ActualText')) return true;
    if (!this.#spells) return false;
    for (let node = this.nodeAround(mark); node !== null; node = node.parent) if (node.actualText !== null) return true;
    return false;
  }
}
